// Well-formed strings: lone surrogates, isWellFormed and toWellFormed, code point loops
const good = "pear \u{1F350}";
const broken = good.slice(0, -1);

console.log(good.isWellFormed() + " " + broken.isWellFormed());
console.log(broken.toWellFormed().charCodeAt(5).toString(16) + " " + (good.toWellFormed() === good));

function safeEncode(text) {
  try {
    return encodeURIComponent(text);
  } catch (e) {
    return e.name + ", repaired " + encodeURIComponent(text.toWellFormed());
  }
}
console.log(safeEncode(good));
console.log(safeEncode(broken));

function describe(text) {
  const parts = [];
  for (const symbol of text) {
    const code = symbol.codePointAt(0);
    const lone = code >= 0xd800 && code <= 0xdfff;
    parts.push(lone ? "lone" : symbol.length > 1 ? "pair" : "unit");
  }
  return parts.join(" ");
}
console.log(describe("a\u{1F350}\ud83c"));

const reverse = text => [...text].reverse().join("");
console.log(reverse(reverse(good)) === good ? "reversible" : "damaged");
console.log(good.split("").reverse().join("").isWellFormed() ? "whole" : "split pairs");
