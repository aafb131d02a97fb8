// Labels on loops and blocks, with break and continue from loops, switches and try statements
const grid = [
  [4, 8, 15],
  [16, 0, 23],
  [42, 7, 9],
];

let found = null;
search:
for (const [y, row] of grid.entries()) {
  for (const [x, value] of row.entries()) {
    if (value === 0) {
      found = `${x},${y}`;
      break search;
    }
  }
}
console.log("zero at " + found);

const primes = [];
candidates: for (let n = 2; n < 30; n++) {
  for (const p of primes) {
    if (p * p > n) break;
    if (n % p === 0) continue candidates;
  }
  primes.push(n);
}
console.log(primes.join(" "));

let text = "";
reader: while (true) {
  switch (text.length) {
    case 0: text += "a"; continue reader;
    case 3: break reader;
    default: text += "b"; break;
  }
  text += "-";
  if (text.length > 3) break;
}
console.log(text);

let cleaned = 0;
outer: do {
  for (let i = 0; ; i++) {
    try {
      if (i === 2) break outer;
      if (i % 2) continue;
    } finally {
      cleaned++;
    }
  }
} while (true);
console.log("cleaned " + cleaned);
setup: {
  const ready = cleaned > 2;
  if (ready) break setup;
  console.log("never printed");
}
a: b: for (var k = 0; k < 5; k++) { if (k < 3) continue a; break b; }
console.log("k " + k);
