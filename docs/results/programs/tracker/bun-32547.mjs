// oven-sh/bun 32547: a loop's body has variables and calls a function.
function square(value) {
  const result = value * value;
  return result;
}
function work(items) {
  let total = 0;
  for (const item of items) {
    const doubled = item * 2;
    const squared = square(doubled);
    total += squared;
  }
  return total;
}
const answer = work([1, 2, 3]);
console.log(answer);
