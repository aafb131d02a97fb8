function f(p, p) {
  return p;
}
f("first", "second");
