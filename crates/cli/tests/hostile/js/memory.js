// Takes memory without end.
const taken = [];
attempt(() => { for (;;) taken.push(new Uint8Array(1 << 26).fill(1)); });
