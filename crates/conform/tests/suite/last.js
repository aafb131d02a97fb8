// parallax conform 1: ends normally
var end = [1, 2, 3].map((it) => it * 2).join();
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (end !== "2,4,6") throw "end is " + end;
});
void 0;
