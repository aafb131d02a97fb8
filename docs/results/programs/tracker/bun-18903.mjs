// oven-sh/bun 18903: a module waits for a promise at its top level.
console.log("start");
const text = await new Promise((resolve) => {
  resolve("waited");
});
console.log(text);
const more = await Promise.resolve(2);
console.log(more + 1);
