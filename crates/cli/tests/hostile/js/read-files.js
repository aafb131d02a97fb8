// Reads what is secret.
const fs = module("fs");
for (const path of ["@SECRET@", "/etc/shadow", "/etc/ssh/ssh_host_ed25519_key"]) {
  attempt(() => fs.readFileSync(path, "utf8"));
  attempt(() => host.Deno.readTextFileSync(path));
  attempt(() => load(path));
  attempt(() => readFile(path));
}
attempt(() => run("cat @SECRET@"));
