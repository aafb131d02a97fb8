// Errors in async code: retries, finally, errors lost and kept, cause chains, parallel failures
class Flaky extends Error {
  constructor(attempt) {
    super("attempt " + attempt);
    this.attempt = attempt;
  }
}

let calls = 0;
async function unreliable(succeedAt) {
  calls++;
  await null;
  if (calls < succeedAt) throw new Flaky(calls);
  return "worked at " + calls;
}

async function retry(task, times) {
  const errors = [];
  for (let i = 0; i < times; i++) {
    try {
      return await task();
    } catch (e) {
      errors.push(e);
    }
  }
  throw new AggregateError(errors);
}

async function wrapped() {
  try {
    await retry(() => unreliable(99), 2);
  } catch (cause) {
    throw new Error("gave up", { cause });
  } finally {
    await null;
    console.log("cleaned up");
  }
}

async function unawaited() {
  try {
    return Promise.reject(new Flaky("outside")); // not awaited: the catch is passed by
  } catch {
    return "caught inside";
  }
}

async function main() {
  console.log(await retry(() => unreliable(3), 5));
  try {
    await wrapped();
  } catch (e) {
    console.log(e.cause.errors.map(inner => inner.attempt).join());
  }
  console.log(await unawaited().catch(e => "caught outside " + (e instanceof Flaky)));
  const results = await Promise.allSettled([1, 2, 3].map(async n => { if (n % 2) throw n; return n; }));
  console.log(results.map(r => (r.status === "fulfilled" ? "ok" : "no") + (r.value ?? r.reason)).join(" "));
}

main().then(() => console.log("calls " + calls));
