const {session, contextGroup, Protocol} = InspectorTest.start('Evaluating anything in a function with a parameter called arguments overwrites the parameter');

const program = `function f(arguments) {
  return typeof arguments;
}
console.log(f(7));
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

const printed = [];
Protocol.Runtime.onConsoleAPICalled(({params}) => printed.push(params.args.map((it) => it.value).join(' ')));

(async function test() {
  await Protocol.Runtime.enable();
  await Protocol.Debugger.enable();
  const {result: {scriptId}} = await Protocol.Runtime.compileScript({expression: program, sourceURL: 'program.js', persistScript: true});
  const b2 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 1}, condition: 'false'});
  InspectorTest.log('break 2 if false: ' + `line ${b2.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  InspectorTest.log(JSON.stringify(printed));
  InspectorTest.completeTest();
})();
