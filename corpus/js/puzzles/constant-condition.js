// Conditions that are constants
if (23) console.log("twenty-three is true");
if (0) console.log("never");
if ("") { console.log("never"); } else { console.log("empty is false"); }
while (false) console.log("never");
do { console.log("once"); } while (0);
for (; null; ) console.log("never");
var pick = 1 ? "left" : "right"; true || console.log("never");
console.log(pick && ![] ? "odd" : pick);
