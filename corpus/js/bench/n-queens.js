// N queens by bit masks and by plain backtracking, counts compared

function queensByBits(n) {
  const full = (1 << n) - 1;
  let count = 0;

  function place(cols, left, right) {
    if (cols === full) {
      count++;
      return;
    }
    let free = full & ~(cols | left | right);
    while (free) {
      const bit = free & -free;
      free ^= bit;
      place(cols | bit, ((left | bit) << 1) & full, (right | bit) >> 1);
    }
  }

  place(0, 0, 0);
  return count;
}

function firstSolution(n) {
  const queens = [];

  const safe = (row, col) =>
    queens.every(
      (c, r) =>
        c !== col &&
        Math.abs(c - col) !== row - r
    );

  function solve(row) {
    if (row === n) return true;
    for (let col = 0; col < n; col++) {
      if (!safe(row, col)) continue;
      queens.push(col);
      if (solve(row + 1)) return true;
      queens.pop();
    }
    return false;
  }

  return solve(0) ? queens : null;
}

function draw(queens) {
  return queens.map(c => ".".repeat(c) + "Q" + ".".repeat(queens.length - c - 1));
}

const expected = [1, 1, 0, 0, 2, 10, 4, 40, 92];
let wrong = 0;
for (let n = 1; n <= 7; n++) {
  const got = queensByBits(n);
  if (got !== expected[n]) wrong++;
  console.log("n=" + n + " solutions " + got);
}
console.log("wrong counts: " + wrong);

const board = firstSolution(6);
for (const line of draw(board)) console.log(line);
console.log("size 3: " + (firstSolution(3) === null ? "none" : "found"));
