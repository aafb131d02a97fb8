// super.x **= 2 is compiled to a syntax error
//
//     node repro.mjs [path of tsc]
//
// Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not
// be tried.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Script, constants, createContext } from 'node:vm';

const tool = process.argv[2] ?? 'tsc';

const program = `class B { get x() { return 3; } set x(v) { this.y = v; } }
class A extends B {
  m() { super.x **= 2; return this.y; }
}
print(new A().m());
`;

// What it prints.
const right = ['9'];

const options = ['--ignoreConfig', '--noCheck', '--noLib', '--allowJs', '--target', 'es2015'];

// What is next to it and compiled right.
const control = `class B { get x() { return 3; } set x(v) { this.y = v; } }
class A extends B {
  m() { super.x *= 2; return this.y; }
}
print(new A().m());
`;
const controlRight = ['6'];

const require = createRequire(/[\\/]/.test(tool) ? resolve(tool) : import.meta.url);
const compile = (text) => {
  const folder = mkdtempSync(join(tmpdir(), 'repro-'));
  try {
    writeFileSync(join(folder, 'program.js'), text);
    const { stdout, error } = spawnSync(tool, [...options, '--outDir', 'out', 'program.js'], { cwd: folder, encoding: 'utf8', timeout: 20_000 });
    if (error || / error TS1\d{3}: /.test(stdout)) throw error ?? new Error(stdout);
    return readFileSync(join(folder, 'out/program.js'), 'utf8');
  } finally { rmSync(folder, { recursive: true }); }
};

// --- The compiled program

// What a script prints, at once and in its jobs, and what ends it.
async function printed(text) {
  const lines = [], realm = createContext(constants.DONT_CONTEXTIFY);
  realm.print = (...values) => lines.push(values.map((value) => Object.is(value, -0) ? '-0' : String(value)).join(' '));
  realm.require = require;
  try { new Script(text, { filename: 'program.js' }).runInContext(realm, { timeout: 20_000 }); }
  catch (error) { lines.push(`${error?.name ?? error}: ${error?.message ?? ''}`); }
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  return lines;
}

async function check(what, program, right) {
  const plain = await printed(program);
  if (plain.join('\n') !== right.join('\n')) throw new Error(`the ${what} itself prints ${JSON.stringify(plain)}`);
  let text;
  try { text = await compile(program); }
  catch (error) {
    if (['ENOENT', 'MODULE_NOT_FOUND'].includes(error?.code)) throw error; // there is no such compiler
    console.log(`${what}: it is refused: ${String(error?.message ?? error).split('\n').find((line) => line.trim())}`);
    return true;
  }
  const found = await printed(text), isRight = found.join('\n') === right.join('\n');
  const words = (lines) => lines.join(' | ') || 'nothing';
  console.log(`${what}: ${isRight ? 'as expected' : `prints ${words(found)}\n  expected: ${words(right)}`}`);
  return !isRight;
}

process.on('unhandledRejection', () => {});
try {
  if (control && await check('control', control, controlRight)) throw new Error('the control fails');
  const isThere = await check('program', program, right);
  console.log(isThere ? 'The bug is there.' : 'The bug is not there.');
  process.exit(isThere ? 1 : 0);
} catch (error) {
  console.log(`could not be tried: ${error.message}`);
  process.exit(2);
}
