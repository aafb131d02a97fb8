// parallax conform 1: ends normally
var x = 1 + 1;
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (x !== 2) throw "x is " + x;
});
void 0;
