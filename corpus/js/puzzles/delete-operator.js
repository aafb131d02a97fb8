// What can be deleted and what cannot
var declared = 1, o = { a: 1, get b() { return 2; } }, list = [1, 2, 3];
assigned = 2;
console.log([delete declared, delete assigned, delete o.a, delete o.none, delete 5].join(" "));
console.log(typeof declared + " " + typeof assigned + " " + Object.keys(o).join());
console.log([delete list[1], list.length, 1 in list, [...list].join("|")].join(" "));
(function (p) { console.log([delete p, typeof p].join(" ")); })("kept");
(function (q) { console.log([delete arguments[0], q, arguments.length].join(" ")); })("unlinked");
try { (() => { "use strict"; delete Object.freeze([1])[0]; })(); } catch (e) { console.log(e.name); }
