// parallax conform 1: ends normally
for (;;);
