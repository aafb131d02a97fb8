// Mandelbrot set on a small grid, drawn as characters, with a checksum of the counts

const COLUMNS = 36;
const ROWS = 15;
const MAX = 40;
const SHADES = " .:-=+*#%@";

class Complex {
  constructor(re, im) {
    this.re = re;
    this.im = im;
  }
  squarePlus(c) {
    return new Complex(
      this.re * this.re - this.im * this.im + c.re,
      2 * this.re * this.im + c.im
    );
  }
  get norm() { return this.re * this.re + this.im * this.im; }
}

function escapeCount(c) {
  let z = new Complex(0, 0);
  let count = 0;
  do {
    z = z.squarePlus(c);
    count++;
  } while (z.norm <= 4 && count < MAX);
  return count;
}

function shade(count) {
  if (count === MAX) return SHADES[SHADES.length - 1];
  const index = Math.floor(count * (SHADES.length - 1) / MAX);
  return SHADES[index];
}

let checksum = 0;
let inside = 0;

for (let row = 0; row < ROWS; row++) {
  let line = "";
  for (let column = 0; column < COLUMNS; column++) {
    const c = new Complex(
      -2.25 + column * 0.09375, // exact in binary
      -1.3125 + row * 0.1875
    );
    const count = escapeCount(c);
    if (count === MAX) inside++;
    checksum = (checksum * 31 + count) % 65521;
    line += shade(count);
  }
  console.log("|" + line + "|");
}

console.log("inside " + inside + " of " + COLUMNS * ROWS);
console.log("checksum " + checksum);
