const {session, contextGroup, Protocol} = InspectorTest.start('In the head of a for-of loop the debugger shows an outer variable instead of the uninitialised loop variable');

const program = `const e = [1];
function list() {
  return [2];
}
for (const e of list()) {
  e.toFixed();
}
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
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  const {result: evaluated} = await Protocol.Debugger.evaluateOnCallFrame({callFrameId: frames[1].callFrameId, expression: 'e'});
  InspectorTest.log(evaluated.result.className || 'nothing is thrown');
  InspectorTest.completeTest();
})();
