// Programs on dead code, each after a line with its name.

//// dead-var-hoist
var log = [];
log.push(typeof v);
if (0) {
  var v = 1;
}
log.push(v);
(function () {
  return typeof w;
  var w;
})();
(function () {
  log.push(typeof x1);
  return;
  var x1 = 1;
  function y1() {}
})();

//// dead-return-fn
var log = [];
function f() {
  return g();
  function g() {
    return 'hoisted';
  }
}
log.push(f());
function h() {
  return typeof q;
  if (1) {
    var q;
  }
}
log.push(h());

//// dead-tdz
var log = [];
function f() {
  return x;
  let x;
}
try {
  f();
  log.push('no');
} catch (e) {
  log.push(e.name);
}
function g() {
  if (0) {
    let y;
  }
  return typeof y;
}
log.push(g());

//// dead-let-shadow
var log = [];
var x = 'o';
function f() {
  try {
    return x;
  } catch (e) {
    return e.name;
  }
  let x;
}
log.push(f());
function g() {
  if (1) {
    return typeof h;
  }
  function h() {}
}
log.push(g());

//// dead-switch
var log = [];
function f(x) {
  switch (x) {
    case 1:
      return 'a';
      var q = 1;
    case 2:
      return typeof q;
    default:
      let z = 1;
      return z;
  }
}
log.push(f(1), f(2), f(3));

//// dead-switch-const
var log = [];
var n = 0;
switch (2) {
  case n++:
  case n++:
  case n++:
    log.push('m', n);
    break;
  default:
    log.push('d', n);
}
switch (1) {
  default:
    log.push('d');
  case 5:
    log.push(5);
    break;
  case 2:
    log.push(2);
}
switch (1) {
  case 1:
  case 2:
    log.push('x');
}
switch (3) {}

//// dead-switch-fn
var log = [];
switch (2) {
  case 1:
    function sf() {
      return 1;
    }
  case 2:
    log.push(typeof sf);
}
switch (0) {
  case 1:
    let a = 1;
    function q() {
      return a;
    }
  case 0:
    try {
      q();
    } catch (e) {
      log.push(e.name);
    }
}

//// dead-switch-default-mid
var log = [];
function f(x) {
  var r = [];
  switch (x) {
    case 1:
      r.push(1);
    default:
      r.push('d');
    case 2:
      r.push(2);
  }
  return r.join();
}
log.push(f(1), f(2), f(3));

//// dead-switch-dup
var log = [];
function f(x) {
  switch (x) {
    case 1:
      return 'a';
    case 1:
      return 'b';
    case '1':
      return 'c';
  }
}
log.push(f(1), f('1'));

//// dead-switch-break-loop
var log = [];
var r = [];
for (var i = 0; i < 3; i++) {
  switch (i) {
    case 1:
      continue;
    default:
      r.push(i);
  }
  r.push('e');
}
log.push(r.join());
l: switch (1) {
  case 1:
    for (;;) {
      break l;
    }
}

//// dead-switch-effects
var log = [];
var seen = [];
function f(x) {
  seen.push(x);
  return x;
}
switch (f(1)) {
  case f(2):
  case f(1):
    seen.push('m');
  case f(3):
    seen.push('t');
}
log.push(seen.join());

//// dead-switch-ret-block
var log = [];
function f(x) {
  switch (x) {
    case 0:
      {
        break;
      }
    case 1:
      {
        return 1;
      }
    default:
      {}
  }
  return 2;
}
log.push(f(0), f(1), f(2));

//// dead-label
var log = [];
a: {
  b: {
    break a;
  }
  log.push('no');
}
log.push('ok');
a: for (;;) {
  for (;;) break a;
}
x: if (1) {
  break x;
  log.push('no');
}
y: y2: {
  break y;
}
z: function zf() {}
log.push(typeof zf);

//// dead-label-fn
var log = [];
foo: {
  (function () {
    foo: for (;;) break foo;
  })();
  break foo;
}
log.push('ok');

//// dead-loop
var log = [];
for (var i = 0; i < 0; i++) var dl = 1;
log.push(typeof dl, i);
while (0) var wl;
do {
  var dw = 1;
  continue;
} while (0);
log.push(dw);
do {
  if (1) break;
  var nn = 1;
} while (1);
log.push(nn);
for (; false;);
for (var k in {}) log.push(k);

//// dead-loop-do-continue
var log = [];
var n = 0;
do {
  n++;
  if (n < 3) continue;
  break;
} while (n < 5);
log.push(n);
var m = 0;
do {
  m++;
  continue;
} while (m < 3);
log.push(m);
l: do {
  for (;;) continue l;
} while (0);

//// dead-loop-while-true
var log = [];
var n = 0;
while (true) {
  if (n++ > 2) break;
}
log.push(n);
for (;;) {
  if (n++ > 5) {
    break;
  } else {
    continue;
  }
}
log.push(n);

//// dead-throw
var log = [];
function f() {
  throw 1;
  var x = 1;
  return x;
}
try {
  f();
} catch (e) {
  log.push(e);
}

//// dead-debug
var log = [];
function f(x) {
  if (x) {
    return 1;
  } else {
    return 2;
  }
  return 3;
}
function g(x) {
  if (x) return;
  log.push('after');
}
log.push(f(0));
g(0);
g(1);

//// dead-if-return
var log = [];
function f(a, b) {
  if (a) {
    if (b) return 1;
    return;
  }
  return 2;
}
log.push(f(1, 1), f(1, 0), f(0, 0));
function g(a) {
  if (!a) return;else return 5;
}
log.push(g(0), g(1));
function h(a) {
  if (a) return 1;else if (a === 0) return 2;
  return void 0;
}
log.push(h(1), h(0), h(null));

//// dead-if-empty
var log = [];
var n = 0;
function t() {
  n++;
  return 0;
}
if (t()) ;else ;
if (t()) {} else {
  n += 5;
}
if (t()) function x() {}
log.push(n);

//// dead-dangling-else
var log = [];
function f(a, b) {
  if (a) {
    if (b) return 'ab';
  } else return 'na';
  return 'x';
}
log.push(f(1, 1), f(1, 0), f(0, 0));
function g(a, b) {
  if (a) {
    for (;;) if (b) return 1;else break;
  } else return 3;
  return 4;
}
log.push(g(1, 1), g(1, 0), g(0));

//// dead-try
var log = [];
function f() {
  try {
    return 1;
  } finally {
    return 2;
  }
}
log.push(f());
function g() {
  try {
    throw 1;
  } catch (e) {
    return e;
  } finally {}
}
log.push(g());
function h() {
  l: try {
    return 1;
  } finally {
    break l;
  }
  return 3;
}
log.push(h());
function kk() {
  for (var i = 0; i < 2; i++) {
    try {
      continue;
    } finally {
      i += 5;
    }
  }
  return i;
}
log.push(kk());
function m() {
  try {} finally {
    return 5;
  }
}
log.push(m());

//// dead-try-empty
var log = [];
try {} catch (e) {
  var q = 1;
}
log.push(q);
try {} finally {
  log.push('f');
}
try {
  throw 1;
} catch {
  log.push('c');
}

//// dead-try-catch-var
var log = [];
var e = 'o';
try {
  throw 'i';
} catch (e) {
  var e = 'c';
}
log.push(e);
(function () {
  try {
    throw 1;
  } catch (x) {
    var x = 2;
  }
  return x;
})();
log.push(function () {
  try {
    throw 1;
  } catch (x) {
    var x = 2;
  }
  return x;
}());

//// dead-try-catch-shadow
var log = [];
function f(e) {
  try {
    throw 1;
  } catch (e) {}
  return e;
}
log.push(f(5));
function g() {
  var e = 1;
  try {
    throw 2;
  } catch (e) {
    e = 3;
  }
  return e;
}
log.push(g());

//// dead-try-finally-order
var log = [];
var seen = [];
function f() {
  try {
    seen.push('t');
    return seen.push('r');
  } finally {
    seen.push('f');
  }
}
f();
log.push(seen.join());
var x = 1;
function g() {
  try {
    return x;
  } finally {
    x = 2;
  }
}
log.push(g(), x);

//// dead-try-finally-throw
var log = [];
function f() {
  try {
    throw 1;
  } finally {
    return 2;
  }
}
log.push(f());
function g() {
  for (;;) {
    try {
      throw 1;
    } finally {
      break;
    }
  }
  return 3;
}
log.push(g());

//// dead-assign
var log = [];
function f() {
  var x = 1;
  x = 2;
  return x;
}
log.push(f());
function g() {
  var x;
  return x = 1, x;
}
log.push(g());
function h() {
  var n = 0;
  var x = n++;
  x = n++;
  return n;
}
log.push(h());

//// dead-assign-self
var log = [];
var o = {
  get x() {
    log.push('get');
    return 1;
  },
  set x(v) {
    log.push('set');
  }
};
o.x = o.x;
var y = 1;
y = y;

//// dead-assign-try
var log = [];
function f() {
  var x = 1;
  try {
    x = 2;
    throw 0;
    x = 3;
  } catch (e) {
    return x;
  }
}
log.push(f());
function g() {
  var x = 1;
  try {
    x = h();
  } catch (e) {}
  return x;
  function h() {
    throw 1;
  }
}
log.push(g());

//// dead-assign-closure
var log = [];
function f() {
  var x = 1;
  var g = () => x;
  x = 2;
  return g();
}
log.push(f());
function h() {
  var x = 1;
  k();
  x = 2;
  return x;
  function k() {
    log.push(x);
  }
}
log.push(h());

//// dead-assign-arguments
var log = [];
function f(a) {
  a = 5;
  return arguments[0];
}
log.push(f(1));
function g(a, b) {
  arguments[1] = 9;
  return b;
}
log.push(g(1, 2));
function h(a) {
  arguments[0] = 2;
  var x = a;
  return x;
}
log.push(h(1));
function kk(a) {
  arguments.length = 0;
  return a;
}
log.push(kk(3));

//// dead-unused-arg
var log = [];
function f(a, b) {
  return arguments.length;
}
log.push(f(1, 2, 3), f.length);
var n = 0;
(function () {})(n++);
(function (a) {})(n++, n++);
(() => {})(...[n++]);
log.push(n);

//// dead-unused-destr
var log = [];
var n = 0;
(function () {
  var {
    a = n++
  } = {};
  var [b = n++] = [];
  let {
    [(n++, 'x')]: c
  } = {};
  var {
    d: {
      e
    } = {
      get e() {
        n++;
      }
    }
  } = {};
})();
log.push(n);

//// dead-unused-destr-throw
var log = [];
function t(f) {
  try {
    f();
    return 'no';
  } catch (e) {
    return e.name;
  }
}
log.push(t(() => {
  var {
    a
  } = null;
}), t(() => {
  var [a] = 1;
}), t(() => {
  let {
    a: {
      b
    }
  } = {};
}), t(() => {
  const {} = undefined;
}), t(() => {
  (({
    a
  }) => {})();
}), t(() => {
  (([]) => {})();
}), t(() => {
  (function ({}) {})(null);
}));

//// dead-unused-class-static
var log = [];
var n = 0;
(function () {
  class A {
    static x = n++;
  }
  class B extends A {
    static {
      n++;
    }
  }
  var C = class {
    static [n++] = 1;
  };
})();
log.push(n);

//// dead-iife
var log = [];
log.push(function () {
  return 1;
}(), (() => 2)(), function (a, b) {
  return a + b;
}(1, 2), function () {
  return this;
}() === this, (() => {})(), function () {
  return arguments.length;
}(1, 2), function f(n) {
  return n ? n * f(n - 1) : 1;
}(5));

//// dead-iife-var-capture
var log = [];
var r = [];
for (var i = 0; i < 3; i++) (function (j) {
  r.push(() => j);
})(i);
log.push(r.map(f => f()).join());
for (var i = 0; i < 2; i++) (function () {
  var x;
  r.push(x);
  x = i;
})();
log.push(r.slice(3).join('|'));

//// dead-iife-param-assign
var log = [];
var x = 1;
(function (a) {
  x = 2;
  log.push(a);
})(x);
(function (a, b) {
  b = 5;
  log.push(a);
})(x, x);
(function (a) {
  a = x;
  x = 9;
  log.push(a);
})();
