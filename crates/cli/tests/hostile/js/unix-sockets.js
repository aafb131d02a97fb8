// Connects to local sockets of others.
for (const path of ["@SOCKET@", "\0@ABSTRACT@"])
  attempt(() => { module("net").connect({ path }).on("error", () => {}); return "asked"; });
