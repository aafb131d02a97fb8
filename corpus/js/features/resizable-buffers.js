// Resizable array buffers, arrays that track their length, and transfer of buffers
const buffer = new ArrayBuffer(4, { maxByteLength: 12 });
const tracking = new Uint8Array(buffer);
const fixed = new Uint8Array(buffer, 1, 2);
tracking.set([1, 2, 3, 4]);

const inside = view => (view.length ? view.join() : "nothing");
const state = () => `${buffer.byteLength}/${buffer.maxByteLength} tracking ${inside(tracking)}, fixed ${inside(fixed)}`;
console.log(state());

buffer.resize(8);
tracking[7] = 9;
console.log(state());

buffer.resize(2);
console.log(state() + ", offset " + fixed.byteOffset);

buffer.resize(3);
console.log(state());

let visited = 0;
for (const byte of tracking) {
  visited++;
  if (visited === 2) buffer.resize(6);
}
console.log("visited " + visited + ", sum " + tracking.reduce((a, b) => a + b, 0));

try {
  buffer.resize(13);
} catch (e) {
  console.log(e.name);
}

const moved = buffer.transfer();
console.log([buffer.detached, buffer.byteLength, tracking.length, moved.byteLength, moved.resizable].join(" "));
const frozenSize = moved.transferToFixedLength(4);
console.log([moved.detached, frozenSize.byteLength, frozenSize.resizable, new Uint8Array(frozenSize).join("")].join(" "));
