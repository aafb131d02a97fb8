// Opens files until no more can be opened.
const fs = module("fs");
attempt(() => { for (;;) fs.openSync("/dev/null", "r"); });
