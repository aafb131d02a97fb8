// What this is: the global object, a wrapped primitive, undefined in strict code, or outer this
function who() { return this === globalThis ? "global" : typeof this; }
function strictly() { "use strict"; return typeof this; }
var owner = { who, arrow: () => typeof this, nested() { return (() => this === owner)(); } };
console.log([who(), who.call(5), who.call(null), owner.who(), (0, owner.who)()].join(" "));
console.log([strictly(), strictly.call(5), strictly.call(null), owner.arrow(), owner.nested()].join(" "));
