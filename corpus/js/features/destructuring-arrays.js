// Array patterns: holes, defaults, rest, nesting, swapping, strings and other iterables
const [a, b = 10, , c = a + b, ...others] = [1, undefined, 3, null, 5, 6];
console.log([a, b, String(c), others.length].join(" "));

let x = 1, y = 2, z = 3;
[x, y, z] = [z, x, y];
console.log([x, y, z].join(" "));

const [[p, [q]], [r] = ["default"]] = [[1, [2]]];
console.log(p + q + r);

const [first, ...[second, ...rest]] = "spring";
console.log(first + "," + second + "," + rest.join(""));

const target = { list: [] };
[target.one, target["two"], target.list[0]] = new Set(["i", "ii", "iii"]);
console.log(Object.values(target).join(" "));

let calls = 0;
const expensive = () => ++calls;
const [kept = expensive(), missing = expensive(), nothing = expensive()] = [0, undefined];
console.log(`${kept} ${missing} ${nothing} calls ${calls}`);

const matrix = [[1, 2], [3, 4], [5, 6]];
for (const [left, right] of matrix) {
  if (left === 3) continue;
  console.log(left * right);
}
console.log(new Map(matrix).get(3), Array.from(new Map([["k", "v"]]), ([k, v]) => k + v)[0]);

function minMax([head, ...tail]) {
  let [low, high] = [head, head];
  for (const n of tail) {
    if (n < low) [low] = [n];
    else if (n > high) [, high] = [low, n];
  }
  return [low, high];
}
const [low, high] = minMax([4, 8, 1, 9, 3]);
console.log(`${low}..${high}`);
console.log(([x, y] = [7, 8, 9]).length + " " + x + y);
