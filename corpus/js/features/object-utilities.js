// Object.entries, fromEntries, assign, values, is, hasOwn, and round trips through JSON
const prices = { tea: 3, coffee: 4, cake: 5 };

const doubled = Object.fromEntries(Object.entries(prices).map(([k, v]) => [k, v * 2]));
console.log(JSON.stringify(doubled) + " " + Object.values(doubled).reduce((a, b) => a + b));

const inverted = Object.fromEntries(Object.entries(prices).map(([item, price]) => [price, item]));
console.log(JSON.stringify(inverted) + " " + JSON.stringify(Object.fromEntries(new Map([["k", [1]]]))));

const target = { a: 1, nested: { x: 1 } };
const merged = Object.assign(target, { b: 2 }, null, { nested: { y: 2 } }, "hi");
console.log((merged === target) + " " + JSON.stringify(merged));

console.log([Object.is(NaN, NaN), Object.is(0, -0), Object.is("a", "a"), Object.is({}, {})].join(" "));

const bare = Object.create(null);
bare.key = "value";
console.log(Object.hasOwn(bare, "key") + " " + ("toString" in bare) + " " + Object.hasOwn(prices, "toString"));

const record = {
  when: new Date(Date.UTC(2001, 8, 9, 1, 46, 40)),
  skip: undefined,
  fn() {},
  list: [undefined, () => 1, Symbol("s"), NaN, -0],
  custom: { toJSON(key) { return "made for " + key; } },
  text: "line\nbreak \ud800",
};
console.log(JSON.stringify(record));

const revived = JSON.parse('{"a":{"date":"2001-09-09"},"b":[1,2,3]}', function (key, value) {
  if (key === "date") return new Date(value);
  if (Array.isArray(this)) return value * 10;
  return value;
});
console.log(revived.a.date.getTime() + " " + revived.b.join());
console.log(JSON.stringify({ z: 1, a: [2, { b: 3, c: 4 }] }, ["a", "b"]) + " " + JSON.stringify([1, { x: 2 }], null, 1).split("\n").length);

for (const key in Object.assign(Object.create({ inherited: 1 }), { 2: "", b: "", 1: "", a: "" })) console.log("key " + key);
