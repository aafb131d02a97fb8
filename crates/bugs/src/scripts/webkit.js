// --- A session, in WebKit's inspector protocol. The program runs in `vm`, past Bun's transpiler, with a
// `debugger` statement on a line in front of it, so that a line of the protocol counts from zero is one of the program.

async function load(program) {
  const { send, event, post, close } = await launch(program);
  const printed = [], breakpoints = new Map();
  let frames = [], scriptId;
  await send('Console.enable');
  await send('Debugger.enable');
  await send('Debugger.setBreakpointsActive', { active: true });
  await send('Debugger.setPauseOnDebuggerStatements', { enabled: true });
  await send('Debugger.setShouldBlackboxURL', { url: '^(bun|internal|node):', shouldBlackbox: true, isRegex: true, caseSensitive: true });
  await send('Inspector.initialized');
  await stop();

  //? values
  const value = (it) => it.type === 'string' ? JSON.stringify(it.value) : it.type === 'undefined' ? 'undefined'
    : it.subtype === 'null' ? 'null' : it.type === 'object' || it.type === 'function' ? it.type : it.description ?? String(it.value);
  //.

  // What a person at the debugger sees when the program has paused or ended.
  async function stop() {
    for (;;) {
      const { method, params } = await event();
      if (method === 'Debugger.scriptParsed' && params.url === 'program.js') scriptId = params.scriptId;
      //? module
      if (method === 'Debugger.scriptParsed' && params.sourceURL === 'program.js') scriptId = params.scriptId;
      //.
      //? output
      if (method === 'Console.messageAdded' && params.message.source === 'console-api') {
        printed.push(params.message.parameters?.map((it) => it.value ?? it.description).join(' ') ?? params.message.text);
      }
      if (method === 'Console.messageRepeatCountUpdated') printed.push(printed.at(-1));
      if (method === 'Debugger.didSampleProbe') printed.push(value(params.sample.payload));
      //.
      if (method !== 'Debugger.paused') continue;
      frames = params.callFrames.filter((frame) => frame.location.scriptId === scriptId);
      if (params.callFrames[0].functionName === 'itIsOver') return { ended: 'normally' };
      if (frames.length) return await look();
      post('Debugger.resume'); // code of others
    }
  }

  //? variables
  async function variables(frame) {
    const all = {};
    for (const scope of frame?.scopeChain ?? []) {
      if (scope.type === 'global') continue;
      const { properties } = await send('Runtime.getProperties', { objectId: scope.object.objectId, ownProperties: true });
      for (const it of properties) {
        // What is not initialised yet is not enumerable.
        all[it.name] ??= it.value?.type === 'undefined' && !it.enumerable ? 'uninitialised' : it.value ? value(it.value) : 'accessor';
      }
    }
    return all;
  }
  //.

  async function look() {
    const { lineNumber, columnNumber } = frames[0].location;
    const stack = frames.map((frame) => frame.functionName === 'global code' ? '(top)' : frame.functionName || '(anonymous)');
    //? module
    if (frames.at(-1).functionName === 'module code') stack[stack.length - 1] = '(top)';
    //.
    const seen = { line: lineNumber, column: columnNumber, stack };
    //? lines
    seen.lines = frames.map((frame) => frame.location.lineNumber);
    //.
    //? variables
    seen.variables = await variables(frames[0]);
    seen.caller = await variables(frames[1]);
    //.
    return seen;
  }

  async function setBreakpoint(lineNumber, columnNumber, options) {
    const set = await send('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber }, options });
    breakpoints.set(lineNumber, set.breakpointId);
    return { line: set.actualLocation.lineNumber, column: set.actualLocation.columnNumber };
  }

  async function perform(action) {
    const [, verb, at, rest] = /^(\w+)(?:@(\d+))? ?(.*)$/.exec(action);
    const [, line, column, text] = /^(\d+)(?::(\d+))?(?: if)? ?(.*)$/.exec(rest) ?? [];
    switch (verb) {
      case 'break': return setBreakpoint(+line, column && +column, { condition: text });
      case 'log': return setBreakpoint(+line, undefined, { autoContinue: true, actions: [{ type: 'probe', data: text, id: +line }] });
      case 'unbreak': await send('Debugger.removeBreakpoint', { breakpointId: breakpoints.get(+line) }); return {};
      case 'start': post('Debugger.resume'); return stop();
      case 'resume': post('Debugger.resume'); return stop();
      case 'in': post('Debugger.stepInto'); return stop();
      case 'out': post('Debugger.stepOut'); return stop();
      case 'over': post('Debugger.stepOver'); return stop();
      case 'to': post('Debugger.continueToLocation', { location: { scriptId, lineNumber: +line } }); return stop();
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
    const given = await send('Debugger.evaluateOnCallFrame', { callFrameId, expression });
    if (given.wasThrown) return { throws: given.result.className };
    return { value: value(given.result) };
  }
  //.
  return { perform, close };
}
