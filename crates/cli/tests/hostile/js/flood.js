// Writes to its outputs without end.
const fs = module("fs"), part = "x".repeat(1 << 16) + "\n";
attempt(() => {
  for (let at = 0; at < 20000; at++)
    try { fs.writeSync(2, part); } catch (error) { if (error.code != "EAGAIN") throw error; }
  return "written";
});
for (let at = 0; at < 500; at++) try { console.log(part); } catch (_) {}
