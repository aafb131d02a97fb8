// oven-sh/bun 9344: a breakpoint with a condition is set in a loop while the program is paused.
const first = 1;
const second = 2;
let total = first + second;
for (let i = 0; i < 8; i++) {
  const doubled = i + i;
  const tripled = doubled + i;
  total += tripled;
}
console.log(total);
