// Default parameters see earlier parameters, have a scope of their own, and run on each call
var x = "global", calls = 0;
function f(a, b = a + 1, c = () => a, d = calls++) { var a = 50; return [a, b, c(), d].join(); }
function g(y = x) { var x = "local"; return y + " " + x; }
function h(p = q, q = 1) { return p + q; }

console.log(f(1)); console.log(f(1, undefined, null ?? (() => "given"))); console.log(g());
try { h(); } catch (e) { console.log(e.name); }
console.log(h(2) + " " + f.length + " " + calls);
