// Async functions: await in expressions, loops, conditions and try, as functions, arrows and methods
const log = [];
const later = value => Promise.resolve(value);

async function sum(...numbers) {
  let total = 0;
  for (const n of numbers) {
    total += await later(n);
    log.push("sum " + total);
  }
  return total;
}

const double = async x => (await x) * 2;

class Store {
  #items = new Map([["key", "value"]]);
  async get(key) {
    await null;
    if (!this.#items.has(key)) throw new RangeError(key);
    return this.#items.get(key);
  }
  static async open() {
    return new this();
  }
}

async function careful(store, key) {
  try {
    return await store.get(key);
  } catch (e) {
    log.push("caught " + e.name);
    return "default";
  } finally {
    log.push("looked for " + key);
  }
}

async function main() {
  log.push("start");
  console.log("sum " + (await sum(1, 2, 3)));
  console.log("double " + (await double(later(21))) + " " + (await double(4)));

  const store = await Store.open();
  console.log(await careful(store, "key"));
  console.log(await careful(store, "missing"));

  const parts = [await later("a"), await later("b"), (await later({ c: "c" })).c];
  if ((await later(parts.length)) === 3 && (await later(true))) console.log(parts.join(""));
  return "finished";
}

main().then(result => {
  console.log(log.join(", "));
  console.log(result);
});
log.push("after the call");
