// for await over promises, sync iterables and hand-made async iterators, with break and errors
const log = [];

function ticker(limit) {
  let n = 0;
  return {
    [Symbol.asyncIterator]() { return this; },
    async next() {
      n++;
      return { value: n, done: n > limit };
    },
    async return() {
      log.push("returned at " + n);
      return {};
    },
  };
}

async function collect(source, until = () => false) {
  const items = [];
  for await (const item of source) {
    items.push(item);
    if (until(item)) break;
  }
  return items;
}

async function main() {
  console.log((await collect([Promise.resolve(1), 2, Promise.resolve(3)])).join());
  console.log((await collect(ticker(4))).join());
  console.log((await collect(ticker(10), n => n === 3)).join() + " " + log.join());

  const failing = [Promise.resolve("ok"), Promise.reject(new TypeError("bad"))];
  try {
    for await (const item of failing) log.push(item);
  } catch (e) {
    log.push(e.name);
  }

  outer: for await (const a of ticker(3)) {
    for await (const b of ticker(3)) {
      if (b > a) continue outer;
      log.push(a * 10 + b);
    }
  }

  for await (const [key, { deep = "none" }] of new Map([["p", { deep: "d" }], ["q", {}]])) {
    log.push(key + deep);
  }
  console.log(log.join(" | "));

  let total = 0;
  for await (const n of ticker(5)) total += (await n) ** 2;
  console.log("total " + total);
}

main();
