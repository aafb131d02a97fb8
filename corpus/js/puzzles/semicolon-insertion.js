// Where semicolons are put in for you, and where they are not
function nothing() {
  return
  "lost"
}
var a = 1, b = 2
var c = a
++b
var list = ["x", "y"], at = 1
var d = list
[at].length
console.log(typeof nothing(), a, b, c, d)
;[3, 4].forEach(function (n) { a += n })
if (a > 5); else a = 0
console.log(a)
