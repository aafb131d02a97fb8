console.log(typeof neverDeclaredAnywhere);
try { neverDeclaredAnywhere; } catch (e) { console.log(e.name); }
try { typeof inDeadZone; let inDeadZone; } catch (e) { console.log(e.name); }
(function () { madeByAssignment = "now global"; })();
console.log(typeof madeByAssignment + " " + madeByAssignment);
console.log([typeof null, typeof [], typeof /x/, typeof class {}, typeof 1n, typeof Symbol()].join(" "));
