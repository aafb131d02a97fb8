// Starts threads without end.
attempt(() => { const { Worker } = module("worker_threads"); for (let at = 0; at < 2000; at++) new Worker("for (;;);", { eval: true }).on("error", () => {}); });
