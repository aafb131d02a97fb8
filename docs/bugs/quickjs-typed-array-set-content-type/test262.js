/*---
esid: sec-settypedarrayfromtypedarray
description: >
  TypedArray.prototype.set of a BigInt array accepts an empty Number array
info: >
  SetTypedArrayFromTypedArray compares the content types before it looks at elements, and throws a TypeError.
flags: [noStrict]
---*/

assert.throws(TypeError, () => new BigInt64Array(4).set(new Uint8Array(0)));
