// --- The compiler, and the program that it makes

// Compiles and runs with some options; what comes of it.
function outcome(options) {
  writeFileSync(join(folder, 'case.c'), program);
  const limits = { cwd: folder, encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' };
  const compiled = spawnSync(tool, ['-w', ...options, 'case.c', '-o', 'case', '-lm'], limits);
  if (compiled.error?.code === 'ETIMEDOUT') return 'the compiler does not end';
  if (compiled.error) throw compiled.error;
  if (compiled.status !== 0) return compiled.stderr.split('\n').find((line) => /error/i.test(line)) ?? 'the compiler fails';
  const done = spawnSync(join(folder, 'case'), { ...limits, timeout: 10_000 });
  if (done.error?.code === 'ETIMEDOUT') return 'the program does not end';
  return `exit ${done.signal ?? done.status}${done.stdout && `, prints ${JSON.stringify(done.stdout)}`}`;
}

const folder = mkdtempSync(join(tmpdir(), 'repro-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  const version = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  if (version.error) throw version.error;
  console.log(version.stdout.split('\n')[0]);
  const [right, shown] = [outcome(good), outcome(bad)];
  console.log(`${good.join(' ')}: ${right}\n${bad.join(' ')}: ${shown}`);
  if (!right.startsWith('exit')) throw new Error('the good options fail as well');
  const isThere = right !== shown;
  console.log(isThere ? 'The bug is there.' : 'The bug is not there.');
  process.exit(isThere ? 1 : 0);
} catch (error) {
  console.log(`could not be tried: ${error.message}`);
  process.exit(2);
}
