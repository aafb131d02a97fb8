const {session, contextGroup, Protocol} = InspectorTest.start('Step out at a return stops in an unrelated function that is called next');

const program = `const o = {
  valueOf() {
    return 1;
  },
  toString() {
    return "x";
  },
};
[+o, \`\${o}\`];
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
  const b3 = await Protocol.Debugger.setBreakpoint({location: {scriptId, lineNumber: 2}});
  InspectorTest.log('break 3: ' + `line ${b3.result.actualLocation.lineNumber + 1}`);
  let seen = await go(() => {
    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);
  });
  InspectorTest.log('start: ' + seen);
  seen = await go(() => Protocol.Debugger.stepOut());
  InspectorTest.log('out: ' + seen);
  InspectorTest.completeTest();
})();
