// Sieve of Eratosthenes over odd numbers, twin primes and prime gaps, in old var style

var LIMIT = 5000;

/* Marks composites among the odd numbers; index i stands for 2*i + 1. */
function buildSieve(limit) {
  var size = (limit + 1) >> 1;
  var composite = [];
  var i, j;

  for (i = 0; i < size; i++) composite[i] = false;
  composite[0] = true; // one is not a prime

  for (i = 1; (2 * i + 1) * (2 * i + 1) <= limit; i++) {
    if (composite[i]) continue;
    var p = 2 * i + 1;
    for (j = 2 * i * (i + 1); j < size; j += p) {
      composite[j] = true;
    }
  }
  return composite;
}

function collect(composite, limit) {
  var primes = [2], i;
  for (i = 1; i < composite.length; i++) {
    if (!composite[i] && 2 * i + 1 <= limit) { primes.push(2 * i + 1); }
  }
  return primes;
}

// Trial division, used to check the sieve.
function isPrimeSlow(n) {
  if (n < 2) return false;
  if (n % 2 === 0) return n === 2;
  var d = 3;
  while (d * d <= n) {
    if (n % d === 0) return false;
    d += 2;
  }
  return true;
}

function twinCount(primes) {
  var twins = 0;
  for (var i = 1; i < primes.length; i++)
    if (primes[i] - primes[i - 1] === 2)
      twins++;
  return twins;
}

function widestGap(primes) {
  var best = { start: 0, gap: 0 };
  for (var i = 1; i < primes.length; i++) {
    var gap = primes[i] - primes[i - 1];
    if (gap > best.gap) best = { start: primes[i - 1], gap: gap };
  }
  return best;
}

var sieve = buildSieve(LIMIT);
var primes = collect(sieve, LIMIT);
var gap = widestGap(primes);

var disagreements = 0, at = 0;
for (var n = 0; n <= LIMIT; n += 7) {
  while (at < primes.length && primes[at] < n) at++;
  if ((primes[at] === n) !== isPrimeSlow(n)) disagreements++;
}

console.log("primes below " + LIMIT + ": " + primes.length);
console.log("last: " + primes[primes.length - 1]);
console.log("twins: " + twinCount(primes));
console.log("widest gap: " + gap.gap + " after " + gap.start);
console.log("disagreements: " + disagreements);
