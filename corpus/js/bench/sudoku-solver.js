// Sudoku solver with candidate bit sets, naked singles and guessing on the tightest cell

const PUZZLE =
  ".92...56." +
  "....3...9" +
  "35......." +
  ".....475." +
  "..3......" +
  "76..2..4." +
  "2..7....." +
  "...5.861." +
  ".......9.";

const ALL = 0b111111111;

const peers = Array.from({ length: 81 }, (_, cell) => {
  const row = Math.floor(cell / 9), col = cell % 9;
  const set = new Set();
  for (let i = 0; i < 9; i++) {
    set.add(row * 9 + i);
    set.add(i * 9 + col);
    set.add((row - row % 3 + Math.floor(i / 3)) * 9 + (col - col % 3 + i % 3));
  }
  set.delete(cell);
  return [...set];
});

const single = mask => (mask & (mask - 1)) === 0;
const bits = mask => {
  let n = 0;
  for (; mask; mask &= mask - 1) n++;
  return n;
};

let guesses = 0;

/** Fixes a cell and passes the news on to its peers; false when it cannot be. */
function fix(board, cell, mask) {
  board[cell] = mask;
  for (const peer of peers[cell]) {
    if (!(board[peer] & mask)) continue;
    board[peer] &= ~mask;
    if (board[peer] === 0) return false;
    if (single(board[peer]) && !fix(board, peer, board[peer])) return false;
  }
  return true;
}

function solve(board) {
  let tightest = -1;
  let fewest = 10;
  for (let cell = 0; cell < 81; cell++) {
    const n = bits(board[cell]);
    if (n > 1 && n < fewest) {
      fewest = n;
      tightest = cell;
    }
  }
  if (tightest < 0) return board;

  for (let digit = 0; digit < 9; digit++) {
    const mask = 1 << digit;
    if (!(board[tightest] & mask)) continue;
    guesses++;
    const copy = board.slice();
    const solved = fix(copy, tightest, mask) ? solve(copy) : null;
    if (solved) return solved;
  }
  return null;
}

function read(text) {
  const board = new Uint16Array(81).fill(ALL);
  for (let cell = 0; cell < 81; cell++) {
    if (text[cell] === ".") continue;
    if (!fix(board, cell, 1 << (Number(text[cell]) - 1))) return null;
  }
  return board;
}

const digitOf = mask => 32 - Math.clz32(mask);

const solution = solve(read(PUZZLE));
for (let row = 0; row < 9; row++) {
  console.log(Array.from(solution.slice(row * 9, row * 9 + 9), digitOf).join(""));
}

const valid = peers.every((list, cell) => list.every(peer => solution[peer] !== solution[cell]));
console.log("valid " + valid + ", guesses " + guesses);

const sparse = solve(read("1" + ".".repeat(79) + "2"));
console.log("sparse solved " + (sparse !== null) + ", guessed " + (guesses > 0));
console.log("clash " + (read("11" + ".".repeat(79)) === null ? "refused" : "accepted"));
