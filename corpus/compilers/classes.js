// Programs on classes, each after a line with its name.

//// class-fields-order
var log = [];
var seen = [];
class A {
  [(seen.push('k1'), 'a')] = seen.push('v1');
  static [(seen.push('k2'), 'b')] = seen.push('v2');
  [(seen.push('k3'), 'c')]() {}
  static {
    seen.push('sb');
  }
}
seen.push('done');
new A();
log.push(seen.join());

//// class-field-this
var log = [];
class A {
  x = this;
  y = () => this;
  static z = this;
}
var a = new A();
log.push(a.x === a, a.y() === a, A.z === A);

//// class-field-define
var log = [];
var seen = [];
class B {
  set x(v) {
    seen.push('set');
  }
}
class A extends B {
  x = 1;
}
var a = new A();
log.push(seen.join(), Object.keys(a).join());

//// class-field-anon-name
var log = [];
class A {
  f = function () {};
  g = () => {};
  static h = class {};
  ['i'] = function () {};
  #p = function () {};
  p() {
    return this.#p.name;
  }
}
var a = new A();
log.push(a.f.name, a.g.name, A.h.name, a.i.name, a.p());

//// class-field-computed-once
var log = [];
var n = 0;
class A {
  [(n++, 'x')] = 1;
}
new A();
new A();
log.push(n);

//// class-field-super
var log = [];
class B {
  m() {
    return 1;
  }
}
class A extends B {
  x = super.m();
  static y = super.name;
  z = () => super.m();
}
log.push(new A().x, new A().z(), A.y);

//// class-field-arguments
var log = [];
var arguments_ = 1;
class A {
  x = typeof this.y;
  y = 1;
}
log.push(new A().x);

//// class-field-direct-eval
var log = [];
class A {
  x = eval('this.y');
  y = 2;
  z = eval('this.y');
}
var a = new A();
log.push(a.x, a.z);

//// class-name-tdz
var log = [];
try {
  class A extends (A, Object) {}
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  class A {
    static [A.name] = 1;
  }
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// class-name-inner-const
var log = [];
class A {
  m() {
    try {
      A = 1;
      return 'no';
    } catch (e) {
      return e.name;
    }
  }
}
var B = A;
try {
  A = 2;
} catch (e) {
  log.push(e);
}
log.push(new B().m());

//// class-name-inner
var log = [];
class A {
  m() {
    return A;
  }
  static s = () => A;
}
var B = A;
A = null;
log.push(new B().m() === B, B.s() === B);

//// class-expr-name
var log = [];
var C = class D {
  static d = D;
  m() {
    return D;
  }
};
log.push(C.name, C.d === C, new C().m() === C);

//// class-static-name
var log = [];
class A {
  static name = 'x';
}
log.push(A.name);
class B {
  static name() {
    return 1;
  }
}
log.push(typeof B.name);
class C {
  static get name() {
    return 'g';
  }
}
log.push(C.name);
var D = class {
  static name = 'y';
};
log.push(D.name);

//// class-call
var log = [];
class A {}
try {
  A();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// class-methods-nonenum
var log = [];
class A {
  m() {}
  get g() {
    return 1;
  }
  static s() {}
}
log.push(Object.keys(A.prototype).join(), Object.getOwnPropertyNames(A.prototype).join(), Object.keys(A).join());

//// class-methods-noncons
var log = [];
class A {
  m() {}
}
try {
  new new A().m();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// class-extends-null
var log = [];
class A extends null {
  static x = 1;
}
log.push(Object.getPrototypeOf(A) === Function.prototype, Object.getPrototypeOf(A.prototype) === null);
try {
  new A();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// class-extends-builtin
var log = [];
class A extends Array {
  m() {
    return this.length;
  }
}
var a = new A(1, 2, 3);
log.push(a.m(), a instanceof A, Array.isArray(a), a.map(x => x) instanceof A);
class E extends Error {}
var e = new E('m');
log.push(e instanceof E, e.message);

//// class-return-object
var log = [];
class B {
  constructor() {
    return {
      q: 1
    };
  }
}
class A extends B {
  x = 2;
}
var a = new A();
log.push(a.q, a.x, a instanceof A);

//// class-derived-return
var log = [];
class B {}
class A extends B {
  constructor() {
    return {
      q: 1
    };
  }
}
log.push(new A().q);
class C extends B {
  constructor() {
    return 1;
  }
}
try {
  new C();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// class-derived-no-super
var log = [];
class B {}
class A extends B {
  constructor() {}
}
try {
  new A();
  log.push('no');
} catch (e) {
  log.push(e.name);
}
class C extends B {
  constructor() {
    super();
    super();
  }
}
try {
  new C();
  log.push('no');
} catch (e) {
  log.push(e.name);
}
class D extends B {
  constructor() {
    this.x = 1;
    super();
  }
}
try {
  new D();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// class-super-arrow
var log = [];
class B {
  constructor() {
    this.b = 1;
  }
}
class A extends B {
  constructor() {
    var f = () => super();
    f();
    this.a = this.b + 1;
  }
}
log.push(new A().a);

//// class-super-arrow-fields
var log = [];
class B {}
class A extends B {
  x = 1;
  constructor() {
    (() => super())();
    this.y = this.x;
  }
}
log.push(new A().y);

//// class-super-spread-order
var log = [];
var seen = [];
class B {
  constructor(...a) {
    seen.push(a.join());
  }
}
class A extends B {
  constructor() {
    super(...[1, 2], seen.push('arg'));
  }
}
new A();
log.push(seen.join('|'));

//// class-super-set
var log = [];
class B {
  set x(v) {
    this._x = v;
  }
}
class A extends B {
  m() {
    super.x = 5;
    return [this._x, this.hasOwnProperty('x')];
  }
}
log.push(new A().m().join());
class C extends B {
  m() {
    super.y = 5;
    return this.hasOwnProperty('y');
  }
}
log.push(new C().m());

//// class-super-compound
var log = [];
class B {
  get x() {
    return 3;
  }
  set x(v) {
    this._x = v;
  }
}
class A extends B {
  m() {
    super.x += 2;
    super.x++;
    return [this._x, super.x **= 2, super.x ??= 1];
  }
}
log.push(new A().m().join());

//// class-super-computed-order
var log = [];
var seen = [];
class B {}
class A extends B {
  m() {
    try {
      super[seen.push('k')] = seen.push('v');
    } catch (e) {}
    return seen.join();
  }
}
log.push(new A().m());

//// class-super-destr
var log = [];
class B {
  set x(v) {
    this._x = v * 2;
  }
}
class A extends B {
  m() {
    [super.x] = [4];
    return this._x;
  }
  n() {
    ({
      a: super.x
    } = {
      a: 5
    });
    return this._x;
  }
  o() {
    for (super.x of [6]);
    return this._x;
  }
}
var a = new A();
log.push(a.m(), a.n(), a.o());

//// class-super-delete
var log = [];
class A {
  m() {
    try {
      delete super.x;
      return 'no';
    } catch (e) {
      return e.name;
    }
  }
}
log.push(new A().m());

//// class-super-optional
var log = [];
class B {
  m() {
    return this.v;
  }
}
class A extends B {
  v = 7;
  m() {
    return super.m?.();
  }
  n() {
    return super.q?.();
  }
  o() {
    return super.m?.call(this);
  }
}
log.push(new A().m(), new A().n(), new A().o());

//// class-super-tagged
var log = [];
class B {
  t(s) {
    return this.v + s[0];
  }
}
class A extends B {
  v = 7;
  m() {
    return super.t`x`;
  }
}
log.push(new A().m());

//// super-object
var log = [];
var p = {
  m() {
    return 'p' + this.v;
  }
};
var o = {
  __proto__: p,
  v: 1,
  m() {
    return super.m();
  },
  get g() {
    return super.m();
  },
  async a() {
    await 0;
    return super.m();
  },
  *gen() {
    yield super.m();
  },
  arrow() {
    return (() => super.m())();
  }
};
log.push(o.m(), o.g, [...o.gen()].join(), o.arrow());
o.a().then(v => log.push(v));

//// super-object-proto-change
var log = [];
var o = {
  m() {
    return super.x;
  }
};
Object.setPrototypeOf(o, {
  x: 5
});
log.push(o.m());
var q = {
  n: o.m
};
log.push(q.n());

//// static-block-this
var log = [];
var r = [];
class A {
  static x = 1;
  static {
    r.push(this === A, this.x);
    var q = 2;
    r.push(q);
  }
  static {
    r.push(typeof q);
  }
}
log.push(r.join());

//// static-block-var-scope
var log = [];
var v = 'outer';
class A {
  static {
    var v = 'inner';
  }
}
log.push(v);

//// static-block-await
var log = [];
class A {
  static {
    var arguments_ = 1;
    let f = async () => {
      await 0;
    };
    f();
  }
}
log.push('ok');

//// static-super
var log = [];
class B {
  static m() {
    return this.n;
  }
}
class A extends B {
  static n = 3;
  static r = super.m();
  static {
    this.q = super.m();
  }
}
log.push(A.r, A.q);

//// static-field-fn-name
var log = [];
class A {
  static f = () => {};
  static ['g'] = function () {};
  static #p = () => {};
  static p() {
    return this.#p.name;
  }
}
log.push(A.f.name, A.g.name, A.p());

//// static-field-overwrite
var log = [];
class A {
  static length = 5;
  static prototype_ = 1;
}
log.push(A.length);
try {
  eval('class B{static ["prototype"]=1}');
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// class-field-asi
var log = [];
class A{static
x=1
get
y(){return 2}
'z'
[1+1](){}
static async
*g(){}
in
w}
log.push(A.x,new A().y,'z' in new A,typeof A.prototype[2],Object.getOwnPropertyNames(new A).join());

//// class-field-names
var log = [];
class A {
  get;
  set;
  static;
  async;
  static static;
  static get;
  static async;
  'constructor_' = 1;
  static 'name_' = 2;
  await = 1;
  yield_ = 2;
}
log.push(Object.keys(new A()).join(), Object.keys(A).join());

//// class-field-get-asi
var log = [];
class A{get
x(){return 1}static
y=2;set
z(v){}async
w(){}}log.push(new A().x,A.y,Object.getOwnPropertyNames(A.prototype).join());
