const fixed = 1;
function f() {
  const own = 2;
  return own + fixed;
}
console.log(f());
