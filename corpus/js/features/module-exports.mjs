// Exports of every kind, used before and after they are declared
export { total as sum, Counter };
export const base = 10;
export default function describe(value) {
  return "value " + value;
}

let total = base;
class Counter {
  #count = 0;
  next() {
    this.#count += 1;
    total += this.#count;
    return this.#count;
  }
}

export function* upTo(limit) {
  const counter = new Counter();
  let reached = counter.next();
  while (reached <= limit) {
    yield reached;
    reached = counter.next();
  }
}

const seen = [...upTo(3)];
console.log(describe(seen.join("+")));
console.log(total);
