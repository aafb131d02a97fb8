// Recursive functions: Ackermann, Takeuchi, Hanoi, permutations, mutual recursion, flood fill

function ackermann(m, n) {
  if (m === 0) return n + 1;
  if (n === 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

function takeuchi(x, y, z) {
  return y >= x
    ? z
    : takeuchi(takeuchi(x - 1, y, z),
               takeuchi(y - 1, z, x),
               takeuchi(z - 1, x, y));
}

function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

var moves = 0;
var pegs = { left: [4, 3, 2, 1], middle: [], right: [] };
function hanoi(n, from, via, to) {
  if (!n) return;
  hanoi(n - 1, from, to, via);
  pegs[to].push(pegs[from].pop()); moves++;
  hanoi(n - 1, via, from, to);
}

function permutations(letters) {
  if (letters.length <= 1) return [letters];
  var out = [];
  for (var i = 0; i < letters.length; i++) {
    var rest = letters.slice(0, i) + letters.slice(i + 1);
    permutations(rest).forEach(function (tail) { out.push(letters[i] + tail); });
  }
  return out;
}

// Hofstadter's female and male sequences
function female(n) { return n === 0 ? 1 : n - male(female(n - 1)); }
function male(n)   { return n === 0 ? 0 : n - female(male(n - 1)); }

var picture = [
  "..##..",
  ".#..#.",
  ".#..#.",
  "..##.."
].map(function (line) { return line.split(""); });

function flood(x, y, colour) {
  if (!picture[y] || picture[y][x] !== ".") return 0;
  picture[y][x] = colour;
  return 1 +
    flood(x + 1, y, colour) +
    flood(x - 1, y, colour) +
    flood(x, y + 1, colour) +
    flood(x, y - 1, colour);
}

function partitions(n, largest) {
  if (n === 0) return 1;
  if (n < 0 || largest === 0) return 0;
  return partitions(n - largest, largest) + partitions(n, largest - 1);
}

console.log("ackermann(2, 4) = " + ackermann(2, 4));
console.log("takeuchi(8, 5, 2) = " + takeuchi(8, 5, 2));
console.log("fib(15) = " + fib(15));

hanoi(4, "left", "middle", "right");
console.log("hanoi " + moves + " moves, right holds " + pegs.right.join(" "));

var words = permutations("lamp");
console.log(words.length + " permutations, last " + words[words.length - 1]);

for (var i = 0, f = [], m = []; i < 10; i++) { f.push(female(i)); m.push(male(i)); }
console.log("female " + f.join(" ") + "; male " + m.join(" "));

console.log("inside " + flood(2, 1, "o") + ", outside " + flood(0, 0, "x"));
console.log(picture.map(function (row) { return row.join(""); }).join("/"));
console.log("partitions of 15: " + partitions(15, 15));
