let s = 0;
for (const e of [1, 2, 3]) {
  s += e;
}
console.log(s);
