const compile = (text) => {
  const { stdout, stderr, status, error } = spawnSync(tool, options, { input: text, encoding: 'utf8', timeout: 20_000 });
  if (error || status !== 0) throw error ?? new Error(stderr);
  return stdout;
};
