// Programs on objects, each after a line with its name.

//// accessor-pair
var log = [];
class A {
  get x() {
    return this._x;
  }
  set x(v) {
    this._x = v * 2;
  }
  static get ['y']() {
    return 'y';
  }
}
var a = new A();
a.x = 2;
log.push(a.x, A.y, typeof Object.getOwnPropertyDescriptor(A.prototype, 'x').set);

//// object-accessor-override
var log = [];
var o = {
  get x() {
    return 1;
  },
  x: 2
};
log.push(o.x);
var p = {
  x: 2,
  get x() {
    return 1;
  }
};
log.push(p.x);
var q = {
  get x() {
    return 1;
  },
  set x(v) {}
};
log.push(typeof Object.getOwnPropertyDescriptor(q, 'x').set);

//// object-proto
var log = [];
var p = {
  z: 1
};
var o = {
  __proto__: p
};
log.push(o.z);
var o2 = {
  '__proto__': p
};
log.push(o2.z);
var __proto__ = p;
var o3 = {
  __proto__
};
log.push(o3.z, Object.keys(o3).join());
var o4 = {
  ['__proto__']: p
};
log.push(o4.z, Object.keys(o4).join());
var o5 = {
  __proto__() {}
};
log.push(Object.keys(o5).join());

//// object-proto-spread
var log = [];
var o = {
  ...{
    x: 1
  },
  __proto__: {
    y: 2
  }
};
log.push(o.y, Object.keys(o).join());
var q = {
  ...{
    ['__proto__']: 5
  }
};
log.push(Object.keys(q).join());

//// object-spread-setter
var log = [];
var n = 0;
var o = {
  set x(v) {
    n++;
  },
  ...{
    x: 1
  }
};
log.push(n, o.x);

//// object-spread-getter-order
var log = [];
var seen = [];
var o = {
  a: seen.push('a'),
  ...{
    get b() {
      seen.push('b');
    }
  },
  c: seen.push('c')
};
log.push(seen.join());

//// object-spread-null
var log = [];
log.push(JSON.stringify({
  ...null,
  ...undefined,
  ...1,
  ...'ab',
  ...[9]
}));

//// object-numeric-keys
var log = [];
var o = {
  1e3: 1,
  0x10: 2,
  .5: 3,
  1n: 4,
  '01': 5
};
log.push(Object.keys(o).join());

//// object-method-super-computed
var log = [];
var o = {
  __proto__: {
    a() {
      return 1;
    }
  },
  ['b']() {
    return super.a();
  }
};
log.push(o.b());

//// object-computed-order
var log = [];
var seen = [];
var o = {
  [seen.push('k1')]: seen.push('v1'),
  [seen.push('k2')]: seen.push('v2')
};
log.push(seen.join());

//// object-computed-toprim
var log = [];
var seen = [];
var kk = {
  toString() {
    seen.push('ts');
    return 'k';
  }
};
var o = {
  [kk]: seen.push('v')
};
log.push(seen.join());

//// object-dup-computed
var log = [];
var o = {
  ['a']: 1,
  b: 2,
  ['a']: 3
};
log.push(JSON.stringify(o));
