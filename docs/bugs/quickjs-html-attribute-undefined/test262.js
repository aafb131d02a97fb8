/*---
esid: sec-createhtml
description: >
  String.prototype.link(undefined) throws a TypeError
info: >
  CreateHTML converts the value by ToString, which gives `undefined`.
flags: [noStrict]
---*/

assert.sameValue("".link(undefined), '<a href="undefined"></a>');
