const {session, contextGroup, Protocol} = InspectorTest.start('this is undefined in the console when paused in an arrow function of a script');

const program = `const f = () => {
  return 1;
};
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
  const b2 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 1}});
  InspectorTest.log('break 2: ' + `line ${b2.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  const {result: evaluated} = await Protocol.Debugger.evaluateOnCallFrame({callFrameId: frames[0].callFrameId, expression: 'this'});
  InspectorTest.log(evaluated.result.description || evaluated.result.type);
  InspectorTest.completeTest();
})();
