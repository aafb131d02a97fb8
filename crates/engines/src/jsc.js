// The driver in JavaScriptCore's shell: a line of JSON for each test comes, a line for each answer
// goes. Each test has a realm of its own. Values of a realm are only handed to its own prelude, and
// what may be looked at here is looked at by functions that were taken before.
"use strict";
(function () {
  var read = readline, write = print, createRealm = $262.createRealm, drain = drainMicrotasks;
  var parse = JSON.parse, stringify = JSON.stringify, text = String;
  var describe = Object.getOwnPropertyDescriptor, prototypeOf = Object.getPrototypeOf;

  // Nothing but ASCII, so that nobody need decode bytes.
  function say(reply) {
    write(stringify(reply).replace(/[^ -~]/g, function (unit) {
      return "\\u" + ("000" + unit.charCodeAt(0).toString(16)).slice(-4);
    }));
  }

  // A text that is no script fails before any of it runs: the evaluation itself is what throws.
  function isFromParser(error, SyntaxError) {
    if (error === null || typeof error !== "object") return false;
    if (describe(error, "constructor") || prototypeOf(error) !== SyntaxError) return false;
    var stack = describe(error, "stack");
    return Boolean(stack) && typeof stack.value === "string"
      && stack.value.indexOf("evalScript@[native code]") === 0;
  }

  function run(test) {
    var realm = createRealm(), SyntaxError = realm.global.SyntaxError.prototype;
    var ask = realm.evalScript(PRELUDE);
    var how = "ended", thrown;
    try { realm.evalScript(test.script); }
    catch (error) { thrown = error; how = isFromParser(error, SyntaxError) ? "no script" : "threw"; }
    drain();
    function asked(question) { return text(ask(question, thrown)).slice(0, 2000).toWellFormed(); }
    var reply = { id: test.id, how: how };
    if (how === "ended") reply.check = asked("check");
    else { reply.what = asked("kind"); reply.message = asked("message"); }
    reply.output = asked("output");
    say(reply);
  }

  say({ version: "JavaScriptCore/WebKitGTK" });
  for (var line = read(); line; line = read()) run(parse(line));
})();
