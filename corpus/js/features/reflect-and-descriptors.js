// Reflect, property descriptors, frozen and sealed objects, and changing prototypes
const point = { x: 1 };
console.log([
  Reflect.has(point, "x"),
  Reflect.set(point, "y", 2),
  Reflect.get(point, "y"),
  Reflect.deleteProperty(point, "x"),
  Reflect.ownKeys(point).join(),
].join(" "));

class Greeter {
  constructor(name) { this.name = name; }
  greet(mark) { return "hi " + this.name + mark; }
}
const made = Reflect.construct(Greeter, ["Lu"]);
console.log(Reflect.apply(Greeter.prototype.greet, made, ["!"]) + " " + (Reflect.getPrototypeOf(made) === Greeter.prototype));

const withGetter = { get self() { return this.tag; }, tag: "own" };
console.log(Reflect.get(withGetter, "self", { tag: "borrowed" }) + " " + withGetter.self);

const item = Object.defineProperties({}, {
  fixed: { value: 1, enumerable: true },
  open: { value: 2, writable: true, configurable: true },
});
item.fixed = 99;
item.open = 98;
console.log(item.fixed + " " + item.open + " " + Object.keys(item).join());
console.log(JSON.stringify(Object.getOwnPropertyDescriptors(item)));
console.log(Reflect.defineProperty(item, "fixed", { value: 5 }) + " " + Reflect.set(item, "fixed", 5));

const states = {
  plain: {},
  closed: Object.preventExtensions({ a: 1 }),
  sealed: Object.seal({ a: 1 }),
  frozen: Object.freeze({ a: 1, inner: {} }),
};
for (const [name, object] of Object.entries(states)) {
  const added = Reflect.set(object, "b", 1);
  const changed = Reflect.set(object, "a", 2);
  const removed = Reflect.deleteProperty(object, "a");
  console.log(`${name}: add ${added}, change ${changed}, remove ${removed}`);
}
states.frozen.inner.deep = "changeable";
console.log(states.frozen.inner.deep);

const cat = { sound: "meow" };
const beast = Object.create(cat, { legs: { value: 4 } });
Reflect.setPrototypeOf(beast, { sound: "growl" });
console.log(beast.sound + " " + cat.isPrototypeOf(beast) + " " + Reflect.setPrototypeOf(states.frozen, cat));
