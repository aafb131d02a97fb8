// Headers of for loops that do all the work
for (var i = 0, j = 10, s = ""; i < j; s += i + j + " ", i++, j -= 2);
console.log(s + "| " + i + " " + j);
for (let a = 1, b = 1; a < 60 || console.log("next " + a); [a, b] = [b, a + b]) ;
for (var n = 3, text = ""; n--, n >= 0; ) text += n;
console.log(text);
