// </script> in a tagged template is escaped, which changes its raw text
//
//     node repro.mjs [path of oxc-minify]
//
// Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not
// be tried.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Script, constants, createContext } from 'node:vm';

const tool = process.argv[2] ?? 'oxc-minify';

const program = `print(String.raw\`</script>\`.length);
`;

// What it prints.
const right = ['9'];

const options = {};

// What is next to it and compiled right.
const control = `print(\`</script>\`.length);
`;
const controlRight = ['9'];

const require = createRequire(/[\\/]/.test(tool) ? resolve(tool) : import.meta.url);
const compile = (text) => {
  const { code, errors } = require(tool).minifySync('program.js', text, options);
  if (errors.length) throw errors[0];
  return code;
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
