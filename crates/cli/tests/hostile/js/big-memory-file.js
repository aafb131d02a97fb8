// Fills the file system in memory.
const fs = module("fs");
attempt(() => { for (let at = 0; ; at++) fs.writeFileSync("/dev/shm/big" + at, Buffer.alloc(1 << 26, 1)); });
