// The v flag of regular expressions: set difference, intersection, nested classes, strings
const consonants = /[[a-z]--[aeiou]]+/gv;
console.log("strength of water".match(consonants).join(" "));

const greekLetters = /[\p{Script=Greek}&&\p{Letter}]/gv;
console.log("a\u03b1 \u03c0 \u0384 b".match(greekLetters).length);

const words = /^[\q{yes|no|maybe}x]$/v;
console.log(["yes", "maybe", "x", "y", ""].map(s => words.test(s)).join(" "));

const someDigits = /[[0-9A-F]&&[^89]]/gv;
console.log("0189AF".match(someDigits).join(""));
console.log(/v/v.unicodeSets + " " + /v/v.flags + " " + /./v.test("\u{1F41F}"));

const invalid = ["[a--b&&c]", "[(]", "[a-z&&]"].map(source => {
  try {
    new RegExp(source, "v");
    return "valid";
  } catch (e) {
    return e.name;
  }
});
console.log(invalid.join(" "));
console.log("B\u00c4c".match(/[\p{Lu}--[A-Z]]/v).index);
