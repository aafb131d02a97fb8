/*---
esid: sec-copydataproperties
description: >
  Object spread of a string copies nothing
info: >
  CopyDataProperties converts the string to an object, which has the keys `0` and `1`.
includes: [compareArray.js]
flags: [noStrict]
---*/

assert.compareArray(Reflect.ownKeys({ ...'ab' }), ['0', '1']);
