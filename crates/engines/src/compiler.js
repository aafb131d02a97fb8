// The driver of a compiler in Node: a line of JSON for each program comes, a line for each answer goes: the text that
// the compiler makes of it, or why it refuses. One program is compiled after the other, so that it is known which one hangs,
// unless the compiler takes many at once (`concurrent`); answers go in the order of requests.
"use strict";
const fs = require("fs");
const transform = load(BINARY, require("module").createRequire(BINARY), OPTIONS);
let begun = "";
let last = Promise.resolve();

function say(reply) {
  const bytes = Buffer.from(JSON.stringify(reply) + "\n");
  for (let at = 0; at < bytes.length;) {
    try { at += fs.writeSync(1, bytes, at, bytes.length - at); }
    catch (error) { if (error.code !== "EAGAIN") throw error; }
  }
}

async function answer({ id, script }) {
  try {
    const text = await transform(script);
    if (typeof text !== "string") throw new Error(`it makes ${typeof text} of it`);
    return { id, text };
  } catch (error) {
    const words = String(error && error.message || error).split("\n").filter(line => line.trim());
    return { id, refused: words.slice(0, 4).join(" ").slice(0, 400).toWellFormed() };
  }
}

process.stdin.setEncoding("utf8");
process.stdin.on("data", chunk => {
  const lines = (begun + chunk).split("\n");
  begun = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    const own = transform.concurrent && answer(request);
    last = last.then(() => own || answer(request)).then(say);
  }
});
process.stdin.on("end", () => last.then(() => process.exit(0)));
say({ version: VERSION });
