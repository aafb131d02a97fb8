class Point { #x = 1; constructor(y) { this.y = y; } get sum() { return this.#x + this.y; } }
let add = (point, list, ...rest) => {
  let text = '\u{1f600}';
  const map = new Map([[point, 1n], ['k', Symbol('s')]]);
  let made = eval('point.y + 1');
  for (const item of list) {
    made += item;
  }
  return { made, map, text, rest, set: new Set([null, undefined, -0, NaN]), d: new Date(0) };
};
let hole = [1, , 3];
console.log('printed', { a: [1, { b: 2 }] });
let result = add(new Point(2), hole, /x/g);
setTimeout(() => { result.made = 0; }, 0);
throw new TypeError('no');
