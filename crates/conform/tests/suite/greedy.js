// parallax conform 1: ends normally
var all = [];
for (;;) all.push(new Uint8Array(5000000).fill(1));
