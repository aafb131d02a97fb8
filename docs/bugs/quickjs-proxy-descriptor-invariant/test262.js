/*---
esid: sec-proxy-object-internal-methods-and-internal-slots-getownproperty-p
description: >
  A proxy may give an incompatible descriptor of a property of its target
info: >
  [[GetOwnProperty]] of a proxy throws a TypeError if the descriptor is not compatible with that of the target.
flags: [noStrict]
---*/

assert.throws(TypeError, () => JSON.stringify(new Proxy(new String(), { getOwnPropertyDescriptor() { return []; } })));
