// Promise.withResolvers: a queue whose readers may wait before the writers come
class Channel {
  #values = [];
  #waiting = [];

  send(value) {
    const waiter = this.#waiting.shift();
    if (waiter) waiter.resolve(value);
    else this.#values.push(value);
  }

  receive() {
    if (this.#values.length > 0) return Promise.resolve(this.#values.shift());
    const waiter = Promise.withResolvers();
    this.#waiting.push(waiter);
    return waiter.promise;
  }

  close() {
    for (const { reject } of this.#waiting.splice(0)) reject("closed");
  }
}

const channel = new Channel();
const log = [];

async function reader(name) {
  try {
    while (true) {
      const value = await channel.receive();
      log.push(`${name} got ${value}`);
    }
  } catch (reason) {
    log.push(`${name} ${reason}`);
  }
}

async function writer() {
  for (const word of ["one", "two", "three", "four"]) {
    channel.send(word);
    await null;
  }
  for (let i = 0; i < 5; i++) await null;
  channel.close();
}

const { promise, resolve } = Promise.withResolvers();
promise.then(value => console.log("resolved from outside with " + value));

Promise.all([reader("r1"), reader("r2"), writer()]).then(() => {
  console.log(log.join(", "));
  resolve(log.length);
  resolve("ignored");
});
