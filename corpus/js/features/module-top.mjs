// A module: strict, with a scope of its own, and awaiting at its top
const steps = [];
const later = value => Promise.resolve(value).then(settled => settled * 2);

function note(step) {
  steps.push(step);
  return steps.length;
}

export let count = note("first");
const doubled = await later(21);
count = note("doubled " + doubled);

for await (const part of [later(1), 5, later(3)]) {
  note("part " + part);
}

try {
  await Promise.reject(new RangeError("no"));
} catch (error) {
  note("caught " + error.name);
}

export default steps;
console.log(steps.join(", "));
console.log(count + " " + typeof this + " " + (() => typeof arguments)());
