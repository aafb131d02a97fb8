const {session, contextGroup, Protocol} = InspectorTest.start('Assigning a local const in the console succeeds and changes what the program computes');

const program = `const fixed = 1;
function f() {
  const own = 2;
  return own + fixed;
}
console.log(f());
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
  const b4 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 3}});
  InspectorTest.log('break 4: ' + `line ${b4.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  const {result: evaluated} = await Protocol.Debugger.evaluateOnCallFrame({callFrameId: frames[0].callFrameId, expression: 'own = 4'});
  InspectorTest.log(evaluated.result.className || 'nothing is thrown');
  InspectorTest.completeTest();
})();
