// Breakpoint is not hit after a step has ended at its place
//
//     node repro.mjs [path of firefox-esr]
//
// Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not
// be tried.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tool = process.argv[2] ?? 'firefox-esr';

const program = `function f() {
  return 1;
}
f();
f();
`;

// What is done, what is right after it, and what is shown where that is the bug.
const steps = [
  ['break 2', { line: 2 }],
  ['break 4', { line: 4 }],
  ['start', { line: 4 }],
  ['in', { line: 2 }],
  ['resume', { line: 2 }, { ended: 'normally' }],
];

// What is next to it and right.
const control = { program: program, steps: [
  ['break 2', { line: 2 }],
  ['break 4', { line: 4 }],
  ['start', { line: 4 }],
  ['resume', { line: 2 }],
  ['resume', { line: 2 }],
] };

// --- A session, in Firefox's remote debugging protocol, on a Unix socket

let firefox;

// Starts Firefox with an empty profile and attaches to its tab.
async function launch() {
  const profile = mkdtempSync(join(folder, 'profile-')), path = join(folder, 'socket');
  const preferences = { 'devtools.debugger.remote-enabled': true, 'devtools.chrome.enabled': true,
    'devtools.debugger.prompt-connection': false, 'browser.startup.page': 0, 'app.update.enabled': false,
    'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const page = 'about:blank?repro';
  const args = ['--headless', '--no-remote', '--profile', profile, '--start-debugger-server', path, page];
  const browser = start(tool, args, { stdio: 'ignore', env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' } });
  let socket;
  while (!socket) {
    await pause(100);
    const connecting = connect(path);
    socket = await new Promise((resolve) => connecting.on('connect', () => resolve(connecting)).on('error', () => resolve()));
  }
  firefox = client((packet) => socket.write(packet));
  let rest = Buffer.alloc(0);
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    for (let at; (at = rest.indexOf(':')) >= 0 && rest.length > at + +rest.toString('utf8', 0, at);) {
      const end = at + 1 + +rest.toString('utf8', 0, at);
      firefox.receive(JSON.parse(rest.toString('utf8', at + 1, end)));
      rest = rest.subarray(end);
    }
  });
  browser.on('exit', firefox.end);
  const { send } = firefox;
  let tab;
  do {
    await pause(100);
    tab = (await send('root', 'listTabs')).tabs.find((it) => it.url === page);
  } while (!tab);
  firefox.tab = tab.actor;
  const { deviceActor } = await send('root', 'getRoot');
  console.log(`Firefox ${(await send(deviceActor, 'getDescription')).value.version}`);
  const watcher = await send(firefox.tab, 'getWatcher', { isServerTargetSwitchingEnabled: true });
  await send(watcher.actor, 'watchTargets', { targetType: 'frame' });
  await send(watcher.actor, 'watchResources', { resourceTypes: ['thread-state', 'console-message'] });
  firefox.server = createServer(({ url }, response) => {
    const text = url.endsWith('.js') ? firefox.program : `<script>debugger;</script><script src="/program.js"></script>
${' '.repeat(3000)}<script>${' '.repeat(3000)}debugger;</script>`;
    response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8');
    response.end(text);
  });
  await new Promise((resolve) => firefox.server.listen(0, '127.0.0.1', resolve));
}

const EVENTS = /^(paused|resumed|newSource|evaluationResult|(target|resources)-.*|frameUpdate|forwardingCancelled|\w+(Changed|Navigated|Detached))$/;

// Requests, their replies, which come in order from each actor, and events.
function client(write) {
  const waiting = new Map(), events = [];
  let wake = () => {}, dead;
  const send = (to, type, more) => new Promise((resolve, reject) => {
    if (dead) return reject(dead);
    const text = JSON.stringify({ to, type, ...more });
    waiting.set(to, [...(waiting.get(to) ?? []), { resolve, reject, type }]);
    write(`${Buffer.byteLength(text)}:${text}`);
  });
  const event = async (wanted) => {
    for (;;) {
      const at = events.findIndex(wanted);
      if (at >= 0) return events.splice(at, 1)[0];
      if (dead) throw dead;
      await new Promise((resolve) => { wake = resolve; });
    }
  };
  const receive = (packet) => {
    if (EVENTS.test(packet.type) || !packet.from || packet.applicationType) { events.push(packet); return wake(); }
    const { resolve, reject, type } = waiting.get(packet.from)?.shift() ?? {};
    if (packet.error) reject?.(new Error(`${type}: ${packet.message ?? packet.error}`));
    else resolve?.(packet);
  };
  const end = () => { dead ??= new Error('it died'); for (const all of waiting.values()) all.forEach((it) => it.reject(dead)); wake(); };
  return { send, event, receive, end, events };
}

async function load(program) {
  if (!firefox) await launch();
  const { send, event, server } = firefox;
  firefox.program = program;
  const home = `http://127.0.0.1:${server.address().port}`, url = `${home}/program.js`;
  const printed = [], breakpoints = new Map();
  let thread, frames, page;

  // Brings the page to its first `debugger` statement.
  async function open(query) {
    send(firefox.tab, 'navigateTo', { url: `${home}/?${query}`, waitForLoad: false }).catch(() => {});
    page = await event((it) => it.type === 'target-available-form' && it.target.url.endsWith(`?${query}`));
    thread = page.target.threadActor;
    await event((it) => it.type === 'paused' && it.from === thread);
  }
  // Where breakpoints can be set is known when the program has run once.
  const count = load.count = (load.count ?? 0) + 1;
  await open(`${count}a`);
  await stop();
  const { sources } = await send(thread, 'sources');
  const source = sources.find((it) => it.url === url);
  if (!source) throw new Error('the program does not compile');
  const { positions } = await send(source.actor, 'getBreakpointPositionsCompressed', { query: null });
  const places = Object.entries(positions).flatMap(([line, columns]) => columns.map((column) => ({ line: +line, column })))
    .sort((a, b) => a.line - b.line || a.column - b.column);
  await send(thread, 'resume', { resumeLimit: null });
  await open(`${count}b`);

  // What a person at the debugger sees when the program has paused or ended.
  async function stop(resumeLimit = null) {
    await send(thread, 'resume', { resumeLimit });
    const { frame } = await event((it) => it.type === 'paused' && it.from === thread);
    if (frame.where.column >= 3000) return { ended: 'normally' };
    const list = await send(thread, 'frames', { start: 0, count: 50 });
    frames = list.frames.filter((it) => it.where.column < 3000);
    const stack = frames.map((it) => it.type === 'global' ? '(top)' : it.displayName || '(anonymous)');
    const seen = { line: frame.where.line, column: frame.where.column, stack };
    return seen;
  }

  async function setBreakpoint(line, column = 0, options = {}) {
    const place = places.find((it) => it.line > line || (it.line === line && it.column >= column));
    if (!place) return { nowhere: true };
    breakpoints.set(line, { sourceUrl: url, ...place });
    await send(thread, 'setBreakpoint', { location: breakpoints.get(line), options });
    return place;
  }

  async function perform(action) {
    const [, verb, at, rest] = /^(\w+)(?:@(\d+))? ?(.*)$/.exec(action);
    const [, line, column, text] = /^(\d+)(?::(\d+))?(?: if)? ?(.*)$/.exec(rest) ?? [];
    switch (verb) {
      case 'break': return setBreakpoint(+line, column && +column, text ? { condition: text } : {});
      case 'start': return stop();
      case 'resume': return stop();
      case 'in': return stop({ type: 'step' });
    }
    throw new Error(`no such action: ${action}`);
  }

  return { perform, close: () => send(thread, 'resume', { resumeLimit: null }).catch(() => {}) };
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

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
