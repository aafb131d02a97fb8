// In sloppy code a function in a block also becomes a variable outside, once the block has run
function outer(enter) {
  var before = typeof inner;
  if (enter) {
    var during = inner();
    function inner() { return "called"; }
    inner = null;
  }
  return before + " " + during + " " + typeof inner;
}
console.log(outer(true));
console.log(outer(false));
