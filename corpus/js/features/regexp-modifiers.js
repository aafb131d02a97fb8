// Regular expression modifiers: flags switched on and off for a part of a pattern
const greeting = /(?i:hello) World/;
const texts = ["hello World", "HELLO World", "hello world"];
console.log(texts.map(text => greeting.test(text)).join(" "));

const exceptOne = /^(?-i:A)bc$/i;
console.log(["Abc", "ABC", "abc", "aBC"].filter(text => exceptOne.test(text)).join(" "));

const poem = "alpha\nbeta\ngamma";
const multi = /(?m:^beta$)/;
const dots = /alpha(?s:.)beta.gamma/;
console.log(multi.test(poem) + " " + dots.test(poem) + " " + dots.test("alpha\nbeta gamma"));

const both = /(?im-s:^b.+$)/s;
console.log(poem.toUpperCase().match(both)[0]);

const nested = /(?i:a(?-i:b)c)d/;
const found = ["abcd", "AbCd", "ABCd", "abcD"].map(text => Number(nested.test(text)));
console.log(found.join(""));

const invalid = ["(?ii:a)", "(?i-i:a)", "(?-:a)", "(?g:a)"];
let refused = 0;
for (const source of invalid) {
  try {
    new RegExp(source);
  } catch (e) {
    if (e instanceof SyntaxError) refused++;
  }
}
console.log("refused " + refused + " of " + invalid.length);
