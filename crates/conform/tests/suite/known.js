// parallax conform 1: ends normally
function f(p) { arguments; return delete p; }
var deleted = f(1);
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (deleted !== false) throw "deleted is " + deleted;
});
void 0;
