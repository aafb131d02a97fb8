// Ends with an uncaught throw of a plain object on purpose, rethrown from a catch
var reason = { code: 7, name: "Custom" };
try {
  (function () { throw reason; })();
} catch (caught) {
  caught.code++; console.log("code " + caught.code);
  throw caught;
} finally { console.log("finally " + reason.code); }
