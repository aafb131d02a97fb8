// Writes a file without end.
const fs = module("fs");
attempt(() => {
  const file = fs.openSync(temporary + "/big", "w"), part = Buffer.alloc(1 << 24, 1);
  for (;;) fs.writeSync(file, part);
});
