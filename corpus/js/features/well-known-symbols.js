// Well-known symbols: conversion, instanceof, tags, species, string methods, spreading, with
const money = {
  cents: 1250,
  [Symbol.toPrimitive](hint) {
    if (hint === "string") return "12.50";
    return hint === "number" ? this.cents : "default:" + this.cents;
  },
};
console.log(`${money} ${+money} ${money + ""} ${money * 2} ${money > 1000}`);

class Even {
  static [Symbol.hasInstance](n) { return Number.isInteger(n) && n % 2 === 0; }
}
console.log([1, 2, "2", 4].map(n => n instanceof Even).join(" "));

class Box {
  get [Symbol.toStringTag]() { return "Box"; }
}
console.log(String(new Box()) + " " + Object.prototype.toString.call([]));

class Plain extends Array {
  static get [Symbol.species]() { return Array; }
}
const mapped = new Plain(1, 2, 3).map(x => x);
console.log((mapped instanceof Plain) + " " + mapped.length);

const lettersThenDigits = {
  [Symbol.split](text) { return [text.replace(/\d/g, ""), text.replace(/\D/g, "")]; },
  [Symbol.replace](text, by) { return by + text.length; },
  [Symbol.search]: () => 42,
  [Symbol.match]: text => [text[0]],
};
console.log("a1b2".split(lettersThenDigits).join("|") + " " + "abc".replace(lettersThenDigits, "#"));
console.log("x".search(lettersThenDigits) + " " + "yz".match(lettersThenDigits)[0]);

const arrayLike = { length: 2, 0: "p", 1: "q", [Symbol.isConcatSpreadable]: true };
const unspread = [3, 4];
unspread[Symbol.isConcatSpreadable] = false;
console.log([1].concat(arrayLike, unspread).length);

const scope = { seen: "inside", hidden: "inside", [Symbol.unscopables]: { hidden: true } };
var seen = "outside", hidden = "outside";
with (scope) console.log(seen + " " + hidden);

const range = {
  *[Symbol.iterator]() { for (let i = 3; i--; ) yield i; },
};
console.log([...range].join("") + Math.max(...range) + Array.from(range).length);
