// Never ends.
for (;;);
