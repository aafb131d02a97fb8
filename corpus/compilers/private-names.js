// Programs on private names, each after a line with its name.

//// private-basic-order
var log = [];
var seen = [];
class A {
  #x = 1;
  m() {
    this.#x += (seen.push('rhs'), 2);
    return this.#x++ + this.#x;
  }
  static s(o) {
    try {
      return o.#x;
    } catch (e) {
      return e.name;
    }
  }
}
log.push(new A().m(), A.s({}), seen.join());

//// private-compound-order
var log = [];
var seen = [];
class A {
  #x = 1;
  static t(o) {
    try {
      o().#x = seen.push('rhs');
    } catch (e) {
      seen.push(e.name);
    }
    return seen.join();
  }
}
log.push(A.t(() => {
  seen.push('obj');
  return {};
}));

//// private-set-readonly
var log = [];
class A {
  #m() {}
  get #g() {
    return 1;
  }
  t() {
    var r = [];
    try {
      this.#m = (r.push('rhs'), 1);
    } catch (e) {
      r.push(e.name);
    }
    try {
      this.#g = (r.push('rhs2'), 1);
    } catch (e) {
      r.push(e.name);
    }
    return r.join();
  }
}
log.push(new A().t());

//// private-set-only
var log = [];
class A {
  set #s(v) {}
  t() {
    try {
      return this.#s;
    } catch (e) {
      return e.name;
    }
  }
}
log.push(new A().t());

//// private-in
var log = [];
class A {
  #x;
  static #m() {}
  static h(o) {
    return #x in o;
  }
  static k(o) {
    return #m in o;
  }
  static e() {
    try {
      return #x in 1;
    } catch (e) {
      return e.name;
    }
  }
}
log.push(A.h(new A()), A.h({}), A.k(A), A.k({}), A.e());

//// private-in-rhs-order
var log = [];
var seen = [];
class A {
  #x;
  static h(o) {
    return [#x in o(), !(#x in o()), #x in o() && 1].join();
  }
}
log.push(A.h(() => {
  seen.push(1);
  return new A();
}), seen.length);

//// private-method-identity
var log = [];
class A {
  #m() {
    return 1;
  }
  get m() {
    return this.#m;
  }
}
log.push(new A().m === new A().m);

//// private-static-inherit
var log = [];
class A {
  static #x = 1;
  static get() {
    return this.#x;
  }
}
class B extends A {}
try {
  B.get();
  log.push('no');
} catch (e) {
  log.push(e.name);
}
log.push(A.get());

//// private-static-method-call
var log = [];
class A {
  static #m() {
    return this === A;
  }
  static t() {
    return this.#m();
  }
}
log.push(A.t());

//// private-destr-target
var log = [];
class A {
  #x;
  #y;
  t() {
    [this.#x, ...this.#y] = [1, 2, 3];
    var r = [this.#x, this.#y.join()];
    ({
      a: this.#x,
      ...this.#y
    } = {
      a: 4,
      b: 5
    });
    r.push(this.#x, JSON.stringify(this.#y));
    for (this.#x of [7]);
    for (this.#y in {
      q: 1
    });
    return r.concat(this.#x, this.#y).join();
  }
}
log.push(new A().t());

//// private-update
var log = [];
class A {
  #x = 1n;
  t() {
    var a = this.#x++;
    var b = ++this.#x;
    var c = this.#x--;
    return [a, b, c, this.#x].join();
  }
}
log.push(new A().t());

//// private-logical
var log = [];
class A {
  #x = null;
  #y = 1;
  t() {
    var n = 0;
    this.#x ??= (n++, 5);
    this.#y ??= (n++, 6);
    this.#y &&= (n++, 7);
    this.#y ||= (n++, 8);
    return [this.#x, this.#y, n].join();
  }
}
log.push(new A().t());

//// private-logical-readonly
var log = [];
class A {
  get #g() {
    return 1;
  }
  #m() {}
  t() {
    var r = [];
    try {
      this.#g ||= r.push('rhs');
      r.push('ok');
    } catch (e) {
      r.push(e.name);
    }
    try {
      this.#m ??= 1;
      r.push('ok');
    } catch (e) {
      r.push(e.name);
    }
    return r.join();
  }
}
log.push(new A().t());

//// private-optional
var log = [];
class A {
  #x = {
    y() {
      return this === z;
    }
  };
  static a(o) {
    return o?.#x.y();
  }
  static b(o) {
    return o?.#x?.y?.();
  }
}
var z;
log.push(A.a(null), A.b(undefined), A.a(new A()));

//// private-optional-call
var log = [];
class A {
  #m() {
    return this.v;
  }
  v = 3;
  static a(o) {
    return o?.#m();
  }
  static b(o) {
    return o.#m?.();
  }
  static c(o) {
    return (o?.#m)();
  }
}
log.push(A.a(new A()), A.a(null), A.b(new A()), A.c(new A()));

//// private-delete-optional
var log = [];
class A {
  #x = {
    y: 1
  };
  static d(o) {
    return delete o?.#x.y;
  }
  e() {
    return Object.keys(this.#x).length;
  }
}
var a = new A();
log.push(A.d(a), a.e(), A.d(null));

//// private-tagged
var log = [];
class A {
  #t(s) {
    return this.v + s.raw[0];
  }
  v = 1;
  m() {
    return this.#t`a\n`;
  }
}
log.push(new A().m());

//// private-double-init
var log = [];
class B {
  constructor(o) {
    return o;
  }
}
class A extends B {
  #x = 1;
}
var o = {};
new A(o);
try {
  new A(o);
  log.push('no');
} catch (e) {
  log.push(e.name);
}
class C extends B {
  #m() {}
}
new C(o);
try {
  new C(o);
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// private-frozen
var log = [];
class B {
  constructor() {
    Object.preventExtensions(this);
  }
}
class A extends B {
  #x = 1;
  g() {
    return this.#x;
  }
}
log.push(new A().g());

//// private-proxy
var log = [];
class A {
  #x = 1;
  static g(o) {
    try {
      return o.#x;
    } catch (e) {
      return e.name;
    }
  }
}
log.push(A.g(new Proxy(new A(), {})));

//// private-shadow
var log = [];
class A {
  #x = 1;
  m() {
    return class {
      #x = 2;
      static t(o) {
        try {
          return o.#x;
        } catch (e) {
          return e.name;
        }
      }
      static u() {
        return new this().#x;
      }
    };
  }
}
var a = new A();
log.push(a.m().t(a), a.m().u());

//// private-in-arrow-field
var log = [];
class A {
  #x = 2;
  f = () => this.#x;
  static g = o => o.#x;
}
var a = new A();
log.push(a.f(), A.g(a));

//// private-in-computed-key
var log = [];
class A {
  #x = 5;
  static o = new A();
  m() {
    return {
      [this.#x]: 1
    };
  }
}
log.push(Object.keys(A.o.m())[0]);

//// private-name-in-heritage
var log = [];
class A {
  #x = 1;
  m() {
    return class extends (this.#x, Object) {};
  }
}
log.push(typeof new A().m());

//// private-eval
var log = [];
class A {
  #x = 3;
  m() {
    return eval('this.#x');
  }
}
try {
  log.push(new A().m());
} catch (e) {
  log.push(e.name);
}
