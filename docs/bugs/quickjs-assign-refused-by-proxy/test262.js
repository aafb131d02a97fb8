/*---
esid: sec-object.assign
description: >
  Object.assign does not throw if a proxy refuses to define the property
info: >
  Object.assign sets with `true`, so that a TypeError is thrown where [[Set]] gives false.
flags: [noStrict]
---*/

assert.throws(TypeError, () => Object.assign(new Proxy([0], { defineProperty() { return false; } }), 'm'));
