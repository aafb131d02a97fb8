// Duplicate named groups: the same name in different alternatives
const date = /(?<year>\d{4})-(?<month>\d{2})|(?<month>\d{2})\/(?<year>\d{4})/;

for (const text of ["2024-05", "11/1999", "soon"]) {
  const groups = date.exec(text)?.groups;
  console.log(text + ": " + (groups ? `year ${groups.year}, month ${groups.month}` : "no match"));
}

const swapped = "01/2001 and 2002-02".replace(new RegExp(date, "g"), "$<year>.$<month>");
console.log(swapped);

const quoted = /(?:(?<quote>")|(?<quote>'))(?<body>[^"']*)\k<quote>/g;
const source = "say \"hi\" or 'bye' but not \"this'";
for (const match of source.matchAll(quoted)) {
  const { quote, body } = match.groups;
  console.log(quote + body + quote + " at " + match.index);
}

const names = Object.keys(date.exec("2024-05").groups);
console.log(names.join() + " " + date.exec("11/1999").length);

let refused = false;
try {
  new RegExp("(?<a>x)(?<a>y)");
} catch (e) {
  refused = e instanceof SyntaxError;
}
console.log("same alternative refused: " + refused);

const loop = /(?:(?<n>a)|(?<n>b))+/.exec("ab");
console.log(loop.groups.n);
