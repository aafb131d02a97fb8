// Bit tricks on 32-bit integers: population count, reversal, Gray code, Morton order, magic

function popCount(x) {
  x = x - ((x >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return ((x + (x >>> 4) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function popCountLoop(x) {
  var n = 0;
  while (x) { x &= x - 1; n++; }
  return n;
}

function reverseBits(x) {
  x = (x >>> 1) & 0x55555555 | (x & 0x55555555) << 1;
  x = (x >>> 2) & 0x33333333 | (x & 0x33333333) << 2;
  x = (x >>> 4) & 0x0f0f0f0f | (x & 0x0f0f0f0f) << 4;
  x = (x >>> 8) & 0x00ff00ff | (x & 0x00ff00ff) << 8;
  return (x >>> 16 | x << 16) >>> 0;
}

function rotateLeft(x, n) { return (x << n | x >>> (32 - n)) >>> 0; }

function gray(n)   { return n ^ (n >>> 1); }
function ungray(g) { for (var s = 1; s < 32; s <<= 1) g ^= g >>> s; return g; }

// spreads the low 16 bits out to the even positions
function spread(x) {
  x &= 0xffff;
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  x = (x | x << 1) & 0x55555555;
  return x;
}
function morton(x, y) { return (spread(x) | spread(y) << 1) >>> 0; }

function nextWithSameCount(v) {
  var low = v & -v, ripple = v + low;
  return ripple | (((v ^ ripple) >>> 2) / low | 0);
}

function isPowerOfTwo(n) { return n > 0 && (n & (n - 1)) === 0; }

function parity(x) {
  x ^= x >>> 16; x ^= x >>> 8; x ^= x >>> 4;
  return (0x6996 >>> (x & 15)) & 1;
}

function hex(n) { return ("0000000" + (n >>> 0).toString(16)).slice(-8); }

var seed = 2463534242, wrong = 0, i;
function shiftRandom() {      // xorshift
  seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
  return seed >>> 0;
}

for (i = 0; i < 300; i++) {
  var r = shiftRandom();
  if (popCount(r) !== popCountLoop(r)) wrong++;
  if (reverseBits(reverseBits(r)) !== r) wrong++;
  if (parity(r) !== popCount(r) % 2) wrong++;
  if (rotateLeft(rotateLeft(r, 11), 21) !== r) wrong++;
  if (Math.clz32(r) !== 32 - r.toString(2).length) wrong++;
}
console.log("wrong: " + wrong);

console.log("reversed " + hex(reverseBits(0x12345678)) + ", rotated " + hex(rotateLeft(0x80000001, 4)));

var codes = [];
for (i = 0; i < 8; i++) codes.push(("00" + gray(i).toString(2)).slice(-3));
console.log("gray " + codes.join(" ") + " back " + ungray(gray(1234567)));

var order = [];
for (var y = 0; y < 4; y++) for (var x = 0; x < 4; x++) order.push(morton(x, y));
console.log("morton " + order.join(" "));

var subsets = [], v = 7;
while (v < 64) { subsets.push(v); v = nextWithSameCount(v); }
console.log("three of six: " + subsets.length + ", last " + subsets[subsets.length - 1]);
console.log("powers " + [0, 1, 6, 64, 96, 1024].filter(isPowerOfTwo).join(" "));
console.log("signed " + (1 << 31) + " " + (~0) + " " + (-1 >>> 28) + " " + (-17 >> 2));
