// Named groups, lookbehind, lookahead, backreferences, replacement by name
const date = /(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/;
const match = date.exec("released 2019-06-30, patched 2020-01-02");
const { groups: { year, month, day } } = match;
console.log(`${day}.${month}.${year} at ${match.index}`);
console.log("2019-06-30".replace(date, "$<month>/$<day>"));

const all = [..."2019-06-30 2020-01-02".matchAll(new RegExp(date, "g"))];
console.log(all.map(m => m.groups.year).join() + " " + Object.keys(all[0].groups).join());

const swapped = "John Smith, Ada Byron".replace(/(?<first>\w+) (?<last>\w+)/g, (...args) => {
  const { first, last } = args.at(-1);
  return last.toUpperCase() + " " + first;
});
console.log(swapped);

console.log("cost $42 and \u20ac17, 99 items".match(/(?<=[$\u20ac])\d+/g).join());
console.log("a1 b2 c3".replace(/(?<!b)\d/g, "#"));
console.log("file.txt file.js file.json".match(/\w+(?=\.js\b)/g).join() + " " + "foobar foobaz".match(/foo(?!bar)\w+/)[0]);

const doubled = /\b(?<word>\w+) \k<word>\b/g;
console.log("it it was the the end".match(doubled).join("|"));
console.log(/(a)|(b)/.exec("b").map(g => g ?? "none").join());

const nested = /((\w)(\w))+/.exec("abcd");
console.log(nested.join(" "));
const optional = /(?<scheme>\w+:)?\/\/(?<host>[^/]+)/.exec("//example/path").groups;
console.log(typeof optional.scheme + " " + optional.host + " " + (Object.getPrototypeOf(optional) === null));
console.log("1234567.891".replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, "_"));
