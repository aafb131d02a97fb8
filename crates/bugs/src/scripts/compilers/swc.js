const always = { isModule: false, swcrc: false, configFile: false };
const compile = (text) => {
  const swc = require(tool);
  return (options.compress ? swc.minifySync(text, options) : swc.transformSync(text, { ...always, ...options })).code;
};
