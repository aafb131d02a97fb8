// RegExp.escape: building patterns from text that holds special characters
const samples = ["a.b", "(1+1)*2", "C:\\dir", "[x]", "^$", "tab\t", "50%", "x-y"];

let ok = 0;
for (const text of samples) {
  const pattern = new RegExp("^" + RegExp.escape(text) + "$");
  if (pattern.test(text)) ok++;
}
console.log(ok + " of " + samples.length + " match themselves");

console.log(RegExp.escape("a.b") + " " + RegExp.escape("1st") + " " + RegExp.escape("*_*"));

function highlight(text, ...terms) {
  const pattern = new RegExp(terms.map(term => RegExp.escape(term)).join("|"), "gi");
  return text.replace(pattern, hit => "<" + hit + ">");
}
console.log(highlight("What? A C++ file (main.c)", "c++", "what?", "(main.c)"));

const naive = new RegExp("a.b").test("axb");
const careful = new RegExp(RegExp.escape("a.b")).test("axb");
console.log(naive + " " + careful);

// A leading digit must not join a preceding escape.
const joined = new RegExp("(x)\\1" + RegExp.escape("0"));
console.log(joined.test("xx0") + " " + RegExp.escape("").length);

try {
  RegExp.escape(5);
} catch (e) {
  console.log(e.name);
}
