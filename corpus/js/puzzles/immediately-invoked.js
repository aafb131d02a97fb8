(function () { console.log("classic"); })();
(function () { console.log("inside out"); }());
!function () { console.log("by operator"); }();
var n = function f(k) { return k ? k + f(k - 1) : 0; }(4);
(() => { console.log("arrow " + n); })();
new function () { this.x = 3; console.log("constructed " + this.x); };
void function () { console.log(typeof arguments[0]); }(1), (a => b => console.log(a + b))(1)(2);
