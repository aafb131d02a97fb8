/*---
esid: sec-atomics.islockfree
description: >
  Atomics.isLockFree does not convert its argument to an integer
info: >
  The argument goes through ToIntegerOrInfinity, which makes 4 of 4.5.
flags: [noStrict]
---*/

assert.sameValue(Atomics.isLockFree(4.5), Atomics.isLockFree(4));
