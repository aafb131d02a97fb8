// Sends a datagram to a port of the machine.
attempt(() => {
  const socket = module("dgram").createSocket("udp4");
  socket.on("error", () => {});
  socket.send("x", @PORT@, "127.0.0.1");
  return "asked";
});
attempt(() => run("echo x > /dev/udp/127.0.0.1/@PORT@", "bash"));
