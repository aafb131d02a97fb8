async function walk(name) {
  for (let i = 1; i <= 2; i++) {
    await null;
    console.log(name + i);
  }
}
walk("a");
walk("b");
