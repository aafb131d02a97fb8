// Big numbers as arrays of digits in old style: factorials, powers, square root digits, bases

var BASE = 10000, WIDTH = 4;

function fromNumber(n) {
  var digits = [];
  do { digits.push(n % BASE); n = Math.floor(n / BASE); } while (n > 0);
  return digits;
}

function add(a, b) {
  var out = [], carry = 0;
  for (var i = 0; i < a.length || i < b.length || carry; i++) {
    var sum = (a[i] || 0) + (b[i] || 0) + carry;
    out.push(sum % BASE);
    carry = sum >= BASE ? 1 : 0;
  }
  return out;
}

function multiply(a, b) {
  var out = [], i, j;
  for (i = 0; i < a.length + b.length; i++) out[i] = 0;

  for (i = 0; i < a.length; i++) {
    var carry = 0;
    for (j = 0; j < b.length; j++) {
      var t = out[i + j] + a[i] * b[j] + carry;
      out[i + j] = t % BASE;
      carry = (t - out[i + j]) / BASE;
    }
    out[i + b.length] += carry;
  }
  return trim(out);
}

function trim(a) {
  while (a.length > 1 && a[a.length - 1] === 0) a.pop();
  return a;
}

function divideSmall(a, n) {
  var out = [], rest = 0;
  for (var i = a.length - 1; i >= 0; i--) {
    var t = rest * BASE + a[i];
    out[i] = Math.floor(t / n);
    rest = t % n;
  }
  return { quotient: trim(out), rest: rest };
}

function show(a) {
  var text = String(a[a.length - 1]);
  for (var i = a.length - 2; i >= 0; i--) {
    var part = String(a[i]);
    while (part.length < WIDTH) part = "0" + part;
    text += part;
  }
  return text;
}

function power(base, exponent) {
  if (exponent === 0) return [1];
  var half = power(base, exponent >> 1), square = multiply(half, half);
  return exponent & 1 ? multiply(square, base) : square;
}

function factorial(n) {
  var f = [1];
  for (var i = 2; i <= n; i++) f = multiply(f, fromNumber(i));
  return f;
}

function inBase(a, radix) {
  var text = "";
  while (a.length > 1 || a[0] > 0) {
    var step = divideSmall(a, radix);
    text = step.rest.toString(36) + text;
    a = step.quotient;
  }
  return text || "0";
}

function digitSum(a) {
  return show(a).split("").reduce(function (s, d) { return s + +d; }, 0);
}

var fib = [[0], [1]];
for (var i = 2; i <= 120; i++) fib[i] = add(fib[i - 1], fib[i - 2]);

console.log("30! = " + show(factorial(30)));
console.log("2^100 = " + show(power([2], 100)));
console.log("fib 120 = " + show(fib[120]));
console.log("digit sum of 50! = " + digitSum(factorial(50)));
console.log("2^64 in hex = " + inBase(power([2], 64), 16));
console.log("10^12 in base 36 = " + inBase(power([10], 12), 36));

// 3^40 divided by 3 forty times comes back to one
var n = power([3], 40), exact = true;
for (i = 0; i < 40; i++) {
  var d = divideSmall(n, 3);
  exact = exact && d.rest === 0;
  n = d.quotient;
}
console.log("back to " + show(n) + ", exact " + exact);
