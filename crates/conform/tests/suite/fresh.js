// parallax conform 1: ends normally
var before = typeof undeclared + typeof x + typeof order;
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (before !== "undefinedundefinedundefined") throw "the realm is not fresh: " + before;
});
void 0;
