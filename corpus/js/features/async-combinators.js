// Promise.all, allSettled, any and race on values, promises and thenables
const hops = (n, value) => (n === 0 ? Promise.resolve(value) : Promise.resolve().then(() => hops(n - 1, value)));
const fails = (n, reason) => hops(n).then(() => { throw new Error(reason); });

async function show(label, promise) {
  try {
    const value = await promise;
    console.log(label + ": " + JSON.stringify(value));
  } catch (error) {
    const detail = error instanceof AggregateError ? error.errors.length + " errors" : typeof error;
    console.log(label + " rejected: " + error.name + " " + detail);
  }
}

async function main() {
  await show("all", Promise.all([hops(3, "slow"), "plain", hops(0, "fast"), { then: done => done("thenable") }]));
  await show("all empty", Promise.all([]));
  await show("all failing", Promise.all([hops(5, 1), fails(1, "x"), fails(2, "y")]));

  const settled = await Promise.allSettled([hops(2, "ok"), fails(1, "bad"), 7]);
  for (const { status, value, reason } of settled) {
    console.log("settled " + status + " " + (value ?? reason.constructor.name));
  }

  await show("any", Promise.any([fails(1, "a"), hops(4, "late"), hops(2, "early")]));
  await show("any failing", Promise.any([fails(1, "a"), fails(2, "b")]));
  await show("any empty", Promise.any([]));

  await show("race", Promise.race([hops(3, "tortoise"), hops(1, "hare")]));
  await show("race failing", Promise.race([hops(3, "tortoise"), fails(0, "fell")]));

  const entries = Object.entries({ a: hops(2, 1), b: hops(1, 2) });
  const values = await Promise.all(entries.map(async ([key, promise]) => [key, (await promise) * 10]));
  console.log(JSON.stringify(Object.fromEntries(values)));
}

main();
