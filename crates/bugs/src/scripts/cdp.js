// --- A session, in V8's inspector protocol

async function load(program) {
  const { send, event, post, close } = await launch();
  const printed = [], breakpoints = new Map();
  let frames = [];
  await send('Runtime.enable');
  await send('Debugger.enable');
  //? script
  const compiled = await send('Runtime.compileScript', { expression: program, sourceURL: 'program.js', persistScript: true });
  const { scriptId } = compiled;
  if (!scriptId) throw new Error('the program does not compile');
  //.
  //? module
  // A module that comes before the program, and pauses when all of them are compiled.
  const address = (text) => `data:text/javascript,${encodeURIComponent(text).replaceAll("'", '%27')}`;
  const url = address(program), runner = address(`import '${address('debugger;')}'; import '${url}';`);
  const running = send('Runtime.evaluate', { expression: `(globalThis.load ?? ((url) => import(url)))(${JSON.stringify(runner)})`, awaitPromise: true });
  running.then(() => post.event('never paused'), () => {});
  let scriptId;
  for (let it = {}; it.method !== 'Debugger.paused';) {
    it = await event();
    if (it.method === 'Debugger.scriptParsed' && it.params.url === url) ({ scriptId } = it.params);
    if (it.method === 'never paused') throw new Error('the program does not compile');
  }
  //.

  //? values
  const value = (it) => it === undefined ? 'uninitialised' : it.type === 'string' ? JSON.stringify(it.value)
    : it.type === 'undefined' ? 'undefined' : it.subtype === 'null' ? 'null'
    : it.type === 'object' || it.type === 'function' ? it.type : it.description;
  //.

  // What a person at the debugger sees when the program has paused or ended.
  async function stop() {
    for (;;) {
      const { method, params } = await event();
      //? output
      if (method === 'Runtime.consoleAPICalled') printed.push(params.args.map((it) => it.value ?? it.description).join(' '));
      //.
      if (method === 'ended') return { ended: params.exceptionDetails?.exception?.description?.split('\n')[0] ?? 'normally' };
      if (method !== 'Debugger.paused') continue;
      frames = params.callFrames.filter((frame) => frame.location.scriptId === scriptId);
      if (frames.length) return await look(params);
      post('Debugger.resume'); // code of others
    }
  }

  //? variables
  async function variables(frame) {
    const all = {};
    for (const scope of frame?.scopeChain ?? []) {
      if (scope.type === 'global') continue;
      const { result } = await send('Runtime.getProperties', { objectId: scope.object.objectId, ownProperties: true });
      for (const it of result) all[it.name] ??= it.get ? 'accessor' : value(it.value);
    }
    return all;
  }
  //.

  async function look({ callFrames }) {
    const { lineNumber, columnNumber } = frames[0].location;
    const stack = frames.map((frame) => frame.functionName || '(anonymous)');
    //? script
    if (frames.at(-1) === callFrames.at(-1)) stack[stack.length - 1] = frames.at(-1).functionName || '(top)';
    //.
    //? module
    stack[stack.length - 1] = frames.at(-1).functionName || '(top)';
    //.
    const seen = { line: lineNumber + 1, column: columnNumber, stack };
    //? lines
    seen.lines = frames.map((frame) => frame.location.lineNumber + 1);
    //.
    //? variables
    seen.variables = { this: value(frames[0].this), ...await variables(frames[0]) };
    seen.caller = await variables(frames[1]);
    //.
    return seen;
  }

  async function setBreakpoint(line, column, condition) {
    const location = { scriptId, lineNumber: line - 1, columnNumber: column };
    const set = await send('Debugger.setBreakpoint', { location, condition });
    breakpoints.set(line, set.breakpointId);
    return { line: set.actualLocation.lineNumber + 1, column: set.actualLocation.columnNumber };
  }

  // The end of the program is when its script has ended and its jobs have run.
  async function run() {
    //? script
    const ended = await send('Runtime.runScript', { scriptId, returnByValue: false });
    //.
    //? module
    post('Debugger.resume');
    const ended = await running;
    //.
    await send('Runtime.evaluate', { expression: 'new Promise((done) => setTimeout(done, 50))', awaitPromise: true });
    return ended;
  }

  async function perform(action) {
    const [, verb, at, rest] = /^(\w+)(?:@(\d+))? ?(.*)$/.exec(action);
    const [, line, column, text] = /^(\d+)(?::(\d+))?(?: if)? ?(.*)$/.exec(rest) ?? [];
    switch (verb) {
      case 'break': return setBreakpoint(+line, column && +column, text || undefined);
      case 'log': return setBreakpoint(+line, undefined, `console.log(${text}), false`);
      case 'unbreak': await send('Debugger.removeBreakpoint', { breakpointId: breakpoints.get(+line) }); return {};
      case 'start': run().then((params) => post.event('ended', params), () => {}); return stop();
      case 'resume': post('Debugger.resume'); return stop();
      case 'in': post('Debugger.stepInto'); return stop();
      case 'out': post('Debugger.stepOut'); return stop();
      case 'over': post('Debugger.stepOver'); return stop();
      case 'to': post('Debugger.continueToLocation', { location: { scriptId, lineNumber: line - 1 } }); return stop();
      case 'restart': post('Debugger.restartFrame', { callFrameId: frames[0].callFrameId, mode: 'StepInto' }); return stop();
      case 'exceptions': await send('Debugger.setPauseOnExceptions', { state: rest }); return {};
      case 'evaluate': return evaluate(+(at ?? 0), rest);
      case 'set': return evaluate(0, rest);
      case 'output': return { printed: printed.slice() };
    }
    throw new Error(`no such action: ${action}`);
  }

  //? evaluate
  async function evaluate(frame, expression) {
    const { callFrameId } = frames[frame];
    const given = await send('Debugger.evaluateOnCallFrame', { callFrameId, expression, silent: true });
    if (given.exceptionDetails) return { throws: given.exceptionDetails.exception?.className };
    return { value: value(given.result) };
  }
  //.
  return { perform, close };
}
