// Typed arrays, DataView and ArrayBuffer: wrapping, clamping, byte order, shared memory, methods
const bytes = Uint8Array.of(1, 255, 256, -1, 3.9);
const clamped = Uint8ClampedArray.from([1, 255, 256, -1, 3.5]);
const signed = new Int8Array([127, 128, 255]);
console.log(bytes.join() + " " + clamped.join() + " " + signed.join());

const buffer = new ArrayBuffer(16);
const whole = new Uint8Array(buffer);
const tail = new Uint8Array(buffer, 12);
const view = new DataView(buffer);

view.setUint32(0, 0x01020304);
view.setUint32(4, 0x01020304, true);
view.setFloat32(8, -1.5);
tail.fill(9).set([7, 7], 1);
console.log([...whole].join(" "));
console.log(view.getInt16(0) + " " + view.getUint16(4, true) + " " + view.getFloat32(8) + " " + view.getUint8(13));

const floats = new Float32Array([0.1, 1e40, NaN]);
console.log((floats[0] === 0.1) + " " + Math.fround(0.1 - floats[0]) + " " + floats[1] + " " + floats[2]);

const big = new BigInt64Array(2);
big[0] = 2n ** 63n;
big[1] = -5n;
console.log(big.join(" ") + " " + new BigUint64Array(big.buffer)[1]);

const numbers = Int16Array.from({ length: 8 }, (_, i) => (i * 7) % 8);
console.log(numbers.slice().sort().join("") + " " + numbers.subarray(2, 5).map(n => n * n).join() + " " + numbers.indexOf(5));
numbers.copyWithin(0, 4);
console.log(numbers.join("") + " " + numbers.reduce((a, b) => a + b) + " " + numbers.at(-1) + " " + numbers.includes(9));

numbers[100] = 5;
numbers.extra = "property";
console.log(numbers.length + " " + typeof numbers[100] + " " + numbers.byteLength + " " + Object.keys(numbers).pop());
console.log(ArrayBuffer.isView(view) + " " + (tail.buffer === whole.buffer) + " " + tail.byteOffset);
