// Linked list, binary search tree with deletion, trie and ring buffer, with class inheritance

class Container {
  get size() {
    let n = 0;
    for (const _ of this) n++;
    return n;
  }
  toArray() { return [...this]; }
  toString() { return this.constructor.name + "(" + this.toArray().join(" ") + ")"; }
}

class LinkedList extends Container {
  head = null;

  static from(items) {
    const list = new LinkedList();
    for (const item of [...items].reverse()) list.prepend(item);
    return list;
  }

  prepend(value) {
    this.head = { value, next: this.head };
    return this;
  }

  reverse() {
    let previous = null;
    for (let node = this.head; node; ) {
      [node.next, previous, node] = [previous, node, node.next];
    }
    this.head = previous;
    return this;
  }

  remove(value) {
    const anchor = { next: this.head };
    for (let node = anchor; node.next; node = node.next) {
      if (node.next.value === value) { node.next = node.next.next; break; }
    }
    this.head = anchor.next;
    return this;
  }

  *[Symbol.iterator]() {
    for (let node = this.head; node; node = node.next) yield node.value;
  }
}

class SearchTree extends Container {
  #root = null;

  insert(...keys) {
    for (const key of keys) this.#root = this.#insert(this.#root, key);
    return this;
  }

  #insert(node, key) {
    if (!node) return { key, left: null, right: null };
    if (key < node.key) node.left = this.#insert(node.left, key);
    else if (key > node.key) node.right = this.#insert(node.right, key);
    return node;
  }

  delete(key) {
    this.#root = this.#delete(this.#root, key);
    return this;
  }

  #delete(node, key) {
    if (!node) return null;
    if (key < node.key) node.left = this.#delete(node.left, key);
    else if (key > node.key) node.right = this.#delete(node.right, key);
    else {
      if (!node.left) return node.right;
      if (!node.right) return node.left;
      let heir = node.right;
      while (heir.left) heir = heir.left;
      node.key = heir.key;
      node.right = this.#delete(node.right, heir.key);
    }
    return node;
  }

  get height() {
    const height = node => node ? 1 + Math.max(height(node.left), height(node.right)) : 0;
    return height(this.#root);
  }

  *[Symbol.iterator]() {
    function* walk(node) {
      if (!node) return;
      yield* walk(node.left);
      yield node.key;
      yield* walk(node.right);
    }
    yield* walk(this.#root);
  }
}

class Trie extends Container {
  #top = {};

  add(word) {
    let node = this.#top;
    for (const letter of word) node = node[letter] ??= {};
    node.end = true;
    return this;
  }

  *startingWith(prefix) {
    let node = this.#top;
    for (const letter of prefix) {
      node = node[letter];
      if (!node) return;
    }
    yield* this.#words(node, prefix);
  }

  *#words(node, prefix) {
    if (node.end) yield prefix;
    for (const letter of Object.keys(node).filter(k => k.length === 1).sort()) {
      yield* this.#words(node[letter], prefix + letter);
    }
  }

  [Symbol.iterator]() { return this.startingWith(""); }
}

class Ring extends Container {
  constructor(capacity) {
    super();
    Object.assign(this, { slots: new Array(capacity).fill(null), start: 0, count: 0 });
  }
  push(value) {
    const at = (this.start + this.count) % this.slots.length;
    this.slots[at] = value;
    if (this.count < this.slots.length) this.count++;
    else this.start = (this.start + 1) % this.slots.length;
    return this;
  }
  *[Symbol.iterator]() {
    for (let i = 0; i < this.count; i++) yield this.slots[(this.start + i) % this.slots.length];
  }
}

const list = LinkedList.from("orchid");
console.log(`${list} reversed ${list.reverse().toArray().join("")} without c ${list.remove("c").toArray().join("")}`);

const tree = new SearchTree().insert(50, 30, 70, 20, 40, 60, 80, 65, 30);
console.log(`${tree} size ${tree.size} height ${tree.height}`);
console.log(`${tree.delete(50).delete(20).delete(999)} height ${tree.height}`);

const trie = new Trie();
for (const word of ["car", "cart", "care", "cat", "dog", "do"]) trie.add(word);
console.log(`${trie} car*: ${[...trie.startingWith("car")].join(",")} x*: ${[...trie.startingWith("x")].length}`);

const ring = new Ring(4);
for (let i = 1; i <= 6; i++) ring.push(i * i);
console.log(`${ring} size ${ring.size}`);
console.log("containers " + [list, tree, trie, ring].every(c => c instanceof Container));
