// The with statement puts an object in front of the scope, but new variables go elsewhere
var box = { width: 3, height: 4 }, height = 100;
with (box) {
  var area = width * height;
  height = 5;
  depth = 9;
  var width = 7;
}
console.log(area + " " + box.height + " " + height);
console.log(box.width + " " + typeof width + " " + typeof box.depth + " " + depth);
