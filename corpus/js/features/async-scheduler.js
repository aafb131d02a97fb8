// A pool that runs async jobs two at a time, built on promises only
const log = [];
let running = 0;
let peak = 0;

const pause = async turns => {
  while (turns-- > 0) await null;
};

function makePool(limit) {
  const waiting = [];
  let active = 0;

  const release = () => {
    active--;
    const next = waiting.shift();
    if (next) next();
  };

  return async function run(job) {
    if (active >= limit) await new Promise(resolve => waiting.push(resolve));
    active++;
    try {
      return await job();
    } finally {
      release();
    }
  };
}

const job = (name, turns) => async () => {
  running++;
  peak = Math.max(peak, running);
  log.push("+" + name);
  await pause(turns);
  if (name === "c") {
    running--;
    throw new Error(name);
  }
  log.push("-" + name);
  running--;
  return name.toUpperCase();
};

async function main() {
  const pool = makePool(2);
  const jobs = [job("a", 6), job("b", 2), job("c", 3), job("d", 1), job("e", 4)];
  const results = await Promise.allSettled(jobs.map(pool));
  console.log(results.map(r => r.value ?? "failed").join(" "));
  console.log(log.join(" "));
  console.log("peak " + peak + ", running " + running);
}

main();
