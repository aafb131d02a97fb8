// Flags: dotAll, indices, sticky, unicode, multiline, and lastIndex at work
const lines = "first\nsecond\nthird";
console.log(/first.second/.test(lines) + " " + /first.second/s.test(lines));
console.log(lines.match(/^\w+$/gm).length + " " + (lines.match(/^\w+$/g) === null));

const indexed = /(?<key>\w+)=(?<value>\w*)/d.exec("?mode=dark");
console.log(indexed.indices[0].join("-") + " " + indexed.indices.groups.value.join("-") + " " + indexed.indices.length);

const sticky = /\d/y;
const digits = [];
const input = "123a45";
for (let m; (m = sticky.exec(input)); ) digits.push(m[0] + "@" + sticky.lastIndex);
console.log(digits.join(" ") + " then " + sticky.lastIndex);
sticky.lastIndex = 4;
console.log(sticky.test(input) + " " + sticky.lastIndex);

const fish = "\u{1F41F}";
console.log(/^.$/.test(fish) + " " + /^.$/u.test(fish) + " " + /\u{1F41F}/u.test(fish));
console.log("r\u00e9sum\u00e9 2x".match(/\p{L}+/gu).join() + " " + "aB\u0393".replace(/\p{Lu}/gu, "^"));

const re = /a(.)/gi;
console.log([re.flags, re.global, re.sticky, re.source, new RegExp(re, "m").flags].join(" "));
console.log("abAC".replace(re, "<$1>") + " " + re.lastIndex + " " + re.test("xab") + " " + re.lastIndex);
console.log(String(new RegExp("/\n")) === "/\\/\\n/" ? "escaped" : "plain");
console.log("one1two22".split(/(\d)+/).join("|") + " " + "abc".search(/c/) + " " + "aaa".lastIndexOf("a"));
