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
