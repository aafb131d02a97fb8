// Hand-made iterators, and what for-of does to them on break, return, throw and destructuring
const events = [];

function source(name, limit) {
  let n = 0;
  return {
    [Symbol.iterator]() {
      events.push(name + " start");
      return this;
    },
    next() {
      n++;
      return n <= limit ? { value: n, done: false } : { value: undefined, done: true };
    },
    return(value) {
      events.push(name + " closed");
      return { value, done: true };
    },
  };
}

const flush = () => {
  console.log(events.join(", ") || "no events");
  events.length = 0;
};

for (const n of source("full", 2)) events.push("item " + n);
flush();

for (const n of source("break", 5)) {
  if (n === 2) break;
}
flush();

function firstOver(limit) {
  for (const n of source("return", 9)) if (n > limit) return n;
}
events.push("got " + firstOver(3));
flush();

try {
  for (const n of source("throw", 3)) throw n;
} catch (n) {
  events.push("caught " + n);
}
flush();

outer:
for (const a of source("outer", 3)) {
  for (const b of source("inner", 3)) {
    if (b === 2) continue outer;
    if (a === 2) break outer;
  }
}
flush();

const [one, , three] = source("pattern", 9);
const [...all] = source("rest", 3);
events.push(one + three + all.join(""));
flush();
