/*---
esid: sec-boundfunctioncreate
description: >
  The prototype of a bound function is always Function.prototype
info: >
  BoundFunctionCreate takes the prototype of the target.
flags: [noStrict]
---*/

const target = function* () {};
assert.sameValue(Object.getPrototypeOf(target.bind()), Object.getPrototypeOf(target));
