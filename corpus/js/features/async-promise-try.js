// Promise.try: one path for functions that return, throw, or return promises
const order = [];

function lookup(key) {
  order.push("lookup " + key);
  if (key === "bad") throw new RangeError("no such key");
  return key === "slow" ? Promise.resolve("slow value") : key.toUpperCase();
}

const run = key =>
  Promise.try(lookup, key).then(
    value => key + " -> " + value,
    error => key + " -> " + error.name
  );

async function main() {
  for (const key of ["quick", "slow", "bad"]) console.log(await run(key));

  const pending = Promise.try(() => order.push("runs at once"));
  order.push("then the caller");
  await pending;
  console.log(order.slice(-2).join(", "));

  const added = await Promise.try((a, b, ...rest) => a + b + rest.length, 1, 2, "x", "y");
  console.log("sum " + added);

  class Tracked extends Promise {}
  const tracked = Tracked.try(() => "made");
  console.log((tracked instanceof Tracked) + " " + (await tracked));
}

main().then(() => console.log("lookups " + order.filter(s => s.startsWith("lookup")).length));
