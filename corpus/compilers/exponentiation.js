// Programs on exponentiation, each after a line with its name.

//// exp-assign-once
var log = [];
var n = 0;
function o() {
  n++;
  return b;
}
var b = {
  x: 3
};
o()[n += 10, 'x'] **= 2;
log.push(n, b.x);

//// exp-assign-key-once
var log = [];
var n = 0;
var kk = {
  toString() {
    n++;
    return 'x';
  }
};
var b = {
  x: 3
};
b[kk] **= 2;
log.push(n, b.x);

//// exp-bigint
var log = [];
var a = 2n;
log.push(a ** 3n);
a **= 4n;
log.push(a);
try {
  1n ** -1n;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// exp-order
var log = [];
var seen = [];
var a = {
    valueOf() {
      seen.push('a');
      return 2;
    }
  },
  b = {
    valueOf() {
      seen.push('b');
      return 3;
    }
  };
log.push(a ** b, seen.join());

//// exp-unary
var log = [];
log.push((-2) ** 2, 2 ** -1, 2 ** 3 ** 2, (-1) ** .5, (+2) ** 2);

//// exp-math-replaced
var log = [];
var p = Math.pow;
Math.pow = () => 'bad';
log.push(2 ** 3);
var x = 2;
log.push(x ** 2);
Math.pow = p;

//// exp-prec
var log = [];
log.push((-2)**2,(2**3)**2,2**-1,(+'2')**2,(typeof 1)**1,(void 0)**0,(await_=>2)()**2);
