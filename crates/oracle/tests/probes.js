// Runs scripts, which come as a file of JSON, each in a realm of its own, and prints for each a line of
// JSON: what it printed, how it ended, and what its report printed.
"use strict";
const fs = require("fs");
const vm = require("vm");

process.on("unhandledRejection", () => {});

function run({ prelude, text, report }) {
  const printed = [];
  const realm = vm.createContext({}, { microtaskMode: "afterEvaluate" });
  realm.console = vm.runInContext("({})", realm);
  realm.console.log = (...values) => void printed.push(values.map(String).join(" "));
  vm.runInContext(prelude, realm);
  let ending;
  try {
    const value = vm.runInContext(text, realm, { filename: "program.js", timeout: 20000 });
    ending = "value " + (Object(value) === value ? "object" : String(value));
  } catch (error) {
    ending = "throws " + String(error);
    vm.runInContext("", realm); // jobs do not run after a script that throws, but after the next
  }
  const output = printed.splice(0);
  vm.runInContext(report, realm);
  return { output, ending, report: printed };
}

for (const script of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
  fs.writeFileSync(1, JSON.stringify(run(script)) + "\n");
}
process.exit(0);
