/*---
esid: sec-strict-mode-code
description: >
  yield cannot be used as an identifier in the statement after a class declaration
info: >
  Only the parts of a class are strict code; behind it `yield` is an identifier again.
flags: [noStrict]
---*/

assert.sameValue((0, eval)('var yield = 2; class A {}\nyield * 1'), 2);
