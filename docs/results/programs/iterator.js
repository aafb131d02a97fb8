function f() {
  const it = [1][Symbol.iterator]();
  return it;
}
f();
