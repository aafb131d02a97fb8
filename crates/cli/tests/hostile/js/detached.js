// Leaves a process behind that has a session of its own.
attempt(() => {
  const child = module("child_process").spawn("sleep", ["@SLEEP@"], { detached: true, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
  return child.pid > 0;
});
attempt(() => host.Bun.spawn(["sleep", "@SLEEP@"], { detached: true }).pid > 0);
attempt(() => new host.Deno.Command("sleep", { args: ["@SLEEP@"] }).spawn().pid > 0);
