// Object patterns: renaming, defaults, computed keys, rest, nesting, assignment and loops
const settings = {
  title: "sketch",
  size: { width: 30, height: undefined, unit: { name: "mm" } },
  tags: ["ink", "paper"],
  1: "numeric",
};

const { title, title: heading, missing = "none", size: { width: w, height: h = w * 2 } } = settings;
console.log(`${title} ${heading} ${missing} ${w}x${h}`);

const { size: { unit: { name: unitName }, ...sizes }, ...others } = settings;
console.log(unitName + " " + Object.keys(sizes).join() + " " + Object.keys(others).join());

const key = "ta" + "gs";
const { [key]: [firstTag, ...moreTags], [1]: numeric, weight = 0 } = settings;
console.log(firstTag + " " + moreTags + " " + numeric + " " + weight);

let width, depth;
({ width, depth = 5 } = settings.size);
console.log(width + depth);

const box = {};
({ title: box.label, size: { width: box["w"] } } = settings);
console.log(JSON.stringify(box));

const { length: letters, [2]: third } = "lantern";
console.log(letters + third);

const people = [
  { id: 1, name: { first: "Mira", last: "Oak" }, born: 1980 },
  { id: 2, name: { first: "Jon" } },
];
for (const { id, name: { first, last = "(unknown)" }, born: year = "?" } of people) {
  console.log([id, first, last, year].join(" "));
}

try {
  const { inner: { deep } } = settings;
  console.log(deep);
} catch (e) {
  console.log(e.name);
}

let order = "";
const { a = (order += "a"), b = (order += "b"), c = (order += "c") } = { get b() { order += "B"; } };
console.log(order + " " + a + " " + b + " " + c);
