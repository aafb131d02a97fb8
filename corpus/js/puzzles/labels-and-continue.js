// A labelled continue leaves two loops at once, and a labelled block can be broken out of
var trail = "";
rows: for (var r = 0; r < 4; r++) {
  for (var c = 0; ; c++) {
    if (c === r) continue rows;
    if (r === 3) break rows;
    trail += r + "" + c + " ";
  }
}
block: {
  trail += "in ";
  if (trail.length > 3) break block;
  trail += "never ";
}
console.log(trail + "r=" + r);
