// nodejs/node 44232: a class declares a field behind a static method.
class Counter {
  static create(start) {
    const doubled = start * 2;
    const counter = new Counter();
    counter.value += doubled;
    return counter;
  }
  value = 1;
}
let total = 0;
for (let i = 1; i <= 3; i++) {
  const made = Counter.create(i);
  total += made.value;
}
console.log(total);
