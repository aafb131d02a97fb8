// Three string hash functions, a chained hash table, and Rabin-Karp search

function djb(text) {
  let h = 5381;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 33) ^ text.charCodeAt(i)) >>> 0;
  return h;
}

function fnv(text) {
  let h = 0x811c9dc5;
  for (const ch of text) {
    h ^= ch.codePointAt(0);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

function oneAtATime(text) {
  let h = 0;
  for (let i = 0; i < text.length; ++i) {
    h += text.charCodeAt(i); h |= 0;
    h += h << 10;            h |= 0;
    h ^= h >>> 6;
  }
  h += h << 3; h ^= h >>> 11; h += h << 15;
  return h >>> 0;
}

class HashTable {
  #buckets;
  #hash;
  size = 0;

  constructor(hash, buckets = 8) {
    this.#hash = hash;
    this.#buckets = Array.from({ length: buckets }, () => []);
  }

  #bucket(key) {
    return this.#buckets[this.#hash(key) % this.#buckets.length];
  }

  set(key, value) {
    const bucket = this.#bucket(key);
    const pair = bucket.find(([k]) => k === key);
    if (pair) {
      pair[1] = value;
    } else {
      bucket.push([key, value]);
      this.size++;
      if (this.size > 2 * this.#buckets.length) this.#grow();
    }
    return this;
  }

  get(key) {
    return this.#bucket(key).find(([k]) => k === key)?.[1];
  }

  #grow() {
    const pairs = this.#buckets.flat();
    this.#buckets = Array.from({ length: this.#buckets.length * 2 }, () => []);
    for (const pair of pairs) this.#bucket(pair[0]).push(pair);
  }

  get shape() {
    const lengths = this.#buckets.map(b => b.length);
    return { buckets: lengths.length, longest: Math.max(...lengths) };
  }
}

function rabinKarp(text, pattern) {
  const BASE = 256, MODULUS = 8191;
  const n = pattern.length;
  let want = 0, have = 0, lead = 1;
  for (let i = 0; i < n; i++) {
    want = (want * BASE + pattern.charCodeAt(i)) % MODULUS;
    have = (have * BASE + text.charCodeAt(i)) % MODULUS;
    if (i > 0) lead = (lead * BASE) % MODULUS;
  }
  const found = [];
  for (let at = 0; at + n <= text.length; at++) {
    if (have === want && text.startsWith(pattern, at)) found.push(at);
    have = ((have - lead * text.charCodeAt(at)) % MODULUS + MODULUS) % MODULUS;
    have = (have * BASE + text.charCodeAt(at + n)) % MODULUS;
  }
  return found;
}

const names = ["", "a", "copper", "Copper", "a longer sentence to hash"];
for (const name of names) {
  console.log([djb, fnv, oneAtATime].map(f => f(name).toString(16).padStart(8, "0")).join(" "));
}

const squares = new HashTable(fnv);
for (let i = 0; i < 200; i++) squares.set("key" + i, i * i);
squares.set("key3", "replaced");
console.log(`size ${squares.size}, buckets ${squares.shape.buckets}, crowded ${squares.shape.longest > 12}`);
console.log(`key3 ${squares.get("key3")}, key14 ${squares.get("key14")}, missing ${squares.get("nope") ?? "none"}`);

console.log("found at " + rabinKarp("banana bandana banana", "ana").join(","));
console.log("found at " + rabinKarp("mississippi", "issi").join(","));
console.log("absent: " + rabinKarp("short", "longer than the text").length);
