// Iterator helpers: lazy map, filter, take, drop, flatMap, reduce and Iterator.from
const log = [];
function* naturals() {
  try {
    for (let n = 1; ; n++) {
      log.push(n);
      yield n;
    }
  } finally {
    log.push("closed");
  }
}

const result = naturals()
  .filter(n => n % 2 === 1)
  .map(n => n * n)
  .drop(1)
  .take(3)
  .toArray();
console.log(result.join(" ") + " | pulled " + log.join(" "));

console.log(naturals().take(5).reduce((a, b) => a + b) + " " + naturals().take(4).some(n => n > 3));
console.log(naturals().find(n => n * n > 50) + " " + [1, 2].values().every(n => n > 0));

const words = ["ab", "cde"].values().flatMap(word => [...word, "|"]);
console.log(words.next().value + " " + [...words].join(""));

const seen = [];
new Map([["k", 1], ["l", 2]]).entries().forEach(([key, value], index) => seen.push(key + value + index));
console.log(seen.join());

let step = 0;
const handmade = { next: () => ({ value: step++, done: step > 4 }) };
const wrapped = Iterator.from(handmade);
console.log((wrapped instanceof Iterator) + " " + wrapped.map((v, i) => v * 10 + i).toArray().join());

class Countdown extends Iterator {
  #left;
  constructor(from) { super(); this.#left = from; }
  next() { return this.#left > 0 ? { value: this.#left--, done: false } : { value: undefined, done: true }; }
}
console.log(new Countdown(5).filter(n => n !== 3).toArray().join(" "));

const lazy = naturals().map(n => { throw new RangeError("at " + n); });
try {
  lazy.next();
} catch (e) {
  console.log(e.name + ", last event " + log.at(-1));
}
