// nodejs/node 35660: the argument of a call is a call without arguments. The functions are local, as in a CommonJS module.
function main() {
  let steps = 0;
  function first() {
    steps += 1;
    return steps;
  }
  function second(value) {
    return value * 10;
  }
  let sum = 0;
  second(first());
  sum += steps;
  second(first(1));
  sum += steps;
  return sum;
}
const total = main();
console.log(total);
