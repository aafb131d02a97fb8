// The name of a function expression cannot be assigned to: silent in sloppy code, loud in strict
var sloppy = function me(n) { me = null; return n ? typeof me + me(n - 1) : "!"; };
var loud = function me() { "use strict"; try { me = 1; } catch (e) { return e.name; } };
var hidden = function me() { var me = "own variable"; return me; };
console.log(sloppy(2) + " " + loud() + " " + hidden() + " " + typeof me);
