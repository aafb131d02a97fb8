// An inner let hides the outer one from the start of its block, even before its line runs
let depth = 1;
function probe() {
  try {
    depth++;
    let depth = 5;
    return depth;
  } catch (e) {
    return e instanceof ReferenceError ? "too early" : "odd";
  }
}
console.log(probe());
console.log(depth);
