const {session, contextGroup, Protocol} = InspectorTest.start('Variable of an optimised caller is shown as uninitialised although it has a value');

const program = `function cold() {
  return 1;
}
function hot(k) {
  const dead = [k];
  if (k > 1999999) cold();
  return 0;
}
for (let i = 0; i < 2000001; i++) hot(i);
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

// A variable of a frame.
async function variable(frame, name) {
  for (const scope of frames[frame].scopeChain) {
    if (scope.type === 'global') continue;
    const {result: {result}} = await Protocol.Runtime.getProperties({objectId: scope.object.objectId, ownProperties: true});
    const found = result.find((it) => it.name === name);
    if (found) return `${name} = ${found.value ? found.value.description || JSON.stringify(found.value.value) : 'uninitialised'}`;
  }
  return `${name} is not shown`;
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
  InspectorTest.log(await variable(1, 'dead'));
  InspectorTest.completeTest();
})();
