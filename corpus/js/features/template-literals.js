// Template literals: expressions, nesting, several lines, escapes, conversions
const item = "lamp", price = 12.5, count = 3;

console.log(`${count} ${item}${count === 1 ? "" : "s"} cost ${(price * count).toFixed(2)}`);

const receipt = `
  item:  ${item}
  total: ${
    // a comment inside an expression
    price * count
  }
`;
console.log(receipt.split("\n").map(line => line.trim()).filter(Boolean).join(" / "));

const rows = [["a", 1], ["b", 2]];
console.log(`<ul>${rows.map(([k, v]) => `<li id="${k}">${v > 1 ? `<b>${v}</b>` : v}</li>`).join("")}</ul>`);

const odd = `tab\there \x41\u0042\u{43} \`tick\` \${not} $5 line\
joined`;
console.log(odd);
console.log(`${[1, [2, 3]]} ${{}} ${null} ${undefined} ${-0} ${1n}`);

let log = "";
const thing = {
  toString() { log += "s"; return "text"; },
  valueOf() { log += "v"; return 1; },
};
const result = `${thing}` + thing;
console.log(result + " " + log);

try {
  `${Symbol("s")}`;
} catch (e) {
  console.log(e.name);
}
console.log(`${((a, b) => `${a}-${b}`)(1, `${2}`)}`.length + `${""}` + ``);
