// Programs on inlining, each after a line with its name.

//// inline-fn-this
var log = [];
var o = {
  v: 1,
  m: function () {
    return f();
  }
};
function f() {
  return this === globalThis;
}
log.push(o.m());
function g() {
  'use strict';

  return this;
}
log.push(g(), (() => g())());

//// inline-fn-order
var log = [];
var seen = [];
function f(a, b) {
  seen.push('f');
  return a;
}
f(seen.push('1'), seen.push('2'));
function g(a) {
  return seen.push('g') + a;
}
g(seen.push('3'));
log.push(seen.join());

//// inline-fn-arg-mut
var log = [];
var x = 1;
function f(a) {
  x++;
  return a;
}
log.push(f(x));
function g(a) {
  x = 10;
  return a + x;
}
log.push(g(x));
var o = {
  v: 1
};
function h(a) {
  o.v = 5;
  return a;
}
log.push(h(o.v));

//// inline-fn-args-eval-order
var log = [];
var x = 0;
function id(a) {
  return a;
}
log.push(x + id(x++) + x, id(x++) + x, (x = 5, id(x)) + x++);

//// inline-fn-default
var log = [];
function f(a = 1, b = a) {
  return a + b;
}
log.push(f(), f(2), f(undefined, 3));
var n = 0;
function g(a = n++) {
  return n;
}
log.push(g(), g(1));

//// inline-fn-rest
var log = [];
function f(...a) {
  return a.length;
}
function g(a, ...b) {
  return b.join();
}
log.push(f(), f(1, 2), g(1, 2, 3));

//// inline-fn-return-void
var log = [];
function f() {}
function g() {
  return f(1);
}
log.push(g(), f(), void f());
function h(x) {
  x.y = 1;
}
var o = {};
log.push(h(o), o.y);

//// inline-fn-recursive
var log = [];
function f(n) {
  return n < 2 ? n : f(n - 1) + f(n - 2);
}
log.push(f(10));
var ev = n => n ? od(n - 1) : true,
  od = n => n ? ev(n - 1) : false;
log.push(ev(10));

//// inline-fn-reassigned
var log = [];
function f() {
  return 1;
}
var g = f;
f = function () {
  return 2;
};
log.push(f(), g());
function h() {
  return 1;
}
function h() {
  return 2;
}
log.push(h());

//// inline-fn-tdz-global
var log = [];
function f() {
  return x;
}
try {
  f();
} catch (e) {
  log.push(e.name);
}
let x = 1;
log.push(f());

//// inline-var-order
var log = [];
function f(o) {
  var a = o.x;
  o.x = 2;
  return a;
}
log.push(f({
  x: 1
}));
function g(o) {
  var a = o.x,
    b = o.y();
  return a + b;
}
log.push(g({
  x: 1,
  y() {
    this.x = 5;
    return 1;
  }
}));
function h(a) {
  var t = a[0];
  a[0] = a[1];
  a[1] = t;
  return a.join();
}
log.push(h([1, 2]));

//// inline-var-call
var log = [];
var n = 1;
function inc() {
  return n++;
}
function f() {
  var a = n;
  inc();
  return a;
}
log.push(f());
function g() {
  var a = n,
    b = inc();
  return a + ',' + b + ',' + n;
}
log.push(g());

//// inline-var-try
var log = [];
function f() {
  var x = g();
  try {
    return x;
  } catch (e) {
    return 'c';
  }
}
function g() {
  throw 1;
}
try {
  f();
  log.push('no');
} catch (e) {
  log.push(e);
}
function h() {
  let x = g();
  try {
    use(x);
  } catch (e) {
    return 'caught';
  }
}
try {
  log.push(h());
} catch (e) {
  log.push('out');
}

//// inline-var-loop
var log = [];
function f() {
  var r = [];
  for (var i = 0; i < 3; i++) {
    var x = [];
    x.push(i);
    r.push(x);
  }
  return r.join('|');
}
log.push(f());
function g() {
  var k = {};
  var r = [];
  for (var i = 0; i < 2; i++) r.push(k);
  return r[0] === r[1];
}
log.push(g());

//// inline-var-closure-loop
var log = [];
function f() {
  var fs = [];
  for (var i = 0; i < 3; i++) {
    const o = {};
    fs.push(() => o);
  }
  return fs[0]() === fs[1]();
}
log.push(f());

//// inline-var-cond
var log = [];
function f(c) {
  var x = t();
  if (c) return x;
  return 0;
}
var n = 0;
function t() {
  n++;
  return 1;
}
f(0);
log.push(n);
function g(c, o) {
  var v = o.x;
  return c && v;
}
try {
  g(0, null);
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// inline-var-logical
var log = [];
var n = 0;
function t() {
  n++;
  return 1;
}
function f(c) {
  var x = t();
  return c && x;
}
f(0);
function g(c) {
  let x = t();
  return c ? x : 0;
}
g(0);
function h(c) {
  const x = t();
  return c ?? x;
}
h(1);
log.push(n);

//// inline-var-getter
var log = [];
function f(o) {
  var a = o.a;
  return o.b + a;
}
var seen = [];
f({
  get a() {
    seen.push('a');
  },
  get b() {
    seen.push('b');
  }
});
log.push(seen.join());
function g(o) {
  var a = o.a;
  return [o.b, a];
}
g({
  get a() {
    seen.push('a');
  },
  get b() {
    seen.push('b');
  }
});
log.push(seen.join());

//// inline-var-incr
var log = [];
function f() {
  var i = 0;
  var a = i++;
  var b = i++;
  return a + ',' + b + ',' + i;
}
log.push(f());
function g(i) {
  var a = i;
  i++;
  return a;
}
log.push(g(1));
function h(i) {
  var a = i;
  return i++, a;
}
log.push(h(1));
function kk(a) {
  var i = 0;
  a[i] = i = 1;
  return a.join();
}
log.push(kk([5, 5]));

//// inline-const-obj
var log = [];
function f() {
  const o = {
    a: 1
  };
  o.a++;
  return o.a;
}
log.push(f());
function g() {
  const o = {
    a: 1,
    m() {
      return this.a;
    }
  };
  return o.m();
}
log.push(g());
function h() {
  const o = {
    a: 1
  };
  const p = o;
  p.a = 2;
  return o.a;
}
log.push(h());
function kk() {
  var o = {
    f() {
      return this === o;
    }
  };
  return o.f();
}
log.push(kk());

//// hoist-props
var log = [];
function f() {
  var o = {
    a: 1,
    b: function () {
      return this.a;
    }
  };
  return o.b();
}
log.push(f());
function g() {
  var o = {
    a: 1
  };
  o.b = 2;
  return Object.keys(o).join();
}
log.push(g());
function h() {
  var o = {};
  o.x = o.y = 1;
  return JSON.stringify(o);
}
log.push(h());

//// join-assign-obj
var log = [];
var o = {
  a: 1
};
o.b = o.a;
o.c = o;
log.push(o.c === o, o.b);
var p = {
  get x() {
    return 1;
  }
};
p.y = 2;
p.x = 3;
log.push(p.x);
var q = {
  __proto__: {
    set z(v) {
      log.push('set', v);
    }
  }
};
q.z = 1;
var r = {};
r.__proto__ = {
  w: 1
};
log.push(r.w, Object.keys(r).length);

//// join-assign-obj-setter
var log = [];
function f() {
  var n = 0;
  var o = {
    set a(v) {
      n += v;
    }
  };
  o.a = 1;
  o.b = 2;
  return n;
}
log.push(f());
function g() {
  var o = {};
  o.a = 1;
  o['__proto__'] = {
    b: 2
  };
  return o.b;
}
log.push(g());
function h() {
  var o = {
    a() {
      return super.x;
    }
  };
  o.__proto__ = {
    x: 5
  };
  return o.a();
}
log.push(h());

//// join-assign-self
var log = [];
var o = {};
o.a = o.b = o;
o.c = (o = null, 1);
log.push(o);
function f() {
  var o = {};
  o.x = g();
  o.y = 1;
  return o;
  function g() {
    return o && Object.keys(o).length;
  }
}
log.push(JSON.stringify(f()));
