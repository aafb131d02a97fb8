function f() {
  console.log(Number(1));
}
f();
console.log(2);
