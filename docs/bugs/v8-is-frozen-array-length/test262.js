/*---
esid: sec-testintegritylevel
description: >
  Object.isFrozen of a non-extensible empty array is true although length is writable
info: >
  TestIntegrityLevel looks at every own property, and `length` is one that is writable.
flags: [noStrict]
---*/

const list = Object.preventExtensions([]);
assert.sameValue(Object.getOwnPropertyDescriptor(list, 'length').writable, true);
assert.sameValue(Object.isFrozen(list), false);
