// Programs on names, each after a line with its name.

//// mangle-eval
var log = [];
function f(longName) {
  var otherName = 2;
  return eval('longName+otherName');
}
log.push(f(1));
function g(a) {
  return function (b) {
    return eval('a+b');
  };
}
log.push(g(1)(2));

//// mangle-with
var log = [];
function f(o, longName) {
  with (o) {
    return longName;
  }
}
log.push(f({}, 1), f({
  longName: 2
}, 1));
var q = {};
with (q) {
  var newv = 5;
}
log.push(newv, q.newv);

//// mangle-with-fn
var log = [];
var o = {
  f() {
    return this === o;
  },
  x: 1
};
with (o) {
  log.push(f(), x);
  x = 2;
  var y1 = x;
  (() => {
    log.push(x);
  })();
}
log.push(o.x);
function g(p) {
  with (p) {
    return function () {
      return typeof zz;
    }();
  }
}
log.push(g({
  zz: 1
}));

//// mangle-with-const
var log = [];
function f(o) {
  var c = 1;
  with (o) {
    return c;
  }
}
log.push(f({
  c: 2
}), f({}));
function g(o) {
  const k = 5;
  with (o) {
    return k + 1;
  }
}
log.push(g({
  k: 10
}));
function h(o) {
  var u = undefined;
  with (o) {
    return undefined;
  }
}
log.push(h({
  undefined: 3
}));

//// mangle-with-inline
var log = [];
function f(o) {
  var g = () => 'outer';
  with (o) {
    return g();
  }
}
log.push(f({
  g: () => 'inner'
}));
function h(o, x) {
  var y = x;
  with (o) {
    return y;
  }
}
log.push(h({
  x: 9,
  y: 8
}, 1));

//// mangle-catch
var log = [];
function f(a) {
  try {
    throw 1;
  } catch (b) {
    return a + b;
  }
}
log.push(f(1));
function g(a) {
  try {
    throw [1, 2];
  } catch ([b, c]) {
    let d = a;
    return b + c + d;
  }
}
log.push(g(1));

//// mangle-label
var log = [];
outer: for (var a = 0; a < 2; a++) {
  inner: for (var b = 0; b < 2; b++) {
    if (b) continue outer;
  }
}
log.push(a, b);

//// mangle-fn-name-shadow
var log = [];
var r = function f() {
  var g = function f() {
    return typeof f;
  };
  return g() + typeof f;
}();
log.push(r);
var x = function y() {
  var y = 1;
  return y;
};
log.push(x());
(function a() {
  try {
    a = 1;
  } catch (e) {}
  log.push(typeof a);
})();

//// mangle-arguments-name
var log = [];
function f() {
  var arguments_ = 1;
  return arguments.length + arguments_;
}
log.push(f(1, 2));
function g(a) {
  var arguments;
  return arguments[0];
}
log.push(g(7));
function h(arguments) {
  return typeof arguments;
}
log.push(h());

//// mangle-global-clash
var log = [];
var a = 1,
  b = 2,
  c = 3,
  d = 4,
  e = 5,
  n = 6,
  t = 7,
  r = 8,
  i = 9,
  o = 10;
function long1(x, y) {
  return a + b + x + y + n + t + i;
}
log.push(long1(1, 2));
(function (alpha, beta) {
  log.push(alpha + beta + e + o);
})(1, 2);

//// mangle-undeclared-clash
var log = [];
e0 = 1;
function f(longArg) {
  return typeof e + typeof t + typeof n + longArg;
}
log.push(f(1));

//// mangle-param-default-scope
var log = [];
var x = 1;
function f(a = () => x, b = 1) {
  var x = 2;
  return a() + x + b;
}
log.push(f());
function g(x, y = () => x) {
  x = 5;
  return y();
}
log.push(g(1));
function h(x, y = () => x) {
  var x = 5;
  return y();
}
log.push(h(1));
function kk(x = 2, y = eval('x')) {
  var x = 3;
  return y;
}
log.push(kk());

//// mangle-class-name
var log = [];
class A {
  static m() {
    return A.name;
  }
}
log.push(A.m(), A.name);
var B = class C {
  static m() {
    return C === B;
  }
};
log.push(B.m());

//// mangle-object-shorthand
var log = [];
function f(longName) {
  return {
    longName
  };
}
log.push(Object.keys(f(1)).join());
function g({
  longName
}) {
  return longName;
}
log.push(g({
  longName: 2
}));
function h({
  longName: {
    other
  } = {
    other: 3
  }
} = {}) {
  return other;
}
log.push(h());

//// mangle-fn-in-block
var log = [];
function f(a) {
  if (a) {
    function g() {
      return 1;
    }
  }
  return typeof g;
}
log.push(f(0), f(1));
function h(a) {
  {
    function b() {
      return a;
    }
  }
  return b();
}
log.push(h(3));
