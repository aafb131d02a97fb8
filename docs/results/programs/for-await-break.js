async function* two() {
  yield 1;
  yield 2;
}
(async () => {
  for await (const n of two()) {
    break;
  }
})();
