function f(x) {
  if (x) {
    return false;
  }
  return true;
}
console.log(f(1));
