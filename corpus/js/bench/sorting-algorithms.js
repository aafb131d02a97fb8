// Seven sorting algorithms on the same data, each checked against the others

var sorts = {};

sorts.bubble = function (a) {
  var swapped;
  do {
    swapped = false;
    for (var i = 1; i < a.length; i++) {
      if (a[i - 1] > a[i]) {
        var t = a[i]; a[i] = a[i - 1]; a[i - 1] = t;
        swapped = true;
      }
    }
  } while (swapped);
  return a;
};

sorts.insertion = function (a) {
  for (var i = 1; i < a.length; i++) {
    var x = a[i], j = i - 1;
    while (j >= 0 && a[j] > x) a[j + 1] = a[j--];
    a[j + 1] = x;
  }
  return a;
};

sorts.selection = function (a) {
  for (var i = 0; i < a.length - 1; i++) {
    var least = i;
    for (var j = i + 1; j < a.length; j++) if (a[j] < a[least]) least = j;
    var t = a[i]; a[i] = a[least]; a[least] = t;
  }
  return a;
};

sorts.shell = function (a) {
  for (var gap = a.length >> 1; gap > 0; gap >>= 1)
    for (var i = gap; i < a.length; i++)
      for (var j = i - gap; j >= 0 && a[j] > a[j + gap]; j -= gap) {
        var t = a[j];
        a[j] = a[j + gap];
        a[j + gap] = t;
      }
  return a;
};

sorts.merge = function mergeSort(a) {
  if (a.length < 2) return a;
  var mid = a.length >> 1;
  var left = mergeSort(a.slice(0, mid)), right = mergeSort(a.slice(mid));
  var out = [];
  while (left.length && right.length)
    out.push(left[0] <= right[0] ? left.shift() : right.shift());
  return out.concat(left, right);
};

sorts.quick = function (a) {
  (function part(lo, hi) {
    if (lo >= hi) return;
    var pivot = a[(lo + hi) >> 1], i = lo, j = hi;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i <= j) { var t = a[i]; a[i++] = a[j]; a[j--] = t; }
    }
    part(lo, j);
    part(i, hi);
  })(0, a.length - 1);
  return a;
};

sorts.radix = function (a) {
  for (var shift = 0; shift < 16; shift += 4) {
    var buckets = [[], [], [], [], [], [], [], [],
                   [], [], [], [], [], [], [], []];
    for (var i = 0; i < a.length; i++) buckets[(a[i] >> shift) & 15].push(a[i]);
    a = Array.prototype.concat.apply([], buckets);
  }
  return a;
};

function makeData(length, seed) {
  var data = [];
  for (var i = 0; i < length; i++) {
    seed = (seed * 75 + 74) % 65537;
    data.push(seed % 1000);
  }
  return data;
}

var inputs = [
  makeData(40, 1),
  makeData(25, 99).sort(function (a, b) { return b - a; }), // falling
  [5, 5, 5, 5],
  [1],
  []
];

for (var method in sorts) {
  var ok = true;
  for (var k = 0; k < inputs.length; k++) {
    var want = inputs[k].slice().sort(function (a, b) { return a - b; }).join();
    var got = sorts[method](inputs[k].slice()).join();
    ok = ok && want === got;
  }
  console.log(method + ": " + (ok ? "sorted" : "WRONG"));
}

console.log(sorts.quick(makeData(12, 7)).join(" "));
