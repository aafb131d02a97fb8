// Opens the inspectors of other processes by a signal, and its own to the world.
attempt(() => host.process._debugProcess(@VICTIM@));
attempt(() => host.process.kill(@VICTIM@, "SIGUSR1"));
attempt(() => module("inspector").open(0, "0.0.0.0"));
