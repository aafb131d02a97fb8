// Code that is never reached, and variables that are never used
function f(x) {
  var unused = x * 2;
  return typeof later;
  var later = "never assigned";
  console.log("never printed");
  function hoisted() { return "reachable"; }
}
function g() { return hoisted(); if (true) { throw "never"; } function hoisted() { return "from below"; } }
function h() { throw g(); return 1; }
for (;;) { break; console.log("never"); }
try { h(); } catch (e) { console.log(f(1) + " " + e); }
