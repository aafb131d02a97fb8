// Reads the environment of all processes.
const fs = module("fs");
attempt(() => JSON.stringify(host.process.env));
attempt(() => JSON.stringify(host.Deno.env.toObject()));
for (const id of ["self", "1", "@PARENT@", "@VICTIM@"])
  attempt(() => fs.readFileSync("/proc/" + id + "/environ", "utf8"));
attempt(() => run("cat /proc/*/environ"));
