const always = { sourceType: 'script', babelrc: false, configFile: false };
const compile = (text) => require(tool).transform(text, { ...always, ...options }).code;
