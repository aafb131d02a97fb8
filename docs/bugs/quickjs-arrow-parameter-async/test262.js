/*---
esid: prod-ArrowParameters
description: >
  An arrow function with the parameter async does not parse
info: >
  `async` is an identifier where no function follows it, and so it may be the parameter of an arrow function.
flags: [noStrict]
---*/

assert.sameValue((0, eval)('(async => async)')(1), 1);
