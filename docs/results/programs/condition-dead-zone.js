function f(n) {
  switch (n) {
    case 0: let v = 1; return v;
    case 1: v = 2; return v;
  }
}
try {
  f(0);
  console.log(f(1));
} catch (e) {
  console.log(e.name);
}
