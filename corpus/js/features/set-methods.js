// Set methods: union, intersection, difference, symmetric difference and the comparisons
const birds = new Set(["owl", "duck", "penguin", "bat?"]);
const swimmers = new Set(["duck", "penguin", "otter"]);
const show = set => [...set].join(",") || "empty";

console.log("union " + show(birds.union(swimmers)));
console.log("intersection " + show(birds.intersection(swimmers)));
console.log("difference " + show(birds.difference(swimmers)));
console.log("symmetric " + show(birds.symmetricDifference(swimmers)));
console.log("unchanged " + birds.size + " " + swimmers.size);

const pair = new Set(["duck", "penguin"]);
console.log([
  pair.isSubsetOf(birds),
  birds.isSupersetOf(pair),
  pair.isSubsetOf(pair),
  birds.isDisjointFrom(new Set(["otter"])),
  swimmers.isDisjointFrom(birds),
  new Set().isSubsetOf(new Set()),
].join(" "));

// Maps are set-like, and so is anything with size, has and keys.
const ages = new Map([["owl", 3], ["otter", 5]]);
console.log(show(birds.intersection(ages)) + " | " + show(swimmers.union(ages)));

const evenNumbers = {
  size: Infinity,
  has: n => n % 2 === 0,
  *keys() { throw new Error("too many"); },
};
console.log(show(new Set([1, 2, 3, 4]).difference(evenNumbers)) + " | " + show(new Set([1, 2, 3, 4]).intersection(evenNumbers)));

try {
  birds.union(["owl"]);
} catch (e) {
  console.log("arrays are not set-like: " + (e instanceof TypeError));
}
