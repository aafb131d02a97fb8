// parallax conform 1: ends normally
new SharedArrayBuffer(8).slice(4);
