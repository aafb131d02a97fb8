/*---
esid: sec-typedarray-defineownproperty
description: >
  Reflect.defineProperty of the key "NaN" on a typed array is true
info: >
  The key is a canonical numeric string, and NaN is not a valid index of the array, so that [[DefineOwnProperty]] gives false.
flags: [noStrict]
---*/

assert.sameValue(Reflect.defineProperty(new Uint8Array(4), 'NaN', {}), false);
