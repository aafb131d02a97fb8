// Objects between their own properties and those of their prototypes
function Base() {} Base.prototype.list = []; Base.prototype.count = 0;
var a = new Base(), b = new Base();
a.list.push("shared"); a.count++;
console.log(b.list.length + " " + b.count + " " + Object.keys(a).join());
Base.prototype = { count: 99 };
console.log([a.count, b.count, new Base().count, a instanceof Base, a.constructor === Base].join(" "));
delete a.count; console.log(a.count + " " + ({ __proto__: { deep: "inherited" } }).deep);
