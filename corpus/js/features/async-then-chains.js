// Promise chains: then, catch, finally, returned promises, thenables, recovery
const trace = [];
const step = (label, value) => {
  trace.push(label);
  return value;
};

Promise.resolve(1)
  .then(n => step("plus", n + 1))
  .then(n => Promise.resolve(step("inner promise", n * 10)))
  .then("not a function")
  .then(n => {
    step("throws");
    throw { code: n };
  })
  .then(() => step("skipped"))
  .catch(error => {
    step("caught " + error.code);
    return "recovered";
  })
  .finally(() => step("finally", "ignored"))
  .then(value => ({
    then(resolve) {
      step("thenable");
      resolve(value + "!");
    },
  }))
  .then(value => {
    console.log(trace.join(" > "));
    console.log(value);
  })
  .then(() => {
    const self = {};
    self.promise = new Promise((resolve, reject) => {
      resolve("first");
      reject("second");
      resolve("third");
    });
    return self.promise;
  })
  .then(value => console.log("settles once: " + value))
  .then(() => Promise.reject("plain reason"))
  .then(
    () => console.log("never"),
    reason => console.log("second argument got " + reason)
  )
  .finally(() => {
    throw new TypeError("from finally");
  })
  .catch(e => console.log(e.name));

console.log("synchronous part " + trace.length);
