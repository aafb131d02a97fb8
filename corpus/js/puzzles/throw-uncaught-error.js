// Ends with an uncaught RangeError on purpose, after finally blocks have run
function inner(n) {
  try { if (n === 0) throw new RangeError("bottom"); inner(n - 1); }
  finally { console.log("leaving " + n); }
}
try { inner(1); } catch (e) { console.log("first time caught"); }
inner(2);
console.log("never printed");
