const compile = (text) => {
  const { code, errors } = require(tool).transformSync('program.js', text, { sourceType: 'script', ...options });
  if (errors.length) throw errors[0];
  return code;
};
