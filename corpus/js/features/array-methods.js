// Array methods: flat, flatMap, at, find from both ends, copyWithin, includes, holes, stable sorting
const nested = [1, [2, [3, [4, [5]]]], , 6];
console.log(nested.flat().length + " " + nested.flat(2).length + " " + nested.flat(Infinity).join(""));
console.log(["a b", "c", "d e f"].flatMap(s => s.split(" ")).join("") + " " + [1, 2].flatMap(n => [[n]]).length);

const numbers = [5, 12, 8, 130, 44];
console.log([
  numbers.at(-2),
  numbers.find(n => n > 10),
  numbers.findIndex(n => n > 10),
  numbers.findLast(n => n > 10),
  numbers.findLastIndex(n => n < 10),
  String(numbers.find(n => n > 1000)),
].join(" "));

console.log(Array.from("abc", (c, i) => c + i).join() + " " + Array.of(7).length + " " + new Array(7).length);
console.log([1, 2, 3, 4, 5].copyWithin(0, 3).join("") + " " + new Array(3).fill("z", 1).join("-"));
console.log([NaN].includes(NaN) + " " + [1, 2, 3].includes(3, -1) + " " + numbers.lastIndexOf(8, -4));

const entries = [];
for (const [i, v] of ["x", "y"].entries()) entries.push(i + v);
console.log(entries.join() + " " + [...["p", "q"].keys()].join(""));

const people = [["Cleo", 30], ["Abe", 25], ["Bo", 30], ["Di", 25]];
people.sort((a, b) => a[1] - b[1]); // stable: equal ages stay in order
console.log(people.map(([n]) => n).join(" ") + " " + [10, 9, 1, undefined, , 2].sort().join());

const holes = [1, , 3];
let visits = 0;
holes.forEach(() => visits++);
console.log(`${holes.length} ${visits} ${1 in holes} ${holes.map(n => n * 2).join()} ${Object.keys(holes)} ${[...holes].length}`);

const removed = numbers.splice(1, 2, "in", "serted", "!");
console.log(removed.join() + " / " + numbers.join());
console.log(numbers.reduceRight((text, v) => text + v, "") + " " + [1, 2, 3].some(n => n > 2) + [].every(Boolean));
numbers.length = 2;
numbers[4] = "far";
console.log(numbers.length + " " + numbers.indexOf(undefined) + " " + numbers.findIndex(v => v === undefined));
