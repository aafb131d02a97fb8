// Debugging: a step over an await at the top of a module runs to the end of the program
//
//     node repro.mjs [path of bun]
//
// Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not
// be tried.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tool = process.argv[2] ?? 'bun';

const program = `await 0;
console.log(1);
console.log(2);
`;

// What is done, what is right after it, and what is shown where that is the bug.
const steps = [
  ['break 1', { line: 1 }],
  ['start', { line: 1 }],
  ['over', { line: 2 }, { ended: 'normally' }],
];

// What is next to it and right.
const control = { program: program, steps: [
  ['break 1', { line: 1 }],
  ['break 2', { line: 2 }],
  ['start', { line: 1 }],
  ['over', { line: 2 }],
] };

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

  // What a person at the debugger sees when the program has paused or ended.
  async function stop() {
    for (;;) {
      const { method, params } = await event();
      if (method === 'Debugger.scriptParsed' && params.url === 'program.js') scriptId = params.scriptId;
      if (method === 'Debugger.scriptParsed' && params.sourceURL === 'program.js') scriptId = params.scriptId;
      if (method !== 'Debugger.paused') continue;
      frames = params.callFrames.filter((frame) => frame.location.scriptId === scriptId);
      if (params.callFrames[0].functionName === 'itIsOver') return { ended: 'normally' };
      if (frames.length) return await look();
      post('Debugger.resume'); // code of others
    }
  }

  async function look() {
    const { lineNumber, columnNumber } = frames[0].location;
    const stack = frames.map((frame) => frame.functionName === 'global code' ? '(top)' : frame.functionName || '(anonymous)');
    if (frames.at(-1).functionName === 'module code') stack[stack.length - 1] = '(top)';
    const seen = { line: lineNumber, column: columnNumber, stack };
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
      case 'start': post('Debugger.resume'); return stop();
      case 'over': post('Debugger.stepOver'); return stop();
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

// --- Bun, over an inherited descriptor

async function launch(program) {
  writeFileSync(join(folder, 'run.js'), `
    const { SourceTextModule } = require('vm');
    const program = new SourceTextModule(${JSON.stringify(`debugger;//# sourceURL=program.js\n${program}`)});
    process.on('uncaughtException', () => {});
    process.on('unhandledRejection', () => {});
    const linked = program.link(() => {});
    setTimeout(() => linked.then(() => program.evaluate()));
    setTimeout(function itIsOver() { debugger; }, 100);
    setInterval(() => {}, 1e6);`);
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'];
  const env = { ...process.env, BUN_ENABLE_CRASH_REPORTING: '0' };
  const bun = start(tool, ['--no-install', '--inspect-wait=fd:3', 'run.js'], { stdio, env });
  const pipe = bun.stdio[3];
  const connection = client((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(text));
    pipe.write(Buffer.concat([length, Buffer.from(text)]));
  });
  let rest = Buffer.alloc(0);
  pipe.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE();
      connection.receive(rest.toString('utf8', 4, end));
      rest = rest.subarray(end);
    }
  });
  bun.on('exit', connection.end);
  pipe.on('error', connection.end);
  const version = await connection.send('Runtime.evaluate', { expression: 'navigator.userAgent' });
  if (!launch.isTold) console.log(version.result.value);
  launch.isTold = true;
  return { ...connection, close: () => bun.kill() };
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
