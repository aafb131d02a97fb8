// Stops itself.
attempt(() => host.process.kill(host.process.pid, "SIGSTOP"));
attempt(() => run("kill -STOP $PPID"));
