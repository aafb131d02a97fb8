// Evaluating an exported variable of a module before it is initialised crashes the process
//
//     node repro.mjs [path of deno]
//
// Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not
// be tried.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tool = process.argv[2] ?? 'deno';

const program = `export const base = 0;
console.log(base);
`;

// What is done, what is right after it, and what is shown where that is the bug.
const steps = [
  ['break 1', { line: 1 }],
  ['start', { line: 1 }],
  ['evaluate typeof base', { throws: 'ReferenceError' }, { failed: 'it died' }],
];

// What is next to it and right.
const control = { program: `const base = 0;
console.log(base);
`, steps: [
  ['break 1', { line: 1 }],
  ['start', { line: 1 }],
  ['evaluate typeof base', { throws: 'ReferenceError' }],
] };

// --- A session, in V8's inspector protocol

async function load(program) {
  const { send, event, post, close } = await launch();
  const printed = [], breakpoints = new Map();
  let frames = [];
  await send('Runtime.enable');
  await send('Debugger.enable');
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

  const value = (it) => it === undefined ? 'uninitialised' : it.type === 'string' ? JSON.stringify(it.value)
    : it.type === 'undefined' ? 'undefined' : it.subtype === 'null' ? 'null'
    : it.type === 'object' || it.type === 'function' ? it.type : it.description;

  // What a person at the debugger sees when the program has paused or ended.
  async function stop() {
    for (;;) {
      const { method, params } = await event();
      if (method === 'ended') return { ended: params.exceptionDetails?.exception?.description?.split('\n')[0] ?? 'normally' };
      if (method !== 'Debugger.paused') continue;
      frames = params.callFrames.filter((frame) => frame.location.scriptId === scriptId);
      if (frames.length) return await look(params);
      post('Debugger.resume'); // code of others
    }
  }

  async function look({ callFrames }) {
    const { lineNumber, columnNumber } = frames[0].location;
    const stack = frames.map((frame) => frame.functionName || '(anonymous)');
    stack[stack.length - 1] = frames.at(-1).functionName || '(top)';
    const seen = { line: lineNumber + 1, column: columnNumber, stack };
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
    post('Debugger.resume');
    const ended = await running;
    await send('Runtime.evaluate', { expression: 'new Promise((done) => setTimeout(done, 50))', awaitPromise: true });
    return ended;
  }

  async function perform(action) {
    const [, verb, at, rest] = /^(\w+)(?:@(\d+))? ?(.*)$/.exec(action);
    const [, line, column, text] = /^(\d+)(?::(\d+))?(?: if)? ?(.*)$/.exec(rest) ?? [];
    switch (verb) {
      case 'break': return setBreakpoint(+line, column && +column, text || undefined);
      case 'start': run().then((params) => post.event('ended', params), () => {}); return stop();
      case 'evaluate': return evaluate(+(at ?? 0), rest);
    }
    throw new Error(`no such action: ${action}`);
  }

  async function evaluate(frame, expression) {
    const { callFrameId } = frames[frame];
    const given = await send('Debugger.evaluateOnCallFrame', { callFrameId, expression, silent: true });
    if (given.exceptionDetails) return { throws: given.exceptionDetails.exception?.className };
    return { value: value(given.result) };
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

// --- Node, over its WebSocket

async function launch() {
  writeFileSync(join(folder, 'idle.js'), 'globalThis.load = (url) => import(url); setTimeout(() => process.stderr.write("ready"), 1); setInterval(() => {}, 1e6);');
  const node = start(tool, ['run', '--no-config', '--no-check', '--inspect=127.0.0.1:0', 'idle.js'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    node.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /ws:\/\/\S+/.exec(said);
      if (found && said.includes('ready')) resolve(found[0]); // Deno ends if it is asked before its timers run
    });
    node.on('exit', () => reject(new Error(`it does not start: ${said}`)));
  });
  if (!globalThis.WebSocket) throw new Error('this script needs Node 22 or later');
  const socket = new WebSocket(address);
  const connection = client((text) => socket.send(text));
  socket.addEventListener('message', ({ data }) => connection.receive(data));
  socket.addEventListener('close', connection.end);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const version = await connection.send('Runtime.evaluate', { expression: 'JSON.stringify(process.versions)' });
  if (!launch.isTold) console.log(version.result.value.match(/"(node|deno|v8)":"[^"]+"/g).join(' '));
  launch.isTold = true;
  return { ...connection, close: () => node.kill() };
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
