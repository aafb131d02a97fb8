// Patterns in the parameters of functions, arrows, methods, setters, catch clauses and callbacks
function draw({ x = 0, y = x, colour: { name = "black", alpha = 1 } = {} } = {}, [dx = 1, dy = dx] = []) {
  const moved = [x + dx, y + dy];
  return `${moved.join()} ${name} ${alpha}`;
}

console.log(draw());
console.log(draw({ x: 5 }, [2]));
console.log(draw({ y: 7, colour: { name: "teal" } }, [0, 3]));

const swap = ([a, b]) => [b, a];
const label = ({ id, ...rest }, separator = ":", ...[first, second]) =>
  id + separator + Object.keys(rest).join("+") + (first ?? "-") + (second ?? "-");
console.log(swap([1, 2]).join() + " " + label({ id: 9, p: 1, q: 2 }) + " " + label({ id: 8 }, "=", "a", "b", "c"));

class Segment {
  #ends = [];
  constructor({ from: [x1, y1], to: [x2, y2] }) {
    this.#ends = [x1, y1, x2, y2];
  }
  set shift([dx, dy]) {
    const [x1, y1, x2, y2] = this.#ends;
    this.#ends = [x1 + dx, y1 + dy, x2 + dx, y2 + dy];
  }
  toString() { return this.#ends.join(" "); }
}
const segment = new Segment({ to: [3, 4], from: [1, 2] });
segment.shift = [10, 20];
console.log(`${segment}`);

const scores = new Map([["ann", [3, 5]], ["bo", [8]]]);
scores.forEach(([best, bonus = 0], who) => console.log(who + " " + (best + bonus)));

const total = Object.entries({ pens: 3, pads: 4 }).reduce((sum, [, n]) => sum + n, 0);
console.log(total + " " + draw.length + " " + label.length);

try {
  throw { code: 404, detail: ["gone", "away"] };
} catch ({ code, detail: [reason] }) {
  console.log(code + " " + reason);
}
