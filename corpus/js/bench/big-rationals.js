// Exact rational arithmetic on BigInt: harmonic sums, continued fractions, a linear system

const gcd = (a, b) => {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
};

class Rational {
  constructor(top, bottom = 1n) {
    if (bottom === 0n) throw new RangeError("zero denominator");
    const sign = bottom < 0n ? -1n : 1n;
    const g = gcd(top, bottom);
    this.top = (sign * top) / g;
    this.bottom = (sign * bottom) / g;
  }

  static of(value) {
    return value instanceof Rational ? value : new Rational(BigInt(value));
  }

  plus(other) {
    const o = Rational.of(other);
    return new Rational(this.top * o.bottom + o.top * this.bottom, this.bottom * o.bottom);
  }

  minus(other) {
    const o = Rational.of(other);
    return this.plus(new Rational(-o.top, o.bottom));
  }

  times(other) {
    const o = Rational.of(other);
    return new Rational(this.top * o.top, this.bottom * o.bottom);
  }

  over(other) {
    const o = Rational.of(other);
    return new Rational(this.top * o.bottom, this.bottom * o.top);
  }

  equals(other) {
    const o = Rational.of(other);
    return this.top === o.top && this.bottom === o.bottom;
  }

  toString() {
    return this.bottom === 1n ? `${this.top}` : `${this.top}/${this.bottom}`;
  }
}

function harmonic(n) {
  let sum = new Rational(0n);
  for (let k = 1n; k <= n; k++) sum = sum.plus(new Rational(1n, k));
  return sum;
}

function continuedFraction(value) {
  const terms = [];
  let { top, bottom } = value;
  while (bottom !== 0n) {
    terms.push(top / bottom);
    [top, bottom] = [bottom, top % bottom];
  }
  return terms;
}

const fold = terms =>
  terms.reduceRight(
    (rest, term) => (rest === null ? Rational.of(term) : new Rational(1n).over(rest).plus(term)),
    null
  );

// Gauss elimination without rounding: the famously ill-conditioned Hilbert matrix.
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  for (let p = 0; p < n; p++) {
    for (let r = 0; r < n; r++) {
      if (r === p) continue;
      const factor = rows[r][p].over(rows[p][p]);
      rows[r] = rows[r].map((x, c) => x.minus(rows[p][c].times(factor)));
    }
  }
  return rows.map((row, i) => row[n].over(row[i]));
}

console.log("harmonic 10: " + harmonic(10n));
console.log("harmonic 20: " + harmonic(20n));

const approximation = new Rational(355n, 113n);
const terms = continuedFraction(approximation);
console.log("terms " + terms.join(" ") + ", back " + fold(terms));

const size = 4;
const hilbert = Array.from({ length: size }, (_, i) =>
  Array.from({ length: size }, (_, j) => new Rational(1n, BigInt(i + j + 1)))
);
const solution = solve(hilbert, [1, 1, 1, 1].map(Rational.of));
console.log("solution " + solution.join(" "));
const residuals = hilbert.map(row =>
  row.reduce((sum, x, j) => sum.plus(x.times(solution[j])), Rational.of(0))
);
console.log("exact " + residuals.every(r => r.equals(1)));

try {
  new Rational(1n, 0n);
} catch (e) {
  console.log("refused " + (e instanceof RangeError));
}
