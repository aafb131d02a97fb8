// Atomics on an ordinary buffer: each operation returns the old value
const cells = new Int32Array(4);

const steps = [
  Atomics.store(cells, 0, 10),
  Atomics.add(cells, 0, 5),
  Atomics.sub(cells, 0, 3),
  Atomics.and(cells, 0, 0b1000),
  Atomics.or(cells, 0, 0b0011),
  Atomics.xor(cells, 0, 0b1111),
  Atomics.exchange(cells, 0, 77),
  Atomics.load(cells, 0),
];
console.log(steps.join(" "));

const missed = Atomics.compareExchange(cells, 0, 1, 100);
const swapped = Atomics.compareExchange(cells, 0, 77, 100);
console.log(`${missed} ${swapped} ${cells[0]}`);

// A spin lock that never has to wait.
function withLock(task) {
  while (Atomics.compareExchange(cells, 1, 0, 1) !== 0);
  try {
    return task();
  } finally {
    Atomics.store(cells, 1, 0);
  }
}
const total = withLock(() => Atomics.add(cells, 2, 8) + Atomics.add(cells, 2, 8));
console.log(total + " " + cells.join());

try {
  Atomics.add(new Float64Array(1), 0, 1);
} catch (e) {
  console.log(e.name + " " + Atomics.isLockFree(4));
}
console.log("nobody to wake: " + Atomics.notify(cells, 0, 1));
