const {session, contextGroup, Protocol} = InspectorTest.start('Step over await is still armed after another breakpoint was hit and the program resumed');

const program = `let x;
async function f() {
  await null;
  x = 1;
}
f();
x = 2;
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
  InspectorTest.log('break 3: ' + `line ${b3.result.actualLocation.lineNumber + 1}`);
  const b7 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 6}});
  InspectorTest.log('break 7: ' + `line ${b7.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  seen = await go(() => Protocol.Debugger.stepOver());
  InspectorTest.log('over: ' + seen);
  seen = await go(() => Protocol.Debugger.resume());
  InspectorTest.log('resume: ' + seen);
  InspectorTest.completeTest();
})();
