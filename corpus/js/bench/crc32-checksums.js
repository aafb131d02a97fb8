// CRC-32 by table and bit by bit, Adler-32 and Fletcher-16 checksums of text

const POLYNOMIAL = 0xedb88320;

const crcTable = (() => {
  const t = new Uint32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? POLYNOMIAL ^ (c >>> 1) : c >>> 1;
    t[n] = c;
  }
  return t;
})();

function bytesOf(text) {
  return Uint8Array.from(text, ch => ch.charCodeAt(0));
}

function crcByTable(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function crcByBits(bytes) {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    crc ^= bytes[i];
    for (let bit = 0; bit < 8; bit++) {
      const carry = crc & 1;
      crc >>>= 1;
      if (carry) crc ^= POLYNOMIAL;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function adler(bytes) {
  let a = 1, b = 0;
  for (const byte of bytes) { a = (a + byte) % 65521; b = (b + a) % 65521; }
  return b * 65536 + a;
}

function fletcher16(bytes) {
  let low = 0, high = 0;
  bytes.forEach(byte => {
    low = (low + byte) % 255;
    high = (high + low) % 255;
  });
  return (high << 8) | low;
}

const hex = (n, width) => n.toString(16).padStart(width, "0");

const samples = ["123456789", "", "a", "parallax of a nearby star", "\x00\x01\x02\xff"];
for (const text of samples) {
  const bytes = bytesOf(text);
  const crc = crcByTable(bytes);
  const agree = crc === crcByBits(bytes);
  console.log(`${bytes.length} ${hex(crc, 8)} ${hex(adler(bytes), 8)} ${hex(fletcher16(bytes), 4)} ${agree ? "agree" : "DISAGREE"}`);
}

// The well known check value of this CRC.
console.log("check value " + (crcByTable(bytesOf("123456789")) === 0xcbf43926));

// A flipped bit must always be seen.
const message = bytesOf("single bit errors are caught");
const good = crcByTable(message);
let missed = 0;
for (let bit = 0; bit < message.length * 8; bit++) {
  const damaged = message.slice();
  damaged[bit >> 3] ^= 1 << (bit & 7);
  if (crcByTable(damaged) === good) missed++;
}
console.log("missed flips " + missed + " of " + message.length * 8);
