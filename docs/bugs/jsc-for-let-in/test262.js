/*---
esid: sec-for-in-and-for-of-statements
description: >
  for (let in {}) is a SyntaxError in sloppy mode
info: >
  In sloppy code `let` is an identifier, and a `for-in` statement excludes it only in front of `[`: the loop assigns to a variable `let`.
flags: [noStrict]
---*/

assert.sameValue((0, eval)('var let; for (let in { key: 1 }) ; let'), 'key');
