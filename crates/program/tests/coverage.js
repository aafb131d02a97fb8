// Runs every program of a folder and prints its name and the ranges of it that never ran, as
// offsets.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { Session } = require("inspector");

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
process.on("unhandledRejection", () => {});

const folder = process.argv[2];
const lines = [];
for (const name of fs.readdirSync(folder).sort()) {
  const context = vm.createContext({ console: { log() {} } }, { microtaskMode: "afterEvaluate" });
  try {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    vm.runInContext(text, context, { filename: name, timeout: 2000 });
  } catch {
    // What it ran until then counts.
  }
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    const script = error ? undefined : taken.result.find(script => script.url === name);
    const ranges = (script?.functions ?? []).flatMap(each => each.ranges);
    const dead = ranges.filter(range => range.count === 0);
    lines.push(name + "\t" + dead.map(range => range.startOffset + "-" + range.endOffset).join(" "));
  });
}
fs.writeFileSync(1, lines.join("\n") + "\n");
process.exit(0);
