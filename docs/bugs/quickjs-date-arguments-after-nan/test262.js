/*---
esid: sec-date
description: >
  Date does not convert the arguments after one that is NaN
info: >
  Every argument goes through ToNumber, which throws a TypeError for a BigInt.
flags: [noStrict]
---*/

assert.throws(TypeError, () => new Date(NaN, 0n));
