// Programs on generators, each after a line with its name.

//// gen-return-finally
var log = [];
var seen = [];
function* g() {
  try {
    yield 1;
  } finally {
    seen.push('f');
    yield 2;
  }
}
var i = g();
i.next();
var r = i.return(5);
log.push(r.value, r.done);
r = i.next();
log.push(r.value, r.done, seen.join());

//// gen-throw-catch
var log = [];
function* g() {
  try {
    yield 1;
  } catch (e) {
    yield 'c' + e;
  } finally {
    yield 'f';
  }
}
var i = g();
i.next();
log.push(i.throw('x').value, i.next().value, i.next().done);

//// gen-yield-star-return
var log = [];
var seen = [];
var it = {
  [Symbol.iterator]() {
    return this;
  },
  next(v) {
    seen.push('n' + v);
    return {
      done: false,
      value: 1
    };
  },
  return(v) {
    seen.push('r' + v);
    return {
      done: true,
      value: 'rv'
    };
  }
};
function* g() {
  try {
    yield* it;
  } finally {
    seen.push('f');
  }
}
var i = g();
i.next('a');
i.next('b');
var r = i.return('q');
log.push(r.value, r.done, seen.join());

//// gen-yield-star-throw-missing
var log = [];
var seen = [];
var it = {
  [Symbol.iterator]() {
    return this;
  },
  next() {
    return {
      done: false
    };
  },
  return() {
    seen.push('r');
    return {};
  }
};
function* g() {
  yield* it;
}
var i = g();
i.next();
try {
  i.throw('e');
  log.push('no');
} catch (e) {
  log.push(e.name || e, seen.join());
}

//// gen-yield-star-value
var log = [];
function* a() {
  yield 1;
  return 2;
}
function* b() {
  var r = yield* a();
  yield r + 1;
}
log.push([...b()].join());

//// gen-yield-precedence
var log = [];
function* g() {
  var x = 1 + (yield 2);
  return x * (yield x);
}
var i = g();
i.next();
log.push(i.next(5).value, i.next(3).value);

//// gen-args-order
var log = [];
var seen = [];
function f(a, b) {
  return a + b;
}
function* g() {
  return f(seen.push('a'), yield seen.push('b'));
}
var i = g();
i.next();
log.push(i.next(10).value, seen.join());

//// gen-member-call-order
var log = [];
var o = {
  v: 1,
  m(x) {
    return this.v + x;
  }
};
function* g() {
  return o.m(yield);
}
var i = g();
i.next();
o = {
  v: 100
};
log.push(i.next(1).value);

//// gen-assign-order
var log = [];
var a = 1;
function* g() {
  a += yield;
  return a;
}
var i = g();
i.next();
a = 10;
log.push(i.next(5).value);

//// gen-assign-member
var log = [];
var o = {
    x: 1
  },
  p = o;
function* g() {
  o.x = yield;
  return 1;
}
var i = g();
i.next();
o = {};
i.next(7);
log.push(p.x, o.x);

//// gen-compound-member
var log = [];
var o = {
    x: 1
  },
  p = o;
function* g() {
  o.x += yield;
}
var i = g();
i.next();
p.x = 5;
o = {};
i.next(7);
log.push(p.x);

//// gen-closure-loop
var log = [];
function* g() {
  var fs = [];
  for (let i = 0; i < 3; i++) {
    fs.push(() => i);
    yield i;
  }
  return fs.map(f => f()).join();
}
var it = g();
it.next();
it.next();
it.next();
log.push(it.next().value);

//// gen-switch-let
var log = [];
function* g(x) {
  switch (x) {
    case 1:
      let a = yield 'a';
      return a;
    default:
      yield 'd';
  }
}
var i = g(1);
i.next();
log.push(i.next(4).value);

//// gen-labels
var log = [];
function* g() {
  o: for (var i = 0; i < 3; i++) {
    for (var j = 0; j < 3; j++) {
      if (j == 1) continue o;
      if (i == 2) break o;
      yield i + '' + j;
    }
  }
}
log.push([...g()].join());

//// gen-this-arguments
var log = [];
function* g() {
  yield this.x;
  yield arguments.length;
  yield arguments[0];
}
log.push([...g.call({
  x: 1
}, 2, 3)].join());

//// gen-not-constructor
var log = [];
function* g() {}
try {
  new g();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// gen-proto
var log = [];
function* g() {}
log.push(g() instanceof g, Object.getPrototypeOf(g()) === g.prototype, Object.prototype.toString.call(g()), g.prototype.hasOwnProperty('constructor'));

//// gen-running
var log = [];
var i;
function* g() {
  try {
    i.next();
  } catch (e) {
    log.push(e.name);
  }
}
i = g();
i.next();

//// gen-for-in
var log = [];
function* g(o) {
  for (var k in o) yield k;
}
log.push([...g({
  a: 1,
  b: 2
})].join());

//// gen-for-in-delete
var log = [];
function* g(o) {
  for (var k in o) {
    yield k;
  }
}
var o = {
  a: 1,
  b: 2,
  c: 3
};
var r = [];
for (var k of g(o)) {
  r.push(k);
  delete o.b;
}
log.push(r.join());

//// gen-for-of-break
var log = [];
var seen = [];
function* a() {
  try {
    yield 1;
    yield 2;
  } finally {
    seen.push('fa');
  }
}
function* b() {
  for (var x of a()) {
    yield x;
    break;
  }
  seen.push('after');
}
log.push([...b()].join(), seen.join());

//// gen-try-return-override
var log = [];
function* g() {
  try {
    return 1;
  } finally {
    return 2;
  }
}
log.push(g().next().value);
function* h() {
  for (;;) {
    try {
      return 1;
    } finally {
      break;
    }
  }
  return 3;
}
log.push(h().next().value);

//// gen-finally-yield-return
var log = [];
function* g() {
  try {
    return 'r';
  } finally {
    yield 'y';
  }
}
var i = g();
log.push(i.next().value, i.next().value, i.next().value);

//// gen-delegate-async
var log = [];
async function* a() {
  yield 1;
  yield Promise.resolve(2);
  return 3;
}
async function* b() {
  var r = yield* a();
  yield r;
}
(async () => {
  var r = [];
  for await (var x of b()) r.push(x);
  log.push(r.join());
})();

//// gen-method-computed-super
var log = [];
var p = {
  *g() {
    yield 1;
  }
};
var o = {
  __proto__: p,
  *['g']() {
    yield* super.g();
    yield 2;
  }
};
log.push([...o.g()].join());

//// gen-spread-yield
var log = [];
function* g() {
  return [...(yield), yield];
}
var i = g();
i.next();
i.next([1, 2]);
log.push(i.next(3).value.join());

//// gen-template-yield
var log = [];
function* g() {
  return `${yield}-${yield}`;
}
var i = g();
i.next();
i.next('a');
log.push(i.next('b').value);

//// gen-cond-yield
var log = [];
function* g(a) {
  return a ? yield 1 : yield 2;
}
log.push(g(0).next().value, g(1).next().value);

//// gen-logical-yield
var log = [];
function* g(a) {
  return a || (yield 1);
}
log.push(g(5).next().value, g(0).next().value);
function* h(a) {
  return a ?? (yield 2);
}
log.push(h(0).next().value, h(null).next().value);

//// gen-optional-yield
var log = [];
function* g(a) {
  return a?.[yield 1];
}
var i = g({
  q: 3
});
i.next();
log.push(i.next('q').value, g(null).next().done);

//// gen-with
var log = [];
function* g(o) {
  with (o) {
    yield x;
    x = yield;
  }
}
var o = {
  x: 1
};
var i = g(o);
log.push(i.next().value);
i.next();
i.next(9);
log.push(o.x);

//// gen-var-hoist
var log = [];
function* g() {
  yield typeof v;
  {
    function f() {}
  }
  var v = 1;
  yield v;
}
log.push([...g()].join());

//// gen-catch-param
var log = [];
function* g() {
  try {
    throw [1, 2];
  } catch ([a, b]) {
    yield a;
    yield b;
    yield (() => a + b)();
  }
}
log.push([...g()].join());

//// gen-class-in
var log = [];
function* g() {
  class A {
    x = 1;
    [yield 'k']() {
      return this.x;
    }
  }
  return new A();
}
var i = g();
i.next();
log.push(i.next('m').value.m());

//// gen-default-param-this
var log = [];
var o = {
  v: 1,
  *g(a = this.v, b = arguments.length) {
    yield a;
    yield b;
  }
};
log.push([...o.g(undefined)].join());
