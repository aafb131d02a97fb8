// BigInt: exact arithmetic, mixing with numbers, shifts, wrapping, modular powers
const huge = 2n ** 80n + 1n;
console.log(`${huge} ${huge % 1_000n} ${-huge / 7n}`);
console.log(`${BigInt(Number.MAX_SAFE_INTEGER) + 2n} ${BigInt("0xff")} ${BigInt(" 12 ")} ${0b101n + 0o17n}`);
console.log(`${1n < 2} ${2n == 2} ${2n === 2} ${typeof 2n} ${0n ? "true" : "false"} ${10n > 9n}`);
console.log(`${-7n / 2n} ${-7n % 2n} ${-5n >> 1n} ${5n & -2n} ${~5n} ${1n << 70n}`);
console.log(`${BigInt.asIntN(8, 200n)} ${BigInt.asUintN(8, -1n)} ${Number(2n ** 60n)} ${parseInt("9n")}`);

function modPower(base, exponent, modulus) {
  let result = 1n;
  for (base %= modulus; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

const prime = 2n ** 61n - 1n;
const witness = [2n, 3n, 5n].every(a => modPower(a, prime - 1n, prime) === 1n);
console.log("passes the Fermat test: " + witness);

function squareRoot(n) {
  if (n < 2n) return n;
  let x = n;
  for (let y = (x + 1n) >> 1n; y < x; y = (x + n / x) >> 1n) x = y;
  return x;
}
console.log(squareRoot(2n * 10n ** 40n).toString());

let factorial = 1n;
for (let i = 1n; i <= 25n; i++) factorial *= i;
console.log(factorial.toString() + " " + factorial.toString(36));

const attempts = [() => 1n + 1, () => +1n, () => BigInt(1.5), () => 1n / 0n, () => Math.max(1n), () => JSON.stringify(1n)];
console.log(attempts.map(f => { try { return f(); } catch (e) { return e.name; } }).join(" "));
console.log([3n, 1, 10n, 2].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join(" "));
