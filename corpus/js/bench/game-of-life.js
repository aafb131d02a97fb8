// Conway's game of life on a torus: a glider, a blinker and a population count

var WIDTH = 12, HEIGHT = 9;

function emptyGrid() {
  var g = new Array(HEIGHT);
  for (var y = 0; y < HEIGHT; y++) {
    g[y] = new Array(WIDTH);
    for (var x = 0; x < WIDTH; x++) g[y][x] = 0;
  }
  return g;
}

function stamp(grid, pattern, left, top) {
  for (var y = 0; y < pattern.length; y++)
    for (var x = 0; x < pattern[y].length; x++)
      if (pattern[y].charAt(x) === "#")
        grid[(top + y) % HEIGHT][(left + x) % WIDTH] = 1;
}

function neighbours(grid, x, y) {
  var up = grid[(y + HEIGHT - 1) % HEIGHT],
      mid = grid[y],
      down = grid[(y + 1) % HEIGHT],
      l = (x + WIDTH - 1) % WIDTH,
      r = (x + 1) % WIDTH;

  return up[l]   + up[x]   + up[r] +
         mid[l]            + mid[r] +
         down[l] + down[x] + down[r];
}

function step(grid) {
  var next = emptyGrid();
  for (var y = 0; y < HEIGHT; y++) {
    for (var x = 0; x < WIDTH; x++) {
      switch (neighbours(grid, x, y)) {
        case 2: next[y][x] = grid[y][x]; break;
        case 3: next[y][x] = 1; break;
        default:
          next[y][x] = 0;
      }
    }
  }
  return next;
}

function population(grid) {
  var sum = 0;
  for (var y in grid) for (var x in grid[y]) sum += grid[y][x];
  return sum;
}

function show(grid) {
  var lines = [];
  for (var y = 0; y < HEIGHT; y++) {
    var line = "";
    for (var x = 0; x < WIDTH; x++) line += grid[y][x] ? "#" : ".";
    lines.push(line);
  }
  return lines.join("\n");
}

var GLIDER = [
  ".#.",
  "..#",
  "###"
];
var BLINKER = ["###"];

var world = emptyGrid();
stamp(world, GLIDER, 0, 0);
stamp(world, BLINKER, 7, 5);
console.log(show(world));

var populations = [population(world)];
for (var generation = 1; generation <= 8; generation++) {
  world = step(world);
  populations.push(population(world));
}
console.log("--");
console.log(show(world));
console.log("population " + populations.join(" "));
