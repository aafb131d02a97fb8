const {session, contextGroup, Protocol} = InspectorTest.start('Step over yield* stops inside the generator it delegates to');

const program = `function* leaf() {
  yield 1;
  yield 2;
}
function* branch() {
  yield* leaf();
  console.log(3);
}
console.log([...branch()]);
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
  const b6 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 5}});
  InspectorTest.log('break 6: ' + `line ${b6.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  seen = await go(() => Protocol.Debugger.stepOver());
  InspectorTest.log('over: ' + seen);
  InspectorTest.completeTest();
})();
