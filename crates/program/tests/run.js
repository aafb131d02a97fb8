// Runs every program of a folder and prints its name and, as one line of JSON, all it printed and
// how it ended.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { spawnSync } = require("child_process");

const folder = process.argv[2];
const lines = [];
process.on("unhandledRejection", () => {});
for (const name of fs.readdirSync(folder).sort()) {
  if (name.endsWith(".mjs")) {
    const { stdout, status } = spawnSync(process.execPath, [path.join(folder, name)], { timeout: 5000 });
    lines.push(name + "\t" + JSON.stringify([String(stdout).split("\n"), status]));
    continue;
  }
  const printed = [];
  const log = (...values) => void printed.push(values.map(String).join(" "));
  const context = vm.createContext({ console: { log } }, { microtaskMode: "afterEvaluate" });
  let ending = "completed";
  try {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    vm.runInContext(text, context, { filename: "program.js", timeout: 2000 });
  } catch (error) {
    ending = String(error);
  }
  lines.push(name + "\t" + JSON.stringify([printed, ending]));
}
fs.writeFileSync(1, lines.join("\n") + "\n");
process.exit(0);
