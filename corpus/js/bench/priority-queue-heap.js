// A binary heap with decrease-key, used for heap sort and for a small event simulation

function Heap(before) {
  this.items = [];
  this.before = before;
}

Heap.prototype.size = function () { return this.items.length; };

Heap.prototype.push = function (item) {
  var i = this.items.push(item) - 1;
  this.rise(i);
};

Heap.prototype.pop = function () {
  if (this.items.length === 0) return undefined;
  var top = this.items[0], last = this.items.pop();
  if (this.items.length > 0) {
    this.items[0] = last;
    this.sink(0);
  }
  return top;
};

Heap.prototype.rise = function (i) {
  while (i > 0) {
    var parent = (i - 1) >> 1;
    if (!this.before(this.items[i], this.items[parent])) break;
    this.swap(i, parent);
    i = parent;
  }
};

Heap.prototype.sink = function (i) {
  for (;;) {
    var best = i, left = 2 * i + 1, right = left + 1;
    if (left < this.size() && this.before(this.items[left], this.items[best])) best = left;
    if (right < this.size() && this.before(this.items[right], this.items[best])) best = right;
    if (best === i) return;
    this.swap(i, best);
    i = best;
  }
};

Heap.prototype.swap = function (i, j) {
  var t = this.items[i];
  this.items[i] = this.items[j];
  this.items[j] = t;
};

Heap.prototype.update = function (match, change) {
  for (var i = 0; i < this.items.length; i++) {
    if (!match(this.items[i])) continue;
    change(this.items[i]);
    this.rise(i);
    this.sink(i);
    return true;
  }
  return false;
};

// --- sorting -------------------------------------------------------------

var seed = 17;
function nextRandom() { seed = (seed * 1103 + 12345) % 32768; return seed; }

var numbers = [], i;
for (i = 0; i < 60; i++) numbers.push(nextRandom() % 1000);

var heap = new Heap(function (a, b) { return a < b; });
numbers.forEach(function (n) { heap.push(n); });

var sorted = [];
while (heap.size()) sorted.push(heap.pop());

var inOrder = sorted.every(function (n, i) { return i === 0 || sorted[i - 1] <= n; });
console.log("sorted " + sorted.slice(0, 6).join(",") + " ... in order: " + inOrder);

// --- events --------------------------------------------------------------

function Happening(time, name) { this.time = time; this.name = name; }

var queue = new Heap(function (a, b) {
  return a.time < b.time || (a.time === b.time && a.name < b.name);
});

queue.push(new Happening(9, "lunch"));
queue.push(new Happening(3, "mail"));
queue.push(new Happening(5, "call"));
queue.push(new Happening(3, "coffee"));
queue.push(new Happening(40, "home"));

var moved = queue.update(
  function (e) { return e.name === "home"; },
  function (e) { e.time = 4; }
);
console.log("moved: " + moved);

var log = [];
while (queue.size() > 0) {
  var current = queue.pop();
  log.push(current.time + ":" + current.name);
  if (current.name === "mail") queue.push(new Happening(current.time + 3, "reply"));
}
console.log(log.join(" "));
console.log("empty pop: " + typeof queue.pop());
