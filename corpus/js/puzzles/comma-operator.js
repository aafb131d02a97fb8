// The comma operator evaluates everything and keeps the last
var x = (1, 2, 3), y = 10;
var z = (y++, x = y, x * 2);
if (y = 0, z) console.log("z is " + z + ", y is " + y);
var index = [5, 6, 7][0, 1, 2];
console.log(x, index, (void 0, "end"));
