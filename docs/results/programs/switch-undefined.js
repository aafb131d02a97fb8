function f(n) {
  switch (n) {
    case 0: let v;
    case 1: return n;
  }
}
f(1);
