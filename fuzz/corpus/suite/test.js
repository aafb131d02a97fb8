// parallax conform 1: throws TypeError
var x = 1; null.x;
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (x !== 1) throw 1;
});
void 0;
