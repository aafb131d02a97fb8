// Map and Set: any key, insertion order, changes while iterating, conversions
const keyObject = { k: 1 };
const map = new Map([["a", 1], [NaN, "not a number"], [keyObject, "object"], [0, "zero"]]);

map.set("b", 2).set("a", "changed").delete(0);
console.log(map.size + " " + map.get(NaN) + " " + map.get(keyObject) + " " + map.has({ k: 1 }) + " " + map.get("a"));
console.log([...map.keys()].map(k => typeof k).join(" "));

const counts = new Map();
for (const ch of "mississippi") counts.set(ch, (counts.get(ch) ?? 0) + 1);
console.log([...counts].map(([ch, n]) => ch + n).join(" "));
const most = [...counts.entries()].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
console.log("most " + most[0]);

const set = new Set([3, 1, 3, "3", -0, 0]);
console.log(set.size + " " + [...set].join() + " " + Object.is([...set].pop(), 0));

const growing = new Set([1]);
for (const n of growing) {
  if (n < 20) growing.add(n * 2);
  if (n === 4) growing.delete(2);
  if (n === 8) growing.add(1);
}
console.log([...growing].join(" "));

const visited = [];
const shrinking = new Map([[1, "a"], [2, "b"], [3, "c"]]);
shrinking.forEach((value, key, self) => {
  visited.push(key + value);
  self.delete(key + 1);
});
console.log(visited.join(" ") + ", left " + shrinking.size);

const unique = list => [...new Set(list)];
console.log(unique("abracadabra").join(""));
const inverted = new Map(Array.from(counts, ([k, v]) => [v, k]));
console.log(JSON.stringify(Object.fromEntries(inverted)));

const iterator = set.entries();
console.log(iterator.next().value.join() + " " + iterator[Symbol.toStringTag] + " " + [...iterator].length);
set.clear();
console.log(set.size + " " + iterator.next().done);
