var e = "outer", f = "outer";
try { throw "thrown"; }
catch (e) {
  var e = "goes to the parameter";
  var f = e;
  { let e = "deeper"; f += " / " + e; }
}
console.log(e); console.log(f);
try { throw ["a", { b: "c" }]; } catch ([first, { b: second }]) { console.log(first + second); }
console.log(typeof first + " " + typeof second);
