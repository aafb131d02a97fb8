// Methods that change a copy: toSorted, toReversed, toSpliced and with, on arrays and typed arrays
const original = Object.freeze([3, 1, 2]);

const sorted = original.toSorted();
const falling = original.toSorted((a, b) => b - a);
const reversed = original.toReversed();
const spliced = original.toSpliced(1, 1, "new", "ones");
const changed = original.with(-1, 99);

console.log([sorted, falling, reversed, spliced, changed].map(list => list.join(" ")).join(" | "));
console.log("original " + original.join(" ") + ", sliced " + original.toSpliced(0, 2).join());

try {
  original.with(3, "outside");
} catch (e) {
  console.log(e.name);
}
try {
  original.sort();
} catch (e) {
  console.log("frozen " + e.name);
}

const holes = [1, , 3];
console.log(Object.keys(holes).length + " " + Object.keys(holes.toReversed()).length);

const bytes = Uint8Array.of(9, 7, 200);
console.log(bytes.toSorted().join() + " " + bytes.with(0, 257).join() + " " + bytes.toReversed().constructor.name);

const versions = [];
let state = ["a", "b", "c"];
const apply = change => {
  versions.push(state);
  state = change(state);
};
apply(s => s.with(1, "B"));
apply(s => s.toSpliced(0, 0, "start"));
apply(s => s.toReversed());
console.log(state.join("") + " <- " + versions.toReversed().map(s => s.join("")).join(" <- "));

const arrayLike = { length: 2, 0: "y", 1: "x" };
console.log(Array.prototype.toSorted.call(arrayLike).join("") + " " + versions.findLast(s => s.length === 3).join(""));
