// Lists processes and reads their memory.
const fs = module("fs");
attempt(() => fs.readdirSync("/proc").filter(name => +name).length < 20);
for (const id of [1, "@PARENT@", "@VICTIM@"]) {
  attempt(() => fs.openSync("/proc/" + id + "/mem", "r+"));
  attempt(() => fs.readFileSync("/proc/" + id + "/root@SECRET@", "utf8"));
}
