/*---
esid: sec-declarative-environment-records-deletebinding-n
description: >
  delete of a parameter returns true if the function has a mapped arguments object
info: >
  A parameter is a binding of the environment that cannot be deleted (FunctionDeclarationInstantiation, DeleteBinding): `delete p` gives false.
flags: [noStrict]
---*/

function f(p) {
  arguments;
  return delete p;
}
assert.sameValue(f(1), false);
