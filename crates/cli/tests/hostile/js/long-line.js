// Writes a line without end.
const fs = module("fs"), part = "x".repeat(1 << 20);
attempt(() => {
  for (let at = 0; at < 3000; at++)
    try { fs.writeSync(2, part); } catch (error) { if (error.code != "EAGAIN") throw error; }
  return "written";
});
