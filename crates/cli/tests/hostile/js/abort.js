// Ends the process in every way that it knows.
attempt(() => host.process.abort());
attempt(() => host.process.exit(0));
attempt(() => host.process.reallyExit(0));
attempt(() => host.Deno.exit(0));
