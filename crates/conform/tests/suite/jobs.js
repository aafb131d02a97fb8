// parallax conform 1: ends normally
var order = [];
(async function () { order.push(1); await null; order.push(3); Promise.reject(4); })().then(() => order.push(4));
order.push(2);
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (order.join() !== "1,2,3,4") throw "order is " + order;
});
void 0;
