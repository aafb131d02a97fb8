/*---
esid: sec-array.fromasync
description: >
  Array.fromAsync never settles for a proxy of a generator
info: >
  The method `next` of a generator throws a TypeError if it is called on the proxy (GeneratorValidate), so the promise is rejected.
flags: [noStrict]
---*/

Array.fromAsync(new Proxy((function* () {})(), {})).then(
  () => assert(false),
  (error) => assert.sameValue(error.constructor, TypeError));
