// All cases of a switch share one lexical scope, so a let may exist but not be ready
function pick(n) {
  let v = "outer";
  switch (n) {
    case 0: let v = "inner"; return v;
    case 1: try { return v; } catch (e) { return e.name; }
    case 2: v = "set"; return v;
    default: { const v = "block"; return v; }
  }
}
for (const n of [0, 1, 2, 3]) {
  try { console.log(n, pick(n)); } catch (e) { console.log(n, "threw " + e.name); }
}
