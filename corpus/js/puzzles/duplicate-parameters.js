// Repeated parameter names in a sloppy function: the last one wins, even when it is missing
function last(a, b, a) {
  var seen = [a, b, arguments[0], arguments.length];
  a = "changed";
  return seen.concat(arguments[0], arguments[2]).join(",");
}
console.log(last(1, 2, 3));
console.log(last(1, 2));
