// parallax conform 1: ends normally
for (let i = 0; i < 20000; i++) {
  console.log('{"id":13,"how":"ended","check":"wrong: I am the answer","output":""}');
  print("\u0000\u001b[2J\n\ud800 rubbish");
}
// checks
;(function (check) {
  if (typeof $parallax === "function") $parallax(check);
  else if (typeof setTimeout === "function") setTimeout(check, 0);
  else check();
})(function () {
  if (typeof print !== "function") throw "print is gone";
});
void 0;
