const compile = (text) => {
  const { code, errors } = require(tool).minifySync('program.js', text, options);
  if (errors.length) throw errors[0];
  return code;
};
