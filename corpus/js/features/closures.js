// Functions that keep their surroundings: counters, memo tables, composition, currying
function makeCounter(start) {
  let count = start;
  const history = [];
  return {
    up(by = 1) { history.push(count); count += by; return this; },
    undo() { count = history.length ? history.pop() : count; return this; },
    get value() { return count; },
  };
}

const first = makeCounter(10);
const second = makeCounter(0);
first.up().up(5).up();
second.up(100).undo().undo();
console.log(`${first.value} ${second.value} ${first.undo().value}`);

function memoize(fn) {
  const known = new Map();
  let misses = 0;
  const wrapped = n => {
    if (!known.has(n)) {
      misses++;
      known.set(n, fn(n));
    }
    return known.get(n);
  };
  wrapped.misses = () => misses;
  return wrapped;
}

const stairs = memoize(n => (n < 2 ? 1 : stairs(n - 1) + stairs(n - 2)));
console.log(`${stairs(30)} ways, ${stairs.misses()} computed`);

const compose = (...fns) => x => fns.reduceRight((value, fn) => fn(value), x);
const curry = fn => {
  const take = given =>
    given.length >= fn.length ? fn(...given) : next => take([...given, next]);
  return take([]);
};

const volume = curry((a, b, c) => a * b * c);
const slab = volume(2)(3);
console.log(compose(n => n + 1, Math.sqrt, slab)(24));

let shared = "before";
const readers = [() => shared, () => shared.toUpperCase()];
shared = "after";
console.log(readers.map(read => read()).join(" "));
