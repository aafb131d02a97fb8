// oven-sh/bun 14242: a module has variables at its top level.
const limit = 3;
let total = 0;
for (let i = 0; i < limit; i++) {
  total += i;
}
const label = "sum";
console.log(label, total);
