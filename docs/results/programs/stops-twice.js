function f() {
  console.log(1);
}
f();
console.log(2);
