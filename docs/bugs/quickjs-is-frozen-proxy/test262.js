/*---
esid: sec-testintegritylevel
description: >
  Object.isFrozen asks an extensible proxy for its keys
info: >
  TestIntegrityLevel first asks whether the object is extensible, and gives false if it is.
flags: [noStrict]
---*/

assert.sameValue(Object.isFrozen(new Proxy({}, { ownKeys: 0 })), false);
