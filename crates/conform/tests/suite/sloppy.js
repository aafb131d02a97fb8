// parallax conform 1: ends normally
undeclared = 1;
var seen = (function () { return this === globalThis; })();
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (undeclared !== 1 || !seen) throw "not sloppy";
});
void 0;
