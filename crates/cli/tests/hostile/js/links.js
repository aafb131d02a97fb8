// Puts links to what is secret where Parallax may read.
const fs = module("fs");
for (const name of (() => { try { return fs.readdirSync(temporary); } catch (_) { return []; } })())
  attempt(() => {
    fs.rmSync(temporary + "/" + name, { recursive: true });
    fs.symlinkSync("@SECRET@", temporary + "/" + name);
    return "linked";
  });
attempt(() => fs.symlinkSync("@HOME@", temporary + "/home"));
