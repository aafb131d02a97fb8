// Writes files without end.
const fs = module("fs");
attempt(() => { for (let at = 0; ; at++) fs.writeFileSync(temporary + "/" + at, "x"); });
