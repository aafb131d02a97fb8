function* g() {
  yield 1;
}
console.log([...g()]);
