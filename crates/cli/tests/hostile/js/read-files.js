// Reads what is secret.
const fs = module("fs");
for (const path of ["@SECRET@", "/etc/shadow", "/root/.ssh/id_ed25519"]) {
  attempt(() => fs.readFileSync(path, "utf8"));
  attempt(() => host.Deno.readTextFileSync(path));
  attempt(() => load(path));
  attempt(() => readFile(path));
}
attempt(() => run("cat @SECRET@"));
