// Computed names, shorthand, methods in literals, property order and __proto__
let n = 0;
const prefix = "item";
const width = 4, height = 2;

const object = {
  [`${prefix}${++n}`]: "first",
  [prefix + ++n]: "second",
  width,
  height,
  area() { return this.width * this.height; },
  async later() { return this.width; },
  *both() { yield this.width; yield this.height; },
  get [`p${n}`]() { return "got"; },
  ["a b"]: 1,
  2.5: "decimal",
  10: "ten",
  0x9: "nine",
  "1": "one",
};

console.log(Object.keys(object).join());
console.log(object.area() + " " + [...object.both()].join() + " " + object.p2 + " " + object["a b"]);

const order = [];
const key = k => (order.push("key " + k), k);
const value = v => (order.push("value " + v), v);
const ordered = { [key("x")]: value(1), [key("y")]: value(2), [key("x")]: value(3) };
console.log(order.join(", ") + " -> " + JSON.stringify(ordered));

class Codes {
  static [`${prefix}Count`] = n;
  [prefix]() { return "method " + this.constructor[prefix + "Count"]; }
  static *[Symbol.iterator]() { yield* ["c1", "c2"]; }
}
console.log(new Codes()[prefix]() + " " + [...Codes].join());

const proto = { inherited: true };
const a = { __proto__: proto };
const b = { ["__proto__"]: proto };
console.log([a.inherited, Object.keys(a).length, typeof b.inherited, Object.keys(b).join()].join(" "));

const names = { method() {}, arrow: () => {}, ["calc" + 1]: function () {}, fn: function own() {} };
console.log(Object.values(names).map(f => f.name).join(" "));
