// What finally does to a return, to a throw, and to a loop
function overridden() { try { return "try"; } finally { return "finally"; } }
function swallowed() { try { throw 1; } finally { return "no error"; } }
function unchanged() { var x = "old"; try { return x; } finally { x = "new"; } }
function looped() {
  for (var i = 0; i < 3; i++) {
    try { if (i === 1) return "left"; } finally { if (i === 1) continue; }
  }
  return "ran to " + i;
}
console.log([overridden(), swallowed(), unchanged(), looped()].join(", "));
