// Proxies with many traps, a revoked proxy, and a proxy as a prototype
const trace = [];
const handler = {
  get(target, key, receiver) {
    trace.push("get " + String(key));
    return Reflect.get(target, key, receiver);
  },
  set(target, key, value, receiver) {
    trace.push("set " + key);
    return Reflect.set(target, key, typeof value === "number" ? value * 2 : value, receiver);
  },
  has(target, key) { trace.push("has " + key); return !key.startsWith("_") && key in target; },
  deleteProperty(target, key) { trace.push("delete " + key); return delete target[key]; },
  ownKeys(target) { trace.push("keys"); return Reflect.ownKeys(target).filter(k => k[0] !== "_"); },
  getOwnPropertyDescriptor(target, key) {
    trace.push("describe " + key);
    return Reflect.getOwnPropertyDescriptor(target, key);
  },
  defineProperty(target, key, descriptor) {
    trace.push("define " + key);
    return Reflect.defineProperty(target, key, descriptor);
  },
};
const flush = () => trace.splice(0).join(", ");

const target = { a: 1, _hidden: 2 };
const proxy = new Proxy(target, handler);

proxy.b = 21;
console.log(target.b + ": " + flush());
console.log(("_hidden" in proxy) + " " + ("a" in proxy) + ": " + flush());
console.log(Object.keys(proxy).join() + ": " + flush());
proxy.a += 1;
delete proxy.b;
console.log(JSON.stringify(target) + ": " + flush());

const spy = new Proxy(function (x, y) { this && (this.sum = x + y); return x + y; }, {
  apply(fn, self, args) { return "called with " + args.length; },
  construct(fn, args) { return { made: args.join("+") }; },
});
console.log(spy(1, 2, 3) + " " + new spy(4, 5).made + " " + typeof spy);

const negative = new Proxy([10, 20, 30], {
  get: (list, key, self) => /^-\d+$/.test(String(key)) ? list[list.length + Number(key)] : Reflect.get(list, key, self),
});
console.log(negative[-1] + " " + negative[0] + " " + negative.length + " " + Array.isArray(negative));

const defaults = Object.create(new Proxy({}, { get: (_, key) => "no " + String(key) }));
defaults.own = "own";
console.log(defaults.own + " " + defaults.other);

const { proxy: gone, revoke } = Proxy.revocable({ x: 1 }, {});
const before = gone.x;
revoke();
try { gone.x; } catch (e) { console.log(before + " " + e.name); }
