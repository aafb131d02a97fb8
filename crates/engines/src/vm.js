// The driver in Node, Deno and Bun: a line of JSON for each test comes, a line for each answer goes.
// Each test has a `vm` context of its own, and no object of this realm that could be of use gets there.
"use strict";
var fs = require("fs");
var vm = require("vm");

// Since Node 22.8 a context can have an ordinary global object; before, an object of the caller's
// was put in front of it.
var ordinary = vm.constants && vm.constants.DONT_CONTEXTIFY || {};
var prelude = new vm.Script(PRELUDE, { filename: "prelude.js" });
// Where a test imports something, an error of this realm gets there after all. What could be done
// with it here takes a constructor of functions.
["function () {}", "function* () {}", "async function () {}", "async function* () {}"]
  .forEach(function (kind) {
  var made;
  try { made = vm.runInThisContext("(" + kind + ")"); } catch (_) { return; }
  Object.defineProperty(Object.getPrototypeOf(made), "constructor", { value: void 0 });
});
var waiting = [];
var begun = "";
var busy = false;

// At most so many characters of what may be of any length, and no half of a surrogate pair.
function cut(text) {
  return Buffer.from(text.length > 2000 ? text.slice(0, 2000) : text).toString();
}

function say(reply) {
  var bytes = Buffer.from(JSON.stringify(reply) + "\n");
  for (var at = 0; at < bytes.length;) {
    try { at += fs.writeSync(1, bytes, at, bytes.length - at); }
    catch (error) { if (error.code !== "EAGAIN") throw error; }
  }
}

function next() {
  busy = waiting.length > 0;
  if (busy) run(JSON.parse(waiting.shift()));
}

function run(test) {
  var realm = vm.createContext(typeof ordinary === "symbol" ? ordinary : {});
  var ask = prelude.runInContext(realm);
  var how = "ended", thrown, script;
  try { script = new vm.Script(test.script, { filename: "test.js" }); }
  catch (error) {
    // One of this realm's own, so it may be looked at.
    how = error instanceof SyntaxError ? "no script" : "threw";
    return finish({ id: test.id, how: how, what: error.name, message: String(error.message) });
  }
  try { script.runInContext(realm); }
  catch (error) { how = "threw"; thrown = error; }
  // All jobs run before the next turn.
  setImmediate(function () { finish(answer(test.id, how, thrown, ask)); });
}

function answer(id, how, thrown, ask) {
  if (how === "threw") {
    return { id: id, how: how, what: cut(ask("kind", thrown)), message: cut(ask("message", thrown)),
      output: cut(ask("output")) };
  }
  var check = cut(ask("check"));
  return { id: id, how: how, check: check, output: cut(ask("output")) };
}

function finish(reply) {
  say(reply);
  next();
}

// Programs leave rejected promises behind, which is nobody's business.
process.on("unhandledRejection", function () {});
process.stdin.setEncoding("utf8");
process.stdin.on("data", function (chunk) {
  var lines = (begun + chunk).split("\n");
  begun = lines.pop();
  waiting.push.apply(waiting, lines);
  if (!busy) next();
});
process.stdin.on("end", function () { process.exit(0); });
say({ version: VERSION });
