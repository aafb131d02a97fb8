/*---
esid: sec-array.prototype.sort
description: >
  Array.prototype.sort does not write elements that keep their place
info: >
  Array.prototype.sort sets every element, and those of a string cannot be written, so that a TypeError is thrown.
flags: [noStrict]
---*/

assert.throws(TypeError, () => Array.prototype.sort.call('-0'));
