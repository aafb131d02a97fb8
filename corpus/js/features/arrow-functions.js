// Arrow functions: short bodies, object bodies, lexical this and arguments, nesting
const square = x => x * x;
const add = (a, b) => a + b;
const pair = (a, b) => ({ a, b });
const nothing = () => {};
const long = (x) => {
  const y = square(x);
  return add(x, y);
};

console.log(square(5) + " " + add(2, 3) + " " + pair(1, 2).b + " " + typeof nothing() + " " + long(3));

function Clock(start) {
  this.ticks = start;
  this.tick = () => {
    this.ticks++;
    return this;
  };
  this.later = () => () => () => this.ticks;
}

const clock = new Clock(5);
const { tick, later } = clock;
tick();
tick().tick();
console.log("ticks " + clock.ticks + " " + later()()());

function outer() {
  const inner = () => arguments.length + ":" + [...arguments].join("-");
  return inner("ignored");
}
console.log(outer("x", "y", "z"));

const chain = [3, 1, 2]
  .map(n => n * 10)
  .filter(n => n > 10)
  .sort((a, b) => a - b)
  .map((n, i, all) => `${n}/${all.length}@${i}`);
console.log(chain.join(" "));

try {
  new square(2);
} catch (e) {
  console.log("not a constructor: " + (e instanceof TypeError) + ", " + ("prototype" in square));
}
