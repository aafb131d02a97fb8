/*---
esid: sec-runtime-semantics-iteratorbindinginitialization
description: >
  A parameter of a pattern can be read before it is initialised
info: >
  The variable is not initialised before the pattern has taken all values (IteratorBindingInitialization), so that a ReferenceError is thrown.
flags: [noStrict]
---*/

function f([...a] = (function* () { a; })()) {}
assert.throws(ReferenceError, () => f());
