/*---
esid: sec-weak-ref-target
description: >
  WeakRef loses its target within the job that created it
info: >
  The constructor adds the target to the objects that are kept alive until the job ends (AddToKeptObjects).
flags: [noStrict]
---*/

assert.sameValue(typeof new WeakRef({}).deref(), 'object');
