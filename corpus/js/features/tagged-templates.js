// Tagged templates: raw strings, cached string arrays, tags that return functions, methods as tags
const show = (strings, ...values) =>
  strings.map((s, i) => `[${s}]` + (i < values.length ? `<${values[i]}>` : "")).join("");

const who = "Ada", n = 3;
console.log(show`hello ${who}, ${n * 2}!`);
console.log(show`${1}${2}`);
console.log(show``);

function raw(strings, ...values) {
  return strings.raw[0] + "|" + strings[0].length + "|" + values.length;
}
console.log(raw`a\nb`);
console.log(raw`\u0041${0}`);
console.log(String.raw`C:\temp\${who}` + String.raw`${n}\n`);

const seen = new Set();
const remember = strings => seen.add(strings).size;
for (let i = 0; i < 3; i++) remember`same place`;
remember`same place`;
console.log("places " + seen.size + " frozen " + Object.isFrozen([...seen][0]));

const escape = text => String(text).replace(/[<>&]/g, c => "&#" + c.charCodeAt(0) + ";");
const html = (strings, ...values) => String.raw({ raw: strings }, ...values.map(escape));
console.log(html`<p>${"1 < 2 & 3"}</p>`);

const unit = suffix => (strings, value) => value + suffix;
console.log(unit`x``y${5}` + unit("px")`${40}`);

const tally = {
  total: 0,
  add(strings, ...values) {
    this.total += values.reduce((a, b) => a + b, 0);
    return this;
  },
};
console.log(tally.add`${1} and ${2}`.add`${10}`.total);

const bad = strings => typeof strings[0] + " " + strings.raw[0];
console.log(bad`\unicode`);
