const compile = (text) => {
  const folder = mkdtempSync(join(tmpdir(), 'repro-'));
  try {
    writeFileSync(join(folder, 'program.js'), text);
    const { stdout, error } = spawnSync(tool, [...options, '--outDir', 'out', 'program.js'], { cwd: folder, encoding: 'utf8', timeout: 20_000 });
    if (error || / error TS1\d{3}: /.test(stdout)) throw error ?? new Error(stdout);
    return readFileSync(join(folder, 'out/program.js'), 'utf8');
  } finally { rmSync(folder, { recursive: true }); }
};
