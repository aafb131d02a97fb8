const compile = (text) => {
  const { code, error } = require(tool).minify(text, structuredClone(options));
  if (error) throw error;
  return code;
};
