// Programs on async, each after a line with its name.

//// async-arrow-this-arguments
var log = [];
function f() {
  return (async () => {
    await 0;
    return [this.x, arguments[0], new.target];
  })();
}
f.call({
  x: 1
}, 2).then(r => log.push(r.join()));

//// async-order
var log = [];
var seen = [];
async function f() {
  seen.push(1);
  await null;
  seen.push(3);
}
f();
seen.push(2);
Promise.resolve().then(() => seen.push(4)).then(() => log.push(seen.join()));

//// async-return-promise-ticks
var log = [];
var seen = [];
async function f() {
  return Promise.resolve();
}
f().then(() => seen.push('f'));
var p = Promise.resolve();
for (var i = 0; i < 5; i++) {
  p = p.then((i => () => seen.push(i))(i));
}
p.then(() => log.push(seen.join()));

//// async-await-ticks
var log = [];
var seen = [];
async function f() {
  await Promise.resolve();
  seen.push('f');
}
f();
var p = Promise.resolve();
for (var i = 0; i < 4; i++) {
  p = p.then((i => () => seen.push(i))(i));
}
p.then(() => log.push(seen.join()));

//// async-await-thenable
var log = [];
var seen = [];
(async () => {
  var v = await {
    then(r) {
      seen.push('then');
      r(5);
    }
  };
  seen.push(v);
  log.push(seen.join());
})();
seen.push('sync');

//// async-throw-sync
var log = [];
async function f() {
  throw 'x';
}
try {
  f().catch(e => log.push('c', e));
  log.push('ok');
} catch (e) {
  log.push('no');
}

//// async-arrow-arguments
var log = [];
function f() {
  var g = async x => arguments[0] + (await x);
  return g(1);
}
f(5).then(v => log.push(v));

//// async-arrow-this-class
var log = [];
class A {
  v = 1;
  m() {
    return (async () => {
      await 0;
      return this.v;
    })();
  }
  f = async () => {
    await 0;
    return this.v;
  };
}
var a = new A();
Promise.all([a.m(), a.f()]).then(r => log.push(r.join()));

//// async-super
var log = [];
class B {
  m() {
    return 'b' + this.v;
  }
  get g() {
    return 'g' + this.v;
  }
}
class A extends B {
  v = 1;
  async m() {
    await 0;
    var f = () => super.m();
    return super.m() + f() + super.g;
  }
  async n() {
    await 0;
    return super['m']();
  }
}
var a = new A();
Promise.all([a.m(), a.n()]).then(r => log.push(r.join()));

//// async-super-set
var log = [];
class B {
  set x(v) {
    this.y = v;
  }
}
class A extends B {
  async m() {
    await 0;
    super.x = 4;
    super.x += 1;
    return this.y;
  }
}
new A().m().then(v => log.push(v), e => log.push(e.name));

//// async-super-static
var log = [];
class B {
  static m() {
    return this.v;
  }
}
class A extends B {
  static v = 2;
  static async m() {
    await 0;
    return super.m();
  }
}
A.m().then(v => log.push(v));

//// async-super-object
var log = [];
var o = {
  __proto__: {
    m() {
      return this.v;
    }
  },
  v: 3,
  async m() {
    await 0;
    return super.m();
  }
};
o.m().then(v => log.push(v));

//// async-super-arrow-ctor
var log = [];
class B {
  constructor() {
    this.b = 1;
  }
}
class A extends B {
  constructor() {
    super();
    this.p = (async () => {
      await 0;
      return this.b + super.constructor.name;
    })();
  }
}
new A().p.then(v => log.push(v));

//// async-super-call-arrow
var log = [];
class B {}
class A extends B {
  constructor() {
    var r;
    (async () => {
      super();
    })();
    this.x = 1;
  }
}
log.push(new A().x);

//// async-new-target
var log = [];
function F() {
  return (async () => {
    await 0;
    return new.target;
  })();
}
F().then(v => log.push(v));

//// async-gen-queue
var log = [];
async function* g() {
  yield 1;
  yield 2;
}
var i = g();
Promise.all([i.next(), i.next(), i.next()]).then(r => log.push(r.map(x => x.value + ':' + x.done).join()));

//// async-gen-return-await
var log = [];
async function* g() {
  try {
    yield 1;
  } finally {
    await 0;
    log.push('fin');
  }
}
var i = g();
i.next().then(() => i.return(Promise.resolve(9))).then(r => log.push(r.value, r.done));

//// async-gen-yield-reject
var log = [];
async function* g() {
  try {
    yield Promise.reject('x');
  } catch (e) {
    yield 'c' + e;
  }
}
(async () => {
  for await (var x of g()) log.push(x);
})();

//// async-gen-throw
var log = [];
async function* g() {
  try {
    yield 1;
  } catch (e) {
    yield e;
  }
}
var i = g();
i.next().then(() => i.throw('t')).then(r => log.push(r.value));

//// async-gen-yield-star-sync
var log = [];
async function* g() {
  yield* [Promise.resolve(1), 2];
}
(async () => {
  var r = [];
  for await (var x of g()) r.push(x);
  log.push(r.join());
})();

//// async-gen-order
var log = [];
var seen = [];
async function* g() {
  seen.push('a');
  yield 1;
  seen.push('b');
}
var i = g();
seen.push('0');
i.next().then(() => seen.push('n'));
seen.push('1');
Promise.resolve().then(() => seen.push('m1')).then(() => seen.push('m2')).then(() => seen.push('m3')).then(() => log.push(seen.join()));

//// async-gen-param-order
var log = [];
async function* g(a = log.push('param')) {
  log.push('body');
}
var i = g();
log.push('called');
i.next();

//// async-gen-this
var log = [];
var o = {
  v: 1,
  async *g() {
    yield this.v;
    yield arguments[0];
    yield super.toString === Object.prototype.toString;
  }
};
(async () => {
  var r = [];
  for await (var x of o.g(7)) r.push(x);
  log.push(r.join());
})();

//// async-arrow-in-args
var log = [];
var async = x => typeof x;
log.push(async(x => x), async(1));
log.push((async x => x).constructor.name, (async () => {}).constructor.name);
