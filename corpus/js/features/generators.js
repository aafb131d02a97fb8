// Generators: lazy sequences, values sent in, early return, errors thrown in
function* count(from, to = Infinity) {
  for (let n = from; n <= to; n++) yield n;
}

function* take(source, howMany) {
  if (howMany <= 0) return "none";
  let left = howMany;
  for (const item of source) {
    yield item;
    if (--left === 0) return "enough";
  }
  return "exhausted";
}

console.log([...take(count(5), 4)].join(" "));

function* primes() {
  const found = [];
  for (const n of count(2)) {
    if (found.every(p => n % p !== 0)) {
      found.push(n);
      yield n;
    }
  }
}
console.log([...take(primes(), 10)].join(" "));

function* average() {
  let sum = 0, seen = 0, result = null;
  while (true) {
    try {
      const value = yield result;
      sum += value;
      seen += 1;
      result = sum / seen;
    } catch (problem) {
      result = "ignored " + problem;
    } finally {
      if (seen === 3) sum += 0;
    }
  }
}

const running = average();
running.next();
console.log(running.next(10).value + " " + running.next(20).value);
console.log(running.throw("noise").value + " " + running.next(60).value);
console.log(JSON.stringify(running.return("done")) + " " + running.next(1).done);

const object = {
  *[Symbol.iterator]() { yield* Object.keys(this); },
  a: 1,
  b: 2,
};
console.log([...object].join(""));
