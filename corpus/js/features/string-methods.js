// String methods from padding to replaceAll, at, matchAll, code points, normalisation and well-formedness
const word = "lighthouse";
console.log([word.at(-1), word.at(0), typeof word.at(99), word.slice(-5, -2), word.substring(5, 2)].join(" "));
console.log("7".padStart(3, "0") + "|" + "ab".padEnd(5, "-=") + "|" + "long".padStart(2) + "|" + "x".repeat(3));
console.log("[" + "  both ".trim() + "][" + "  start".trimStart() + "][" + "end  ".trimEnd() + "]");
console.log("a-b-c".replaceAll("-", "+") + " " + "a.b.c".replaceAll(".", match => match + match) + " " + "aXbX".replaceAll(/x/gi, "$&$&"));
console.log([word.includes("house"), word.startsWith("light"), word.endsWith("h", 5), word.indexOf("h", 4)].join(" "));

const text = "Tue 12:30, Wed 9:05, Thu 23:59";
for (const match of text.matchAll(/(\w{3}) (\d+):(\d+)/g)) {
  const [, day, hours, minutes] = match;
  console.log(`${day} at ${match.index}: ${Number(hours) * 60 + Number(minutes)} minutes`);
}

const fish = "a\u{1F41F}b";
console.log([fish.length, [...fish].length, fish.codePointAt(1), fish.charCodeAt(1), String.fromCodePoint(97, 0x1F41F).length].join(" "));
console.log(Array.from(fish, c => c.codePointAt(0).toString(16)).join(" "));

const composed = "\u00e9", decomposed = "e\u0301";
console.log((composed === decomposed) + " " + (composed === decomposed.normalize("NFC")) + " " + composed.normalize("NFD").length);

console.log("one two  three".split(" ").length + " " + "abc".split("").join() + " " + "a,b,c".split(",", 2).join("|"));
console.log("Stra\u00dfe".toUpperCase() + " " + "\u0130".toLowerCase().length);
console.log(["b", "a", "C", "10", "9"].sort().join("") + " " + ("a" < "B") + " " + ("10" < "9"));
console.log("raw: " + String.raw`\d+\n`.length + " " + encodeURIComponent("a b&\u20ac") + " " + decodeURI("%C3%A9").length);
