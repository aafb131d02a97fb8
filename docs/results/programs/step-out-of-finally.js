function f() {
  try {
    return 1;
  } finally {
  }
}
f();
console.log(2);
