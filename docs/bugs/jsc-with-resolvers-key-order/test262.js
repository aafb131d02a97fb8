/*---
esid: sec-promise.withResolvers
description: >
  Promise.withResolvers creates its properties in another order than specified
info: >
  The properties are created in the order `promise`, `resolve`, `reject`, which is visible.
includes: [compareArray.js]
flags: [noStrict]
---*/

assert.compareArray(Reflect.ownKeys(Promise.withResolvers()), ['promise', 'resolve', 'reject']);
