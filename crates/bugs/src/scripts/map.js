// --- The compiler and its source map

// Compiles a program; the places of it, as line and column, that some place of the compiled text leads to.
function places(program) {
  writeFileSync(join(folder, 'in.js'), program);
  const done = spawnSync(tool, ['in.js', '--sourcemap', '--outfile=out.js'], { cwd: folder, encoding: 'utf8', timeout: 20_000 });
  if (done.error) throw done.error;
  if (done.status !== 0) return done.stderr.trim().split('\n')[0];
  const { mappings } = JSON.parse(readFileSync(join(folder, 'out.js.map'), 'utf8'));
  const found = [], at = [0, 0, 0, 0, 0];
  for (const segment of mappings.split(/[,;]/)) {
    numbers(segment).forEach((number, field) => { at[field] += number; });
    if (segment) found.push(`${at[2] + 1}:${at[3]}`);
  }
  return found;
}

// The numbers of a segment, in base 64 with five bits a digit, the lowest first.
function numbers(segment) {
  const all = [];
  let number = 0, shift = 0;
  for (const digit of segment) {
    const bits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(digit);
    number += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    all.push(number & 1 ? -(number >> 1) : number >> 1);
    number = shift = 0;
  }
  return all;
}

function check(what, program, wanted) {
  const found = places(program);
  if (typeof found === 'string') {
    console.log(`${what}: it is refused: ${found}`);
    return true;
  }
  const missing = wanted.filter((place) => !found.includes(place));
  console.log(`${what}: ${missing.length ? `nothing leads to ${missing.join(', ')}` : 'as expected'}`);
  return missing.length > 0;
}

const folder = mkdtempSync(join(tmpdir(), 'repro-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  const version = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  if (version.error) throw version.error;
  console.log(`esbuild ${version.stdout.trim()}`);
  if (control && check('control', control, controlPlaces)) throw new Error('the control fails');
  const isThere = check('program', program, expected);
  console.log(isThere ? 'The bug is there.' : 'The bug is not there.');
  process.exit(isThere ? 1 : 0);
} catch (error) {
  console.log(`could not be tried: ${error.message}`);
  process.exit(2);
}
