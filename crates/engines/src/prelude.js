// Runs in each fresh realm before the program, and gives its host a function that answers questions
// about what the program does. What it needs it takes now: afterwards everything may be replaced, so
// nothing is looked up that the program can reach. Only syntax that the oldest engines know.
(function (global) {
  "use strict";
  var prototypeOf = Object.getPrototypeOf;
  var describe = Object.getOwnPropertyDescriptor;
  var text = String;
  var names = ["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError",
    "URIError", "AggregateError", "SuppressedError"];
  var prototypes = [];
  for (var at = 0; at < names.length; at++) {
    prototypes[at] = typeof global[names[at]] === "function" ? global[names[at]].prototype : names;
  }
  var check, output = "", longest = 10000;

  function isObject(value) {
    return value !== null && (typeof value === "object" || typeof value === "function");
  }

  function kind(thrown) {
    if (!isObject(thrown)) return text(thrown);
    try {
      var prototype = prototypeOf(thrown);
      for (var at = 0; at < 9; at++) if (prototype === prototypes[at]) return names[at];
    } catch (_) {}
    return "object";
  }

  function message(thrown) {
    if (!isObject(thrown)) return text(thrown);
    try {
      var own = describe(thrown, "message");
      if (own && typeof own.value === "string") return own.value;
    } catch (_) {}
    return kind(thrown);
  }

  function shown(value) {
    if (!isObject(value)) return text(value) + (typeof value === "bigint" ? "n" : "");
    var of = kind(value), about = message(value);
    return of === about ? of : of + ": " + about;
  }

  function print() {
    var line = "";
    for (var at = 0; at < arguments.length; at++) line += (at ? " " : "") + shown(arguments[at]);
    if (output.length < longest) output += line + "\n";
  }

  function hide(object, name, value) {
    Object.defineProperty(object, name,
      { value: value, writable: true, enumerable: false, configurable: true });
  }

  hide(global, "$parallax", function (given) { check = given; });
  hide(global, "print", print);
  var console = {};
  hide(console, "log", print);
  hide(global, "console", console);

  return function (question, thrown) {
    if (question === "kind") return kind(thrown);
    if (question === "message") return message(thrown);
    if (question === "output") return output;
    // The check: nothing is wrong with it, what is, or there was none.
    if (check === undefined) return "none";
    try { check(); } catch (wrong) { return "wrong: " + message(wrong); }
    return "right";
  };
})(this);
