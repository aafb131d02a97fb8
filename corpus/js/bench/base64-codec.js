// Base64 encoding and decoding by hand, with padding, and a UTF-8 encoder beneath it

var ALPHABET =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ" +
  "abcdefghijklmnopqrstuvwxyz" +
  "0123456789+/";

function utf8(text) {
  var bytes = [];
  for (var i = 0; i < text.length; i++) {
    var code = text.charCodeAt(i);
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.length) {
      var low = text.charCodeAt(++i);
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | code >> 6, 0x80 | code & 63);
    else if (code < 0x10000)
      bytes.push(0xe0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63);
    else
      bytes.push(
        0xf0 | code >> 18,
        0x80 | code >> 12 & 63,
        0x80 | code >> 6 & 63,
        0x80 | code & 63
      );
  }
  return bytes;
}

function encode(bytes) {
  var out = "", i = 0;
  while (i < bytes.length) {
    var a = bytes[i++],
        b = bytes[i++],      // may be undefined at the end
        c = bytes[i++];
    out += ALPHABET.charAt(a >> 2);
    out += ALPHABET.charAt((a & 3) << 4 | b >> 4);
    out += b === undefined ? "=" : ALPHABET.charAt((b & 15) << 2 | c >> 6);
    out += c === undefined ? "=" : ALPHABET.charAt(c & 63);
  }
  return out;
}

function decode(text) {
  var bytes = [], buffer = 0, bits = 0;
  for (var i = 0; i < text.length; i++) {
    var ch = text.charAt(i);
    if (ch === "=") break;
    var value = ALPHABET.indexOf(ch);
    if (value < 0) continue; // skip line breaks and the like
    buffer = buffer << 6 | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(buffer >> bits & 255);
      buffer &= (1 << bits) - 1;
    }
  }
  return bytes;
}

function same(a, b) {
  if (a.length !== b.length) return false;
  for (var i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

var words = ["", "f", "fo", "foo", "lighthouse", "\u00e9t\u00e9", "\u20ac 5", "\ud83d\udc1f"];
var failures = 0;

for (var w = 0; w < words.length; w++) {
  var bytes = utf8(words[w]);
  var text = encode(bytes);
  if (!same(decode(text), bytes)) failures++;
  console.log(bytes.length + " bytes: " + (text || "(empty)"));
}

var every = [];
for (var n = 0; n < 256; n++) every.push(n);
var long = encode(every);
console.log("all bytes: " + long.length + " chars, starts " + long.slice(0, 8) + ", ends " + long.slice(-4));
console.log("with line breaks: " + same(decode(long.replace(/(.{76})/g, "$1\n")), every));
console.log("failures: " + failures);
