const compile = async (text) => (await require(tool).minify(text, structuredClone(options))).code;
