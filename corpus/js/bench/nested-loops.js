// Nested loops, array access patterns and loop-carried sums, of the plainest old kind
var total = 0;
var n = 6;

function rightAlign(value, columns) {
  var blanks = "        ";
  var text = blanks + value;

  return text.substring(text.length - columns);
}

for (var a = 0; a < n; a++)
  for (var b = 0; b < n; b++)
    for (var c = 0; c < n; c++)
      total += a * b - c;
console.log("three loops " + total);

var flags = new Array(50);
var count = 0, i, j, k;

for (i = 0; i < 50; i++) flags[i] = i % 3 == 0;
for (i = 0; i < 50; i++) if (flags[i]) count++;
console.log("every third " + count);


// strides

var cells = [];
for (i = 0; i < 64; i++) cells[i] = (i * 37) % 64;

function sumByStride(array, stride)
{
  var sum = 0;
  for (var start = 0; start < stride; start++)
  {
    for (var at = start; at < array.length; at += stride)
    {
      sum = (sum * 3 + array[at]) % 10007;
    }
  }
  return sum;
}

for (var stride = 1; stride <= 16; stride *= 2)
  console.log("stride " + rightAlign(stride, 2) + " sum " + rightAlign(sumByStride(cells, stride), 5));

// following a chain of indices until it comes back

function cycleLength(array, start) {
  var steps = 0, at = start;
  do {
    at = array[at];
    steps++;
  } while (at !== start && steps < 1000);
  return steps;
}

var lengths = [];
for (i = 0; i < 8; i++) lengths.push(cycleLength(cells, i));
console.log("cycles " + lengths.join(" "));

// triangular loops
var pairs = 0, triples = 0;
for (i = 1; i < 12; i++) {
  for (j = i + 1; j < 12; j++) {
    if ((i + j) % 7 !== 0) continue;
    pairs++;
    for (k = j; ; k++) {
      if (k >= 12) break;
      if (i * i + j * j === k * k) triples++;
    }
  }
}
console.log("pairs " + pairs + ", triples " + triples);

var down = 10; var trail = "";
while (down --> 0) { if (down & 1) trail += down; else trail += "."; }
console.log(trail);
