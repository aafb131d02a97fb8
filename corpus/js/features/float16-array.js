// Float16Array, Math.f16round and half-precision access through a DataView
const halves = Float16Array.of(1, 0.1, 65504, 65520, -0, 2 ** -24, 2 ** -26, 2049);
console.log([...halves].map(n => (Object.is(n, -0) ? "-0" : String(n))).join(" "));
console.log("bytes each " + Float16Array.BYTES_PER_ELEMENT + ", together " + halves.byteLength);

const bits = new Uint16Array(halves.buffer);
console.log(Array.from(bits, b => b.toString(16).padStart(4, "0")).join(" "));

console.log([Math.f16round(1.337), Math.f16round(5.05), Math.f16round(1e9)].join(" "));

const view = new DataView(new ArrayBuffer(4));
view.setFloat16(0, -1.5);
view.setFloat16(2, 1 / 3, true);
console.log(view.getUint16(0).toString(16) + " " + view.getFloat16(0) + " " + view.getFloat16(2, true));

const widened = Float64Array.from(halves.filter(n => n > 0 && Number.isFinite(n)));
const roundTrip = Float16Array.from(widened).every((n, i) => n === widened[i]);
console.log("round trip " + roundTrip + ", sorted " + halves.toSorted().at(-1));

let gap = 0;
for (let n = 2040; n < 2060; n++) {
  const stored = Math.f16round(n);
  if (stored !== n) gap++;
}
console.log("whole numbers lost between 2040 and 2060: " + gap);
