// Assignments that do nothing in sloppy code and throw in strict code
var fixed = Object.freeze({ a: 1 }), half = { get only() { return "got"; } }, heir = Object.create(fixed);
fixed.a = 2; fixed.b = 3; half.only = "set"; heir.a = 9; "text".length = 0; undefined = 1; NaN++;
console.log([fixed.a, typeof fixed.b, half.only, heir.a, typeof undefined].join(" "));
(function () {
  "use strict";
  var attempts = [() => fixed.a = 2, () => half.only = 1, () => nowhere = 1, () => delete fixed.a];
  console.log(attempts.map(f => { try { return f(); } catch (e) { return e.name; } }).join(" "));
})();
