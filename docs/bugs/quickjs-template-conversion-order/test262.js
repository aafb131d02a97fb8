/*---
esid: sec-template-literals-runtime-semantics-evaluation
description: >
  Parts of a template are evaluated before earlier ones are converted
info: >
  Each part is converted to a String before the next one is evaluated: the symbol gives a TypeError.
flags: [noStrict]
---*/

assert.throws(TypeError, () => `${Symbol.iterator}${missing}`);
