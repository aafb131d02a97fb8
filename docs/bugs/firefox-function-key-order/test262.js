/*---
esid: sec-ordinaryfunctioncreate
description: >
  length and name of a function are its last keys
info: >
  The properties are created first (OrdinaryFunctionCreate, SetFunctionName), then `prototype` (MakeConstructor), and OrdinaryOwnPropertyKeys lists them in the order of creation.
includes: [compareArray.js]
flags: [noStrict]
---*/

assert.compareArray(Reflect.ownKeys(function () {}).filter((key) => /^(length|name|prototype)$/.test(key)), ['length', 'name', 'prototype']);
