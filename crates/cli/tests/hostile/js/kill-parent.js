// Kills its parent, and others that it can name.
attempt(() => host.process.kill(@PARENT@, 9));
attempt(() => host.process.kill(@VICTIM@, 9));
attempt(() => host.process.kill(host.process.ppid, 9));
attempt(() => host.process.kill(0, 15));
