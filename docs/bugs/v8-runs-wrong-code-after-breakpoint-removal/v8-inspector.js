const {session, contextGroup, Protocol} = InspectorTest.start('Removing the breakpoint that the program is paused at and stepping makes it execute code behind a return');

const program = `function f(x) {
  if (x) {
    return false;
  }
  return true;
}
console.log(f(1));
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
  const b3 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 2}});
  InspectorTest.log('break 3: ' + `line ${b3.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  await Protocol.Debugger.removeBreakpoint({breakpointId: b3.result.breakpointId});
  seen = await go(() => Protocol.Debugger.stepInto());
  seen = await go(() => Protocol.Debugger.resume());
  InspectorTest.log('resume: ' + seen);
  InspectorTest.log(JSON.stringify(printed));
  InspectorTest.completeTest();
})();
