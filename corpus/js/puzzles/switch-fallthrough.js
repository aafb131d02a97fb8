// Cases that fall through, with the default in the middle
function walk(n) {
  var steps = [];
  switch (n) {
    case 1: steps.push("one");
    default: steps.push("default");
    case 2:
      steps.push("two");
      break;
    case 3: steps.push("three");
  }
  return steps.join("-") || "nothing";
}
console.log([1, 2, 3, 4, "1"].map(walk).join(" "));
