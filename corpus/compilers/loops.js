// Programs on loops, each after a line with its name.

//// for-await-close
var log = [];
var seen = [];
var it = {
  [Symbol.asyncIterator]() {
    return {
      async next() {
        return {
          done: false,
          value: 1
        };
      },
      async return() {
        seen.push('ret');
        return {};
      }
    };
  }
};
(async () => {
  for await (var x of it) break;
  try {
    for await (var y of it) throw 'e';
  } catch (e) {
    seen.push(e);
  }
  log.push(seen.join());
})();

//// for-await-close-nonobj
var log = [];
var it = {
  [Symbol.asyncIterator]() {
    return {
      async next() {
        return {
          done: false,
          value: 1
        };
      },
      async return() {
        return 1;
      }
    };
  }
};
(async () => {
  try {
    for await (var x of it) break;
    log.push('no');
  } catch (e) {
    log.push(e.name);
  }
})();

//// for-await-let-closure
var log = [];
(async () => {
  var fs = [];
  for await (let x of [1, 2, 3]) fs.push(() => x);
  log.push(fs.map(f => f()).join());
})();

//// for-await-destr
var log = [];
(async () => {
  var r = [];
  for await (let {
    a,
    b = a
  } of [{
    a: 1
  }, Promise.resolve({
    a: 2,
    b: 3
  })]) r.push(a, b);
  log.push(r.join());
})();

//// for-await-label
var log = [];
(async () => {
  var r = [];
  o: for await (var x of [1, 2, 3]) {
    for (var y of [1, 2]) {
      if (x == 2) continue o;
      if (x == 3) break o;
      r.push(x + '' + y);
    }
  }
  log.push(r.join());
})();

//// for-await-async-name
var log = [];
(async () => {
  var async;
  for await (async of [1, 2]);
  log.push(async);
})();

//// for-of-close
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
        return {};
      }
    };
  }
};
for (var x of it) break;
l: for (;;) {
  for (var x of it) break l;
}
l2: for (var z of [1]) {
  for (var x of it) continue l2;
}
(function () {
  for (var x of it) return;
})();
try {
  for (var x of it) throw 1;
} catch (e) {}
log.push(seen.length);

//// for-of-close-throw
var log = [];
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
        throw 'r';
      }
    };
  }
};
try {
  for (var x of it) throw 'b';
} catch (e) {
  log.push(e);
}
try {
  for (var x of it) break;
} catch (e) {
  log.push(e);
}

//// for-of-close-nonobj
var log = [];
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
        return 1;
      }
    };
  }
};
try {
  for (var x of it) break;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// for-of-next-nonobj
var log = [];
var it = {
  [Symbol.iterator]() {
    return {
      next() {
        return 1;
      }
    };
  }
};
try {
  for (var x of it) break;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// for-of-next-cached
var log = [];
var it = {
  [Symbol.iterator]() {
    var n = 0;
    var me = {
      next() {
        me.next = null;
        return {
          done: n++ > 1,
          value: n
        };
      }
    };
    return me;
  }
};
var r = [];
for (var x of it) r.push(x);
log.push(r.join());

//// for-of-array-grow
var log = [];
var a = [1, 2];
var r = [];
for (var x of a) {
  r.push(x);
  if (r.length < 4) a.push(x * 10);
}
log.push(r.join());

//// for-of-array-iterator-override
var log = [];
var s = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function* () {
  yield 'o';
};
var r = [];
for (var x of [1, 2]) r.push(x);
var [y] = [1];
var sp = [...[5]];
Array.prototype[Symbol.iterator] = s;
log.push(r.join(), y, sp.join());

//// for-of-string
var log = [];
var r = [];
for (var c of 'a𝒳b') r.push(c.length);
log.push(r.join());

//// for-of-not-iterable
var log = [];
try {
  for (var x of {
    length: 1,
    0: 1
  });
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// for-of-let-closure
var log = [];
var fs = [];
for (let x of [1, 2, 3]) {
  fs.push(() => x);
  x *= 2;
}
log.push(fs.map(f => f()).join());

//// for-of-tdz
var log = [];
try {
  for (let x of [x]);
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// for-of-const-closure-nested
var log = [];
var fs = [];
for (const [k, v] of Object.entries({
  a: 1,
  b: 2
})) fs.push(() => k + v);
log.push(fs.map(f => f()).join());

//// for-of-assign-const
var log = [];
try {
  for (const x of [1]) x++;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// for-let-closure
var log = [];
var fs = [];
for (let i = 0; i < 3; fs.push(() => i), i++);
log.push(fs.map(f => f()).join());

//// for-let-closure-init
var log = [];
var f0;
for (let i = 0, g = () => i; i < 2; i++) f0 = g;
log.push(f0());

//// for-let-closure-cond
var log = [];
var fs = [];
for (let i = 0; fs.push(() => i), i < 2; i++);
log.push(fs.map(f => f()).join());

//// for-let-closure-continue
var log = [];
var fs = [];
for (let i = 0; i < 4; i++) {
  if (i == 1) continue;
  fs.push(() => i);
  if (i == 2) break;
}
log.push(fs.map(f => f()).join());

//// for-let-closure-modify
var log = [];
var fs = [];
for (let i = 0; i < 3; i++) {
  fs.push(() => i++);
}
log.push(fs.map(f => f()).join(), fs.map(f => f()).join());

//// for-let-closure-return
var log = [];
function f() {
  for (let i = 0; i < 3; i++) {
    (() => i)();
    if (i == 1) return i;
  }
}
log.push(f());

//// for-let-closure-label
var log = [];
var r = [];
o: for (let i = 0; i < 3; i++) {
  for (let j = 0; j < 3; j++) {
    (() => i + j)();
    if (j == 1) continue o;
    if (i == 2) break o;
    r.push(i + '' + j);
  }
}
log.push(r.join());

//// for-let-closure-switch
var log = [];
var r = [];
for (let i = 0; i < 4; i++) {
  (() => i)();
  switch (i) {
    case 1:
      continue;
    case 2:
      break;
    case 3:
      r.push('three');
  }
  r.push(i);
}
log.push(r.join());

//// for-let-closure-yield-return
var log = [];
function* g() {
  for (let i = 0; i < 3; i++) {
    var f = () => i;
    if (i == 2) return f();
    yield f();
  }
}
var it = g();
log.push(it.next().value, it.next().value, it.next().value);

//// for-let-closure-this-arguments
var log = [];
function f() {
  var fs = [];
  for (let i = 0; i < 2; i++) fs.push(() => this.v + i + arguments[0]);
  return fs.map(x => x()).join();
}
log.push(f.call({
  v: 10
}, 100));

//// for-let-closure-var-inside
var log = [];
for (let i = 0; i < 2; i++) {
  var v = i;
  (() => i)();
}
log.push(v);

//// for-let-closure-fn-decl
var log = [];
var fs = [];
for (let i = 0; i < 2; i++) {
  function q() {
    return i;
  }
  fs.push(q);
}
log.push(fs.map(f => f()).join());

//// for-let-closure-async
var log = [];
(async () => {
  var fs = [];
  for (let i = 0; i < 3; i++) {
    await 0;
    fs.push(() => i);
  }
  log.push(fs.map(f => f()).join());
})();

//// for-in-let-closure
var log = [];
var fs = [];
for (let k in {
  a: 1,
  b: 2
}) fs.push(() => k);
log.push(fs.map(f => f()).join());

//// for-in-init
var log = [];
for (var x = 5 in {});
log.push(x);

//// for-in-order-delete
var log = [];
var o = {
  a: 1,
  b: 2,
  c: 3
};
var r = [];
for (var k in o) {
  r.push(k);
  delete o.b;
}
log.push(r.join());

//// while-let-closure
var log = [];
var i = 0,
  fs = [];
while (i < 2) {
  let j = i++;
  fs.push(() => j);
}
do {
  let j = i++;
  fs.push(() => j);
} while (i < 4);
log.push(fs.map(f => f()).join());

//// for-in-paren
var log = [];
for (var i = ('a' in {
  a: 1
}) ? 1 : 2; i < 2; i++) log.push(i);
for (var j = (x => x in {
  b: 1
})('b'); j; j = false) log.push(j);
for (var kk = ['c' in {
  c: 1
}]; kk.length; kk.pop()) log.push(kk[0]);
