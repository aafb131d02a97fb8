function* leaf() {
  yield 1;
  yield 2;
}
function* branch() {
  yield* leaf();
  console.log(3);
}
console.log([...branch()]);
