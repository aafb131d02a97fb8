// Spread in calls, arrays, objects and constructors; rest parameters
function stats(label, ...numbers) {
  const sum = numbers.reduce((a, b) => a + b, 0);
  return `${label}: ${numbers.length} numbers, sum ${sum}, max ${Math.max(...numbers)}`;
}

const odd = [1, 3, 5];
const even = new Set([2, 4, 4]);
console.log(stats("odd", ...odd));
console.log(stats("mixed", 0, ...odd, ...even, 9));
console.log(stats("none"));

const letters = [..."h\u{1F41F}i", ...[], ...[,"x"]];
console.log(letters.length + " " + typeof letters[3]);

const base = { a: 1, b: { deep: true }, get c() { return "read once"; } };
const clone = { z: 0, ...base, a: 2, ...null, ...undefined, ..."ok", ...[7] };
clone.b.deep = "shared";
console.log(JSON.stringify(clone));
console.log(base.b.deep + " " + ("get" in Object.getOwnPropertyDescriptor(clone, "c")));

const date = new Date(Date.UTC(...[2000, 1], ...new Set([29, 12])));
console.log(date.toISOString());

const point = new (class { constructor(...xyz) { this.xyz = xyz; } })(...odd, ...odd);
console.log(point.xyz.join(""));

const partial = (fn, ...early) => (...late) => fn(...early, ...late);
const join = (...parts) => parts.join("");
console.log(partial(join, "a", "b")("c", ...["d", "e"]));
console.log(join.length + " " + stats.length + " " + ((a, b, ...c) => c).length);

const { a, ...withoutA } = clone;
const [head, ...tail] = Object.keys(withoutA);
console.log(head + " | " + tail.join(" "));
