// Array puzzles on grids: spiral order, rotation, magic squares, Pascal's triangle, zigzag

function range(n) { var r = []; for (var i = 0; i < n; i++) r.push(i); return r; }

function spiral(n) {
  var grid = range(n).map(function () { return range(n).map(function () { return -1; }); });
  var x = 0, y = 0, dx = 1, dy = 0;
  for (var k = 0; k < n * n; k++) {
    grid[y][x] = k;
    var nx = x + dx, ny = y + dy;
    if (nx < 0 || ny < 0 || nx >= n || ny >= n || grid[ny][nx] !== -1) {
      var t = dx; dx = -dy; dy = t;   // turn right
      nx = x + dx; ny = y + dy;
    }
    x = nx; y = ny;
  }
  return grid;
}

function rotate(grid) {
  return grid[0].map(function (_, c) {
    return grid.map(function (row) { return row[c]; }).reverse();
  });
}

// Odd magic square by the moving-up-and-right rule.
function magic(n) {
  var square = range(n).map(function () { return []; });
  var row = 0, col = n >> 1;
  for (var k = 1; k <= n * n; k++) {
    square[row][col] = k;
    if (k % n === 0) row = (row + 1) % n;
    else { row = (row + n - 1) % n; col = (col + 1) % n; }
  }
  return square;
}

function isMagic(square) {
  var n = square.length, want = n * (n * n + 1) / 2;
  var sums = [], i, j, d1 = 0, d2 = 0;
  for (i = 0; i < n; i++) {
    var r = 0, c = 0;
    for (j = 0; j < n; j++) { r += square[i][j]; c += square[j][i]; }
    sums.push(r, c);
    d1 += square[i][i]; d2 += square[i][n - 1 - i];
  }
  sums.push(d1, d2);
  return sums.every(function (s) { return s === want; });
}

function pascal(rows) {
  var triangle = [[1]];
  while (triangle.length < rows) {
    var last = triangle[triangle.length - 1];
    triangle.push([1].concat(
      last.slice(1).map(function (v, i) { return v + last[i]; }),
      [1]
    ));
  }
  return triangle;
}

function zigzag(n) {
  var cells = [];
  for (var y = 0; y < n; y++) for (var x = 0; x < n; x++) cells.push([x, y]);
  cells.sort(function (a, b) {
    var da = a[0] + a[1], db = b[0] + b[1];
    if (da !== db) return da - db;
    return da % 2 ? a[1] - b[1] : b[1] - a[1];
  });
  var grid = range(n).map(function () { return []; });
  cells.forEach(function (cell, i) { grid[cell[1]][cell[0]] = i; });
  return grid;
}

function text(grid) { return grid.map(function (row) { return row.join(" "); }).join(" / "); }

console.log("spiral " + text(spiral(4)));
console.log("rotated " + text(rotate([[1, 2, 3], [4, 5, 6]])));

var four = spiral(5), turned = four;
for (var i = 0; i < 4; i++) turned = rotate(turned);
console.log("four turns give it back: " + (text(four) === text(turned)));

console.log("magic " + text(magic(3)));
[3, 5, 7].forEach(function (n) { console.log("magic of " + n + ": " + isMagic(magic(n))); });

console.log("pascal " + text(pascal(7)));
console.log("row sums " + pascal(9).map(function (row) {
  return row.reduce(function (a, b) { return a + b; });
}).join(" "));
console.log("zigzag " + text(zigzag(4)));
