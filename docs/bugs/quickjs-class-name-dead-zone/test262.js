/*---
esid: sec-declarative-environment-records-setmutablebinding-n-v-s
description: >
  Assigning the name of a class in its heritage is a TypeError
info: >
  The binding of the name is not initialised there, so that SetMutableBinding throws a ReferenceError.
flags: [noStrict]
---*/

assert.throws(ReferenceError, () => { class a extends (a = 0) {} });
