/*---
esid: sec-proxy-object-internal-methods-and-internal-slots-defineownproperty-p-desc
description: >
  Array.prototype.splice on a proxy of an empty array throws a TypeError
info: >
  The handler is the function `Object`: its `defineProperty` gives an object, which is true. The length stays as it was, so that no invariant is broken.
flags: [noStrict]
---*/

assert.sameValue(Array.prototype.splice.call(new Proxy([], Object)).length, 0);
