// Compiles every program of a folder and prints its name and the places where V8 can pause in it.
"use strict";
const fs = require("fs");
const path = require("path");
const { Session } = require("inspector");

const session = new Session();
session.connect();
session.post("Runtime.enable");
session.post("Debugger.enable");

const folder = process.argv[2];
const lines = [];
for (const name of fs.readdirSync(folder).sort()) {
  const expression = fs.readFileSync(path.join(folder, name), "utf8");
  const script = { expression, sourceURL: name, persistScript: true };
  session.post("Runtime.compileScript", script, (error, { scriptId }) => {
    if (!scriptId) return; // newer than this engine
    const start = { scriptId, lineNumber: 0, columnNumber: 0 };
    session.post("Debugger.getPossibleBreakpoints", { start }, (error, { locations }) => {
      const places = locations.map(place => place.lineNumber + 1 + ":" + place.columnNumber);
      lines.push(name + "\t" + places.join(" "));
    });
  });
}
fs.writeFileSync(1, lines.join("\n") + "\n");
process.exit(0);
