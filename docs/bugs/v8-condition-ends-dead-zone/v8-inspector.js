const {session, contextGroup, Protocol} = InspectorTest.start('A breakpoint with a condition makes an assignment to an uninitialised let succeed');

const program = `function f(n) {
  switch (n) {
    case 0: let v = 1; return v;
    case 1: v = 2; return v;
  }
}
try {
  f(0);
  console.log(f(1));
} catch (e) {
  console.log(e.name);
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

const printed = [];
Protocol.Runtime.onConsoleAPICalled(({params}) => printed.push(params.args.map((it) => it.value).join(' ')));

(async function test() {
  await Protocol.Runtime.enable();
  await Protocol.Debugger.enable();
  const {result: {scriptId}} = await Protocol.Runtime.compileScript({expression: program, sourceURL: 'program.js', persistScript: true});
  const b4 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 3}, condition: 'false'});
  InspectorTest.log('break 4 if false: ' + `line ${b4.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  InspectorTest.log(JSON.stringify(printed));
  InspectorTest.completeTest();
})();
