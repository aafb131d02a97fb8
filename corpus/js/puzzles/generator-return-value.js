// The value a generator returns is seen by next but not by loops
function* g() { try { const got = yield 1; yield got; return "returned"; } finally { seen.push("closed"); } }
var seen = [];
for (const v of g()) seen.push(v);
var it = g(), show = r => r.value + (r.done ? "!" : "");
console.log([it.next("ignored"), it.next("sent"), it.next(), it.next()].map(show).join(" "));
it = g(); it.next();
console.log([it.return("early"), it.next()].map(show).join(" ") + " " + seen.join());
it = g();
console.log(show(it.return("unstarted")) + " " + seen.length);
