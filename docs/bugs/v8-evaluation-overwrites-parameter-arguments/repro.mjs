// Evaluating anything in a function with a parameter called arguments overwrites the parameter
//
//     node repro.mjs [path of chromium]
//
// Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not
// be tried.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tool = process.argv[2] ?? 'chromium';

const program = `function f(arguments) {
  return typeof arguments;
}
console.log(f(7));
`;

// What is done, what is right after it, and what is shown where that is the bug.
const steps = [
  ['break 2 if false', { line: 2 }],
  ['start', { ended: 'normally' }],
  ['output', { printed: ['number'] }, { printed: ['object'] }],
];

// What is next to it and right.
const control = { program: program, steps: [
  ['break 2', { line: 2 }],
  ['start', { line: 2, variables: { arguments: '7' } }],
  ['resume', { ended: 'normally' }],
  ['output', { printed: ['number'] }],
] };

// --- A session, in V8's inspector protocol

async function load(program) {
  const { send, event, post, close } = await launch();
  const printed = [], breakpoints = new Map();
  let frames = [];
  await send('Runtime.enable');
  await send('Debugger.enable');
  const compiled = await send('Runtime.compileScript', { expression: program, sourceURL: 'program.js', persistScript: true });
  const { scriptId } = compiled;
  if (!scriptId) throw new Error('the program does not compile');

  const value = (it) => it === undefined ? 'uninitialised' : it.type === 'string' ? JSON.stringify(it.value)
    : it.type === 'undefined' ? 'undefined' : it.subtype === 'null' ? 'null'
    : it.type === 'object' || it.type === 'function' ? it.type : it.description;

  // What a person at the debugger sees when the program has paused or ended.
  async function stop() {
    for (;;) {
      const { method, params } = await event();
      if (method === 'Runtime.consoleAPICalled') printed.push(params.args.map((it) => it.value ?? it.description).join(' '));
      if (method === 'ended') return { ended: params.exceptionDetails?.exception?.description?.split('\n')[0] ?? 'normally' };
      if (method !== 'Debugger.paused') continue;
      frames = params.callFrames.filter((frame) => frame.location.scriptId === scriptId);
      if (frames.length) return await look(params);
      post('Debugger.resume'); // code of others
    }
  }

  async function variables(frame) {
    const all = {};
    for (const scope of frame?.scopeChain ?? []) {
      if (scope.type === 'global') continue;
      const { result } = await send('Runtime.getProperties', { objectId: scope.object.objectId, ownProperties: true });
      for (const it of result) all[it.name] ??= it.get ? 'accessor' : value(it.value);
    }
    return all;
  }

  async function look({ callFrames }) {
    const { lineNumber, columnNumber } = frames[0].location;
    const stack = frames.map((frame) => frame.functionName || '(anonymous)');
    if (frames.at(-1) === callFrames.at(-1)) stack[stack.length - 1] = frames.at(-1).functionName || '(top)';
    const seen = { line: lineNumber + 1, column: columnNumber, stack };
    seen.variables = { this: value(frames[0].this), ...await variables(frames[0]) };
    seen.caller = await variables(frames[1]);
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
    const ended = await send('Runtime.runScript', { scriptId, returnByValue: false });
    await send('Runtime.evaluate', { expression: 'new Promise((done) => setTimeout(done, 50))', awaitPromise: true });
    return ended;
  }

  async function perform(action) {
    const [, verb, at, rest] = /^(\w+)(?:@(\d+))? ?(.*)$/.exec(action);
    const [, line, column, text] = /^(\d+)(?::(\d+))?(?: if)? ?(.*)$/.exec(rest) ?? [];
    switch (verb) {
      case 'break': return setBreakpoint(+line, column && +column, text || undefined);
      case 'start': run().then((params) => post.event('ended', params), () => {}); return stop();
      case 'resume': post('Debugger.resume'); return stop();
      case 'output': return { printed: printed.slice() };
    }
    throw new Error(`no such action: ${action}`);
  }

  return { perform, close };
}

// Requests, their replies, and events, over any stream of messages.
function client(write, wrap = {}) {
  const replies = new Map(), events = [];
  let id = 0, wake = () => {}, dead;
  const post = (method, params = {}) => write(JSON.stringify({ id: ++id, method, params, ...wrap }));
  post.event = (method, params) => { events.push({ method, params }); wake(); };
  const send = (method, params) => new Promise((resolve, reject) => {
    if (dead) return reject(dead);
    post(method, params);
    replies.set(id, { resolve, reject, method });
  });
  const event = async () => {
    while (!events.length) {
      if (dead) throw dead;
      await new Promise((resolve) => { wake = resolve; });
    }
    return events.shift();
  };
  const receive = (text) => {
    const message = JSON.parse(text);
    if (message.method) return post.event(message.method, message.params);
    const waiting = replies.get(message.id);
    replies.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  };
  const end = () => {
    dead ??= new Error('it died');
    for (const { reject } of replies.values()) reject(dead);
    wake();
  };
  return { send, post, event, receive, end, wrap };
}

// --- A page of Chromium, over its pipe

async function launch() {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe'];
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'];
  const chromium = start(tool, [...flags, `--user-data-dir=${mkdtempSync(join(folder, 'profile-'))}`, 'about:blank'], { stdio });
  const [, , , input, output] = chromium.stdio;
  const connection = client((text) => input.write(`${text}\0`));
  let rest = '';
  output.setEncoding('utf8').on('data', (data) => {
    const messages = (rest + data).split('\0');
    rest = messages.pop();
    messages.forEach(connection.receive);
  });
  chromium.on('exit', connection.end);
  input.on('error', connection.end);
  const { product } = await connection.send('Browser.getVersion');
  if (!launch.isTold) console.log(product);
  launch.isTold = true;
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  connection.wrap.sessionId = sessionId;
  return { ...connection, close: () => chromium.kill() };
}

// --- The verdict

async function check(what, program, steps) {
  console.log(`${what}:`);
  const session = await load(program);
  for (const [action, right, wrong] of steps) {
    const seen = await within(20_000, session.perform(action)).catch((error) => ({ failed: error.message }));
    console.log(`  ${action.padEnd(20)} ${words(seen)}`);
    if (right && !agrees(seen, right)) {
      console.log(`  ${'expected:'.padEnd(20)} ${words(right)}`);
      if (wrong && !agrees(seen, wrong)) console.log(`  ${'reported:'.padEnd(20)} ${words(wrong)}`);
      if (!wrong) throw new Error(`${what} is not as expected before the bug`);
      await session.close();
      return true;
    }
  }
  await session.close();
  return false;
}

function agrees(seen, expected) {
  return Object.entries(expected).every(([key, value]) => {
    if (key === 'variables' || key === 'caller') {
      return Object.entries(value).every(([name, text]) => (seen[key]?.[name] ?? 'not shown') === text);
    }
    if (key === 'from') return seen.line >= value;
    return JSON.stringify(seen[key]) === JSON.stringify(value);
  });
}

function words({ line, column, stack, variables, caller, ...rest }) {
  const list = (it) => Object.entries(it).map(([name, text]) => `${name} = ${text}`).join(', ');
  const parts = line ? [column === undefined ? `line ${line}` : `${line}:${column}`] : [];
  if (stack) parts.push(`in ${stack.join(' < ')}`);
  if (variables && Object.keys(variables).length) parts.push(list(variables));
  if (caller && Object.keys(caller).length) parts.push(`in the caller ${list(caller)}`);
  for (const [key, value] of Object.entries(rest)) parts.push(`${key}: ${[value].flat().join(', ')}`);
  return parts.join('; ');
}

function within(milliseconds, promise) {
  const limit = (_, reject) => setTimeout(reject, milliseconds, new Error('no answer')).unref();
  return Promise.race([promise, new Promise(limit)]);
}

const children = [];
const folder = mkdtempSync(join(tmpdir(), 'repro-'));
process.on('exit', () => {
  for (const child of children) try { process.kill(-child.pid, 'SIGKILL'); } catch {}
  rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(2));

function start(command, args, options) {
  const child = spawn(command, args, { detached: true, cwd: folder, ...options });
  child.on('error', (error) => { console.log(`cannot run: ${error.message}`); process.exit(2); });
  children.push(child);
  return child;
}

setTimeout(() => { console.log('could not be tried: it took too long'); process.exit(2); }, 120_000);
try {
  if (control && await check('control', control.program, control.steps)) throw new Error('the control fails');
  const isThere = await check('program', program, steps);
  console.log(isThere ? 'The bug is there.' : 'The bug is not there.');
  process.exit(isThere ? 1 : 0);
} catch (error) {
  console.log(`could not be tried: ${error.message}`);
  process.exit(2);
}
