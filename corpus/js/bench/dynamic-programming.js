// Dynamic programming: edit distance, knapsack, longest common subsequence, coin change

// Edit distance by rows, keeping only two of them.
function editDistance(a, b) {
  var previous = [], current = [], i, j;
  for (j = 0; j <= b.length; j++) previous[j] = j;

  for (i = 1; i <= a.length; i++) {
    current[0] = i;
    for (j = 1; j <= b.length; j++) {
      var cost = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1;
      current[j] = Math.min(
        previous[j] + 1,
        current[j - 1] + 1,
        previous[j - 1] + cost
      );
    }
    var swap = previous; previous = current; current = swap;
  }
  return previous[b.length];
}

function longestCommon(a, b) {
  var table = [];
  for (var i = 0; i <= a.length; i++) {
    table[i] = [];
    for (var j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) table[i][j] = 0;
      else if (a[i - 1] === b[j - 1]) table[i][j] = table[i - 1][j - 1] + 1;
      else table[i][j] = Math.max(table[i - 1][j], table[i][j - 1]);
    }
  }

  // walk back
  var out = "";
  i = a.length; j = b.length;
  while (i && j) {
    if (a[i - 1] === b[j - 1]) { out = a[i - 1] + out; i--; j--; }
    else if (table[i - 1][j] >= table[i][j - 1]) i--;
    else j--;
  }
  return out;
}

function knapsack(items, capacity) {
  var best = [];
  for (var c = 0; c <= capacity; c++) best.push({ value: 0, names: [] });

  items.forEach(function (item) {
    for (var c = capacity; c >= item.weight; c--) {
      var without = best[c], rest = best[c - item.weight];
      if (rest.value + item.value > without.value) {
        best[c] = {
          value: rest.value + item.value,
          names: rest.names.concat(item.name)
        };
      }
    }
  });
  return best[capacity];
}

function coinWays(coins, amount) {
  var ways = [1];
  for (var a = 1; a <= amount; a++) ways[a] = 0;
  for (var k = 0; k < coins.length; k++)
    for (a = coins[k]; a <= amount; a++)
      ways[a] += ways[a - coins[k]];
  return ways[amount];
}

function fewestCoins(coins, amount) {
  var memo = { 0: 0 };
  function fewest(left) {
    if (left < 0) return Infinity;
    if (left in memo) return memo[left];
    var best = Infinity;
    for (var k = 0; k < coins.length; k++) best = Math.min(best, 1 + fewest(left - coins[k]));
    return (memo[left] = best);
  }
  return fewest(amount);
}

var pairs = [
  ["kitten", "sitting"], ["", "abc"],
  ["harbour", "harbor"], ["same", "same"]
];
for (var p = 0; p < pairs.length; p++)
  console.log("distance '" + pairs[p][0] + "' '" + pairs[p][1] + "' " + editDistance(pairs[p][0], pairs[p][1]));

console.log("common " + longestCommon("mountaineering", "maintaining"));

var pick = knapsack([
  { name: "tent", weight: 5, value: 60 },
  { name: "stove", weight: 3, value: 50 },
  { name: "rope", weight: 4, value: 70 },
  { name: "book", weight: 2, value: 30 }
], 9);
console.log("knapsack " + pick.value + " with " + pick.names.join("+"));
console.log("ways for 50: " + coinWays([1, 5, 10, 25], 50));
console.log("fewest for 48: " + fewestCoins([1, 7, 10, 22], 48));
