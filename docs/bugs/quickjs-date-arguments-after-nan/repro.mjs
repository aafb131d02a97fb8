// Date does not convert the arguments after one that is NaN
//
//     node repro.mjs [path of qjs]
//
// Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not
// be tried.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tool = process.argv[2] ?? 'qjs';

const test = `assert.throws(TypeError, () => new Date(NaN, 0n));
`;

// What is next to it and passes.
const control = `assert.throws(TypeError, () => new Date(0, 0n));
`;

// --- The test, in a process of its own

// What tests of test262 are written with.
function harness() {
  const show = (value) => typeof value === 'string' ? JSON.stringify(value) : Object.is(value, -0) ? '-0' : String(value);
  const fail = (message) => { throw new Error(message); };
  globalThis.assert = (value) => value === true || fail(`${show(value)} is not true`);
  assert.sameValue = (value, right) => Object.is(value, right) || fail(`${show(value)} is not ${show(right)}`);
  assert.compareArray = (value, right) => assert.sameValue(JSON.stringify([...value]), JSON.stringify(right));
  assert.throws = (error, action) => {
    try { action(); } catch (thrown) { return assert.sameValue(thrown.constructor.name, error.name); }
    fail(`no ${error.name} is thrown`);
  };
}

// Runs a test; what goes wrong, or nothing.
function failure(test) {
  const named = (name, text) => { writeFileSync(join(folder, name), text); return name; };
  named('harness.js', `(${harness})();\n`);
  named('test.js', test);
  named('run.cjs', `const { runInThisContext } = require('vm'), { readFileSync } = require('fs');
    const run = (filename) => runInThisContext(readFileSync(filename, 'utf8'), { filename });
    const fail = (thrown) => { console.error(String(thrown)); process.exit(1); };
    process.on('unhandledRejection', fail);
    try { run('harness.js'); run('test.js'); } catch (thrown) { fail(thrown); }`);
  const done = spawnSync(tool, ['--script', '-I', 'harness.js', 'test.js'], { cwd: folder, encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' });
  if (done.error?.code === 'ETIMEDOUT') return 'no answer';
  if (done.error) throw done.error;
  const said = `${done.stdout}\n${done.stderr}`.trim().split('\n');
  const line = said.find((it) => /Error|uncaught/i.test(it)) ?? said[0];
  return done.status === 0 ? undefined : line.replace(/^Error: /, '');
}

const folder = mkdtempSync(join(tmpdir(), 'repro-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  const beside = control && failure(control);
  if (beside) throw new Error(`the control fails: ${beside}`);
  const what = failure(test);
  console.log(what ? `The test fails: ${what}\nThe bug is there.` : 'The test passes. The bug is not there.');
  process.exit(what ? 1 : 0);
} catch (error) {
  console.log(`could not be tried: ${error.message}`);
  process.exit(2);
}
