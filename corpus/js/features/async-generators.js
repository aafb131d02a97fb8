// Async generators: awaiting between yields, delegation, queued requests, closing
const events = [];

async function* countdown(from) {
  try {
    for (let n = from; n > 0; n--) {
      const pause = await Promise.resolve(n);
      yield pause;
    }
    return "liftoff";
  } finally {
    events.push("closed " + from);
  }
}

async function* both() {
  const end = yield* countdown(2);
  yield end;
  yield* [Promise.resolve("x"), "y"];
}

class Pages {
  #pages = [["a", "b"], [], ["c"]];
  async *[Symbol.asyncIterator]() {
    for (const page of this.#pages) {
      await null;
      yield* page;
    }
  }
}

async function main() {
  const seen = [];
  for await (const item of both()) seen.push(item);
  console.log(seen.join(" "));

  const queue = countdown(3);
  const results = await Promise.all([queue.next(), queue.next(), queue.return("early"), queue.next()]);
  console.log(results.map(r => `${r.value}${r.done ? "!" : ""}`).join(" "));

  for await (const letter of new Pages()) {
    if (letter === "c") break;
    events.push(letter);
  }

  const thrown = countdown(9);
  await thrown.next();
  try {
    await thrown.throw(new RangeError("stop"));
  } catch (e) {
    events.push(e.name);
  }
  console.log(events.join(", "));
  console.log(Object.prototype.toString.call(thrown) + " " + typeof thrown.next);
}

main().then(() => console.log("end"));
