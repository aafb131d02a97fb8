/*---
flags: [module, onlyStrict]
features: [Symbol]
includes: [a.js]
negative:
  phase: parse
  type: SyntaxError
---*/
import "./a.js"; await 1;
