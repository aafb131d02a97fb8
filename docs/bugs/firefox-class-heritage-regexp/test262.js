/*---
esid: prod-ClassHeritage
description: >
  A class heritage that begins with a regular expression does not parse
info: >
  The heritage is a LeftHandSideExpression, which may begin with a regular expression.
flags: [noStrict]
---*/

assert.throws(TypeError, () => (0, eval)('class C extends /a/g["x"] {}'));
