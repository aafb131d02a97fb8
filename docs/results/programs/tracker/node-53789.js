// nodejs/node 53789: a promise is rejected, and its rejection is handled in the same job.
function fail(reason) {
  const rejected = Promise.reject(reason);
  rejected.catch(() => {});
  return rejected;
}
async function use() {
  let seen = "none";
  try {
    await fail("on purpose");
  } catch (reason) {
    seen = reason;
  }
  console.log(seen);
}
use();
Promise.resolve().then(() => fail("later").catch((reason) => console.log(reason)));
