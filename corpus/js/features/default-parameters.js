// Default parameters: earlier parameters, calls, undefined against null, closures over them
let serial = 0;
const nextSerial = () => ++serial;

function ticket(holder = "anyone", number = nextSerial(), code = `${holder[0]}${number}`) {
  holder = holder.toUpperCase();
  return `${holder} ${number} ${code}`;
}

console.log(ticket());
console.log(ticket("bea"));
console.log(ticket(undefined, 99));
console.log(ticket("cy", null, undefined));
console.log("serial " + serial + ", length " + ticket.length);

function required(name) {
  throw new TypeError(name + " is required");
}
const area = (width = required("width"), height = width) => width * height;
console.log(area(4) + " " + area(4, 5));
try {
  area();
} catch (e) {
  console.log(e.name);
}

function scopes(a, read = () => a, write = v => { a = v; }) {
  const before = read();
  write("written");
  const same = a === read();
  a = "assigned";
  return before + " " + same + " " + read();
}
console.log(scopes("given"));

const list = (items = [], depth = items.length) => {
  items.push(depth);
  return items;
};
console.log(list().length + " " + list().length + " " + list([5, 5]).join(""));

class Options {
  constructor({ verbose = false, level = verbose ? 2 : 1 } = {}) {
    this.text = `${verbose} ${level}`;
  }
}
console.log([new Options(), new Options({ verbose: true }), new Options({ level: 7 })].map(o => o.text).join(" / "));
