// The order in which promise callbacks and async functions take turns
const order = [];
const note = label => order.push(label);

async function walker(name, steps) {
  note(name + "0");
  for (let i = 1; i <= steps; i++) {
    await null;
    note(name + i);
  }
}

note("script");
walker("a", 3);
walker("b", 2);

Promise.resolve()
  .then(() => note("t1"))
  .then(() => note("t2"))
  .then(() => note("t3"));

const resolvedByPromise = new Promise(resolve => {
  note("executor");
  resolve(Promise.resolve());
});
resolvedByPromise.then(() => note("after promise"));

(async () => {
  try {
    await Promise.reject("r");
  } catch (reason) {
    note("caught " + reason);
  }
})();

Promise.resolve({ then(resolve) { note("thenable job"); resolve(); } }).then(() => note("thenable done"));

note("end of script");

const finish = async () => {
  for (let i = 0; i < 12; i++) await undefined;
  for (let i = 0; i < order.length; i += 6) console.log(order.slice(i, i + 6).join(", "));
};
finish();
