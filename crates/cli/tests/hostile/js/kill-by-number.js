// Kills processes by their numbers.
let killed = 0;
for (let id = 1; id < 70000; id++)
  try { if (id != host.process.pid) { host.process.kill(id, 9); killed++; } } catch (_) {}
attempt(() => killed);
