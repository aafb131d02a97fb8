let x = "script"; { let x = "block"; { var seen = [x]; let y = x; { let x = y + "!"; seen.push(x); } } seen.push(x); }
(function x(x) { seen.push(typeof x); { let x = "innermost"; seen.push(x); } x = "assigned"; seen.push(x); })(1);
for (let x = 0; x < 1; x++) { let x = "body"; seen.push(x); }
try { throw "caught"; } catch (x) { seen.push(x); } { class x {} seen.push(typeof x); }
console.log(seen.join(" ") + " " + x);
