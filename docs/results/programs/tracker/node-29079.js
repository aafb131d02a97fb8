// nodejs/node 29079: a generator function is called, and used only later.
function* numbers(limit) {
  let n = 0;
  while (n < limit) {
    yield n;
    n += 1;
  }
  return "end";
}
function plain(limit) {
  return limit + 1;
}
function main() {
  const before = plain(1);
  const made = numbers(2);
  let sum = before;
  sum += plain(2);
  for (const n of made) {
    sum += n;
  }
  return sum;
}
const result = main();
console.log(result);
