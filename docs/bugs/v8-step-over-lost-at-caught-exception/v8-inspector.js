const {session, contextGroup, Protocol} = InspectorTest.start('Step over a call is lost when a callback inside it throws and catches an exception');

const program = `(function () {
  [1].map(() => { try { throw 1; } catch (e) { return e; } });
})();
console.log(2);
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
  const b1 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 0}});
  InspectorTest.log('break 1: ' + `line ${b1.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  seen = await go(() => Protocol.Debugger.stepOver());
  InspectorTest.log('over: ' + seen);
  InspectorTest.completeTest();
})();
