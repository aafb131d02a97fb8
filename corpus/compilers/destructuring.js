// Programs on destructuring, each after a line with its name.

//// destr-order-target
var log = [];
var seen = [];
var o = {
  get a() {
    seen.push('get a');
    return void 0;
  }
};
function t(n) {
  seen.push(n);
  return {
    set x(v) {
      seen.push('set ' + n);
    }
  };
}
({
  a: t('t').x = seen.push('def')
} = o);
log.push(seen.join());

//// destr-order-array
var log = [];
var seen = [];
function t(n) {
  seen.push(n);
  return {
    set x(v) {
      seen.push('set ' + n + v);
    }
  };
}
var it = {
  [Symbol.iterator]() {
    seen.push('iter');
    return {
      next() {
        seen.push('next');
        return {
          done: false,
          value: 1
        };
      },
      return() {
        seen.push('return');
        return {};
      }
    };
  }
};
[t('a').x, t('b').x] = it;
log.push(seen.join());

//// destr-key-order
var log = [];
var seen = [];
function kk(n) {
  seen.push('key' + n);
  return n;
}
var src = {
  get a() {
    seen.push('geta');
    return 1;
  },
  get b() {
    seen.push('getb');
    return 2;
  }
};
function tg(n) {
  seen.push('tgt' + n);
  return {
    set x(v) {
      seen.push('set' + n);
    }
  };
}
({
  [kk('a')]: tg('1').x,
  [kk('b')]: tg('2').x
} = src);
log.push(seen.join());

//// destr-null
var log = [];
try {
  var {} = null;
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  ({} = undefined);
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  (({}) => {})(null);
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  (function ({}) {})();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// destr-empty-array
var log = [];
try {
  var [] = null;
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  [] = 1;
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  (([]) => {})({});
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// destr-empty-array-iter
var log = [];
var seen = [];
var it = {
  [Symbol.iterator]() {
    seen.push('iter');
    return {
      next() {
        seen.push('next');
      },
      return() {
        seen.push('return');
        return {};
      }
    };
  }
};
var [] = it;
[] = it;
(([]) => {})(it);
log.push(seen.join());

//// destr-elision
var log = [];
var seen = [];
function* g() {
  try {
    seen.push(1);
    yield 1;
    seen.push(2);
    yield 2;
    seen.push(3);
    yield 3;
  } finally {
    seen.push('f');
  }
}
var [, a] = g();
log.push(a, seen.join());

//// destr-elision-end
var log = [];
var seen = [];
function* g() {
  try {
    seen.push(1);
    yield 1;
    seen.push(2);
    yield 2;
    seen.push(3);
    yield 3;
  } finally {
    seen.push('f');
  }
}
var [a,,] = g();
log.push(a, seen.join());

//// destr-rest-obj
var log = [];
var seen = [];
var o = {
  get a() {
    seen.push('a');
    return 1;
  },
  get b() {
    seen.push('b');
    return 2;
  },
  get c() {
    seen.push('c');
    return 3;
  }
};
var {
  b,
  ...r
} = o;
log.push(b, JSON.stringify(r), seen.join());

//// destr-rest-symbol
var log = [];
var s = Symbol();
var o = {
  [s]: 1,
  a: 2
};
var {
  a,
  ...r
} = o;
log.push(r[s], Object.keys(r).length);
var {
  [s]: q,
  ...r2
} = o;
log.push(q, Object.getOwnPropertySymbols(r2).length);

//// destr-rest-computed-tostring
var log = [];
var n = 0;
var key = {
  toString() {
    n++;
    return 'a';
  }
};
var {
  [key]: x,
  ...r
} = {
  a: 1,
  b: 2
};
log.push(n, x, JSON.stringify(r));

//// destr-rest-proto
var log = [];
var p = {
  a: 1
};
var o = Object.create(p);
o.b = 2;
var {
  ...r
} = o;
log.push(JSON.stringify(r), Object.getPrototypeOf(r) === Object.prototype);

//// destr-rest-number-key
var log = [];
var {
  1: x,
  ...r
} = {
  1: 1,
  2: 2
};
log.push(x, JSON.stringify(r));

//// destr-rest-setter-target
var log = [];
var seen = [];
var t = {
  set x(v) {
    seen.push(JSON.stringify(v));
  }
};
({
  a: t.x,
  ...t.x
} = {
  a: 1,
  b: 2
});
log.push(seen.join('|'));

//// destr-default-fn-name
var log = [];
var {
  f = function () {}
} = {};
var [g = () => {}] = [];
var {
  h = class {}
} = {};
log.push(f.name, g.name, h.name);

//// destr-for-of
var log = [];
var r = [];
for (var {
  a,
  b = a
} of [{
  a: 1
}, {
  a: 2,
  b: 3
}]) r.push(a, b);
log.push(r.join());

//// destr-for-of-target
var log = [];
var o = {};
for (o.x of [1, 2]);
log.push(o.x);
for ([o.y] of [[3]]);
log.push(o.y);
for ({
  z: o.z
} of [{
  z: 4
}]);
log.push(o.z);

//// destr-catch
var log = [];
try {
  throw {
    a: 1,
    get b() {
      return 2;
    }
  };
} catch ({
  a,
  b,
  c = a + b
}) {
  log.push(a, b, c);
}

//// destr-iter-close-throw
var log = [];
var seen = [];
var it = {
  [Symbol.iterator]() {
    return {
      next() {
        return {
          done: false,
          value: 1
        };
      },
      return() {
        seen.push('ret');
        throw 'inner';
      }
    };
  }
};
try {
  var [a = 1] = it;
} catch (e) {
  seen.push(e);
}
try {
  [{}.x.y] = it;
} catch (e) {
  seen.push(e.name);
}
log.push(seen.join());

//// destr-iter-throw-next
var log = [];
var seen = [];
var it = {
  [Symbol.iterator]() {
    return {
      next() {
        throw 'n';
      },
      return() {
        seen.push('ret');
      }
    };
  }
};
try {
  var [a] = it;
} catch (e) {
  seen.push(e);
}
log.push(seen.join());

//// destr-result-value
var log = [];
var o = {
  a: 1
};
var x, r;
r = {
  a: x
} = o;
log.push(r === o, x);
r = [x] = [5, 6];
log.push(r.length, x);

//// destr-swap
var log = [];
var a = 1,
  b = 2;
[a, b] = [b, a];
log.push(a, b);
var o = {
  x: 1,
  y: 2
};
[o.x, o.y] = [o.y, o.x];
log.push(o.x, o.y);

//// destr-swap-sideeffect
var log = [];
var i = 0;
var arr = [1, 2, 3];
[i, arr[i]] = [2, 9];
log.push(i, arr.join());

//// destr-array-holes
var log = [];
var [a = 1, b = 2] = [, null];
log.push(a, b);

//// destr-self
var log = [];
var a = [1, [2, 3]];
[a, [a]] = a;
log.push(a);

//// destr-string
var log = [];
var [a, b] = '𝒳y';
log.push(a, b);
var {
  length: l
} = 'abc';
log.push(l);

//// destr-param-shadow
var log = [];
var x = 1;
function f(a = x) {
  var x = 2;
  return a;
}
log.push(f());
function g(a = () => x) {
  var x = 2;
  return a();
}
log.push(g());
