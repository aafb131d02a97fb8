// Array.fromAsync: from async generators, promises, array-likes, with an async mapper
async function* squares(limit) {
  for (let n = 1; n <= limit; n++) {
    await null;
    yield n * n;
  }
}

async function main() {
  const plain = await Array.fromAsync(squares(4));
  console.log(plain.join());

  const mapped = await Array.fromAsync(squares(3), async (n, i) => {
    const waited = await Promise.resolve(n);
    return waited * 10 + i;
  });
  console.log(mapped.join());

  console.log((await Array.fromAsync([Promise.resolve("a"), "b"])).join(""));
  console.log((await Array.fromAsync({ length: 3, 0: "x", 2: Promise.resolve("z") }, v => v ?? "gap")).join(" "));
  console.log((await Array.fromAsync(new Set("hello"))).length);

  let closed = false;
  async function* guarded() {
    try {
      yield 1;
      yield 2;
    } finally {
      closed = true;
    }
  }
  try {
    await Array.fromAsync(guarded(), n => { throw new RangeError("no " + n); });
  } catch (e) {
    console.log(e.name + " closed " + closed);
  }
}

main();
