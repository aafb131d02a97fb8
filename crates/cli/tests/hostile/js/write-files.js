// Writes everywhere.
const fs = module("fs");
for (const path of ["@OUTSIDE@", "@HOME@/.bashrc", "/usr/bin/parallax-was-here", "/etc/parallax-was-here", "/parallax-was-here",
  "/tmp/parallax-was-here", "/dev/shm/parallax-was-here", "/proc/sys/kernel/core_pattern"]) {
  attempt(() => fs.writeFileSync(path, "x"));
  attempt(() => host.Deno.writeTextFileSync(path, "x"));
}
attempt(() => run("echo x > @OUTSIDE@"));
