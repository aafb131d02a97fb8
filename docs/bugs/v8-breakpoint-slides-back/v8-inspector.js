const {session, contextGroup, Protocol} = InspectorTest.start('Breakpoint on the closing brace of a function moves back to the return statement before it');

const program = `function f() {
  return 1;
}
f();
`;

let ended = new Promise(() => {});
let frames;

// What is shown after an action that makes the program go on.
async function go(action) {
  const paused = Protocol.Debugger.oncePaused();
  action();
  const message = await Promise.race([paused, ended]);
  frames = message && message.params.callFrames;
  return frames ? `line ${frames[0].location.lineNumber + 1}` : 'the program ends';
}

(async function test() {
  await Protocol.Runtime.enable();
  await Protocol.Debugger.enable();
  const {result: {scriptId}} = await Protocol.Runtime.compileScript({expression: program, sourceURL: 'program.js', persistScript: true});
  const b3 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 2}});
  InspectorTest.completeTest();
})();
