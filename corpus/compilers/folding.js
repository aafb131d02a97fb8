// Programs on folding, each after a line with its name.

//// fold-neg-zero
var log = [];
var z = -0;
log.push(1 / z, 1 / (0 * -1), 1 / -0, 1 / (-0 + -0), 1 / (0 - 0), 1 / (-0 - 0), 1 / (-0 % 1), 1 / (0 / -5), 1 / Math.round(-0.2), Object.is(-0, +'-0'));

//// fold-neg-zero-var
var log = [];
function f(x) {
  return 1 / (x * 0);
}
log.push(f(-1), f(1));
function g(x) {
  return 1 / (x + 0);
}
log.push(g(-0));
function h(x) {
  return 1 / (x - 0);
}
log.push(h(-0));
function kk(x) {
  return 1 / (0 - x);
}
log.push(kk(0));
function m(x) {
  return 1 / (x * 1);
}
log.push(m(-0));

//// fold-neg-zero-string
var log = [];
log.push('' + -0, String(-0), `${-0}`, [-0] + '', (-0).toFixed(1), JSON.stringify(-0), {
  [-0]: 1
}[0], Object.keys({
  [-0]: 1
})[0]);

//// fold-switch-zero
var log = [];
switch (-0) {
  case 0:
    log.push('zero');
    break;
  default:
    log.push('d');
}
switch (NaN) {
  case NaN:
    log.push('nan');
    break;
  default:
    log.push('d');
}

//// fold-nan
var log = [];
log.push(NaN === NaN, NaN !== NaN, isNaN('x' * 1), 0 / 0, 1 / 0, -1 / 0, typeof NaN, NaN ** 0, 1 ** NaN, 1 ** Infinity);

//// fold-nan-shadow
var log = [];
(function (NaN, undefined, Infinity) {
  log.push(NaN, undefined, Infinity, 1 / 0);
})(1, 2, 3);

//// fold-undefined-shadow
var log = [];
function f(undefined) {
  return [void 0 === undefined, undefined];
}
log.push(f(1).join());
function g() {
  var undefined = 5;
  return undefined;
}
log.push(g());

//// fold-string-number
var log = [];
log.push('1' + 2 + 3, 1 + 2 + '3', '5' * '2', '5' - 2, +'', '0x10' * 1, +'0b11', +'1_0', '1e3' * 1, +' 12 ', +'12px', +'\n', 1 + '', 1e21 + '', 1e-7 + '', 0.1 + 0.2 + '', 123456789012345680000 + '');

//// fold-num-print
var log = [];
log.push(1e21, 1e-7, 0.1 + 0.2, 2 ** 53, -1e-7, 1.7976931348623157e308, 5e-324, 4294967296, 0xffffffff, 1 / 3, 100, 1000, 1e3, 1.50);

//// fold-bit
var log = [];
log.push(1 << 31, 1 << 32, -1 >>> 0, -1 >>> 1, 2 ** 32 >> 0, 2 ** 31 | 0, ~~3.7, ~-1, 5 & -2, 2 ** 32 + 5 | 0, -5 >> 1, 1e20 | 0, NaN | 0);

//// fold-mod
var log = [];
log.push(5 % 3, -5 % 3, 5 % -3, 1 / (-4 % 2), 5.5 % 2, 5 % 0, 0 % 5, Infinity % 2, 2 % Infinity);

//// fold-compare
var log = [];
log.push(null >= 0, null == 0, undefined == null, undefined == 0, 'b' > 'a', '10' < '9', '10' < 9, null < 1, undefined < 1, NaN <= NaN, [] == false, [] == ![], '' == 0, '0' == false, '1' == 1, null == false);

//// fold-typeof
var log = [];
log.push(typeof null, typeof undefined, typeof function () {}, typeof class {}, typeof 1n, typeof Symbol(), typeof /x/, typeof undeclared, typeof void 0, typeof (() => {}), typeof []);

//// fold-bigint
var log = [];
log.push(1n + 2n, 7n / 2n, -7n / 2n, -7n % 2n, 1n << 70n, 2n ** 10n, 5n & -2n, ~5n, - -5n, 1n == 1, 1n === 1, 2n > 1, 0n ? 1 : 2, typeof 1n, 0x10n, 1_000n, BigInt.asIntN(8, 255n), 1n < 2, 0n == false);

//// fold-bigint-mixed
var log = [];
try {
  log.push(1n + 1);
} catch (e) {
  log.push(e.name);
}
try {
  log.push(+1n);
} catch (e) {
  log.push(e.name);
}
try {
  log.push(1n / 0n);
} catch (e) {
  log.push(e.name);
}
try {
  log.push(1n >>> 0n);
} catch (e) {
  log.push(e.name);
}
log.push(1n + '1', 'a' + 1n, -1n);

//// fold-bigint-unused
var log = [];
var r = [];
try {
  1n + 1;
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  +1n;
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  1n / 0n;
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  Symbol() + '';
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  1n >>> 0n;
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  -Symbol();
  r.push('no');
} catch (e) {
  r.push(e.name);
}
log.push(r.join());

//// fold-in-instanceof-unused
var log = [];
var r = [];
try {
  1 in 2;
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  1 instanceof 2;
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  ({}) instanceof {};
  r.push('no');
} catch (e) {
  r.push(e.name);
}
try {
  'a' in 'b';
  r.push('no');
} catch (e) {
  r.push(e.name);
}
log.push(r.join());

//// fold-new-unused
var log = [];
var r = [];
function t(f) {
  try {
    f();
    r.push('no');
  } catch (e) {
    r.push(e.name);
  }
}
t(() => {
  new 1();
});
t(() => {
  new (() => {})();
});
t(() => {
  new Array(-1);
});
t(() => {
  new Date().toISOString();
});
t(() => {
  new RegExp('(');
});
t(() => {
  new Map(1);
});
t(() => {
  new Set(5);
});
t(() => {
  new WeakMap([1]);
});
t(() => {
  Symbol.x.y;
});
t(() => {
  new Symbol();
});
t(() => {
  new Proxy({});
});
t(() => {
  new Promise();
});
t(() => {
  new Uint8Array(-1);
});
t(() => {
  BigInt(1.5);
});
t(() => {
  BigInt('x');
});
t(() => {
  String(Symbol());
});
t(() => {
  new String(Symbol());
});
t(() => {
  Number(Symbol());
});
t(() => {
  Object.keys(null);
});
t(() => {
  'x'.repeat(-1);
});
t(() => {
  1 .toFixed(200);
});
t(() => {
  [].reduce(x => x);
});
t(() => {
  decodeURI('%');
});
t(() => {
  String.fromCodePoint(-1);
});
t(() => {
  Object.create(1);
});
t(() => {
  JSON.parse('{');
});
t(() => {
  Reflect.ownKeys(1);
});
t(() => {
  new Number(1n);
});
t(() => {
  Number(1n);
});
t(() => {
  Math.abs(1n);
});
t(() => {
  isNaN(1n);
});
t(() => {
  parseInt(Symbol());
});
log.push(r.join());

//// fold-spread-unused
var log = [];
var r = [];
function t(f) {
  try {
    f();
    r.push('no');
  } catch (e) {
    r.push(e.name);
  }
}
t(() => {
  [...1];
});
t(() => {
  [...null];
});
t(() => {
  f(...1);
});
t(() => {
  new Object(...1);
});
t(() => {
  ({
    ...null
  });
});
t(() => {
  [...{}];
});
var n = 0;
t(() => {
  [...{
    [Symbol.iterator]() {
      n++;
      return {
        next() {
          return {
            done: true
          };
        }
      };
    }
  }];
});
t(() => {
  ({
    ...{
      get a() {
        n++;
      }
    }
  });
});
log.push(r.join(), n);

//// fold-class-unused
var log = [];
var r = [];
function t(f) {
  try {
    f();
    r.push('no');
  } catch (e) {
    r.push(e.name);
  }
}
t(() => {
  class A extends 1 {}
});
t(() => {
  class A extends (() => {}) {}
});
t(() => {
  (class extends null {});
});
t(() => {
  class A {
    static x = q;
  }
});
t(() => {
  class A {
    [q]() {}
  }
});
t(() => {
  class A {
    static {
      q;
    }
  }
});
t(() => {
  class A {
    static [Symbol.iterator] = 1;
    x = q;
  }
});
t(() => {
  (class {
    static x = (() => {
      throw new TypeError();
    })();
  });
});
var n = 0;
t(() => {
  class A {
    static x = n++;
    [n++] = 1;
    static {
      n++;
    }
  }
});
t(() => {
  class A extends (n++, Object) {}
});
t(() => {
  function P() {}
  P.prototype = 1;
  class A extends P {}
});
log.push(r.join(), n);

//// fold-template-unused
var log = [];
var n = 0;
var o = {
  toString() {
    n++;
    return '';
  }
};
`${o}`;
`a${o}`;
'' + o;
o + '';
log.push(n);

//// fold-getter-unused
var log = [];
var n = 0;
var o = {
  get x() {
    n++;
    return 1;
  }
};
o.x;
o['x'];
o.x + 1;
o.x && 1;
!o.x;
void o.x;
o.x, 1;
var y = o.x;
if (o.x) {}
switch (o.x) {}
for (; o.x, 0;);
typeof o.x;
[o.x];
({
  a: o.x
});
log.push(n);

//// fold-getter-local
var log = [];
function f() {
  var n = 0;
  var o = {
    get x() {
      n++;
      return 1;
    }
  };
  o.x;
  o.x;
  var u = o.x;
  return n;
}
log.push(f());

//// fold-getter-class
var log = [];
function f() {
  var n = 0;
  class A {
    static get x() {
      n++;
    }
    static set y(v) {
      n++;
    }
    get z() {
      n++;
    }
  }
  A.x;
  A.y = 1;
  var a = new A();
  a.z;
  return n;
}
log.push(f());

//// fold-setter-local
var log = [];
function f() {
  var n = 0;
  var o = {
    set x(v) {
      n += v;
    }
  };
  o.x = 1;
  o.x = 2;
  return n;
}
log.push(f());

//// fold-setter-proto
var log = [];
function f() {
  var n = 0;
  var o = {
    __proto__: {
      set x(v) {
        n += v;
      }
    }
  };
  o.x = 1;
  o.x = 2;
  return n;
}
log.push(f());

//// fold-null-access-unused
var log = [];
var r = [];
function t(f) {
  try {
    f();
    r.push('no');
  } catch (e) {
    r.push(e.name);
  }
}
t(() => {
  null.x;
});
t(() => {
  undefined.x;
});
t(() => {
  var a;
  a.x;
});
t(() => {
  var a = null;
  a.x;
});
t(() => {
  let {
    x
  } = null;
});
t(() => {
  var {} = null;
});
t(() => {
  (void 0)();
});
t(() => {
  var f;
  f();
});
t(() => {
  var o = {};
  o.x.y;
});
t(() => {
  var o = {};
  o.x();
});
t(() => {
  null[q];
});
t(() => {
  for (var x of null);
});
t(() => {
  for (var x in null);
});
t(() => {
  var [a] = null;
});
t(() => {
  [][0].x;
});
log.push(r.join());

//// fold-undeclared-unused
var log = [];
var r = [];
function t(f) {
  try {
    f();
    r.push('no');
  } catch (e) {
    r.push(e.name);
  }
}
t(() => {
  q;
});
t(() => {
  q, 1;
});
t(() => {
  typeof q;
});
t(() => {
  void q;
});
t(() => {
  q && 1;
});
t(() => {
  1 && q;
});
t(() => {
  var x = q;
});
t(() => {
  q.x;
});
t(() => {
  [q];
});
t(() => {
  ({
    q
  });
});
t(() => {
  !q;
});
t(() => {
  (() => q)();
});
t(() => {
  q ? 1 : 2;
});
t(() => {
  q;
  q;
});
t(() => {
  q == q;
});
log.push(r.join());

//// fold-array-index
var log = [];
log.push([1, 2, 3][1], [1, 2, 3][3], [1, 2, 3]['length'], [, 1][0], 'abc'[1], 'abc'[5], 'abc'.length, [1, 2, 3].length, [...'ab'].length, [1,, 3].length, [,].length, '𝒳'.length, [1, 2, 3][-1], [1, 2][1.5], 'abc'['-0'], [7]['0'], [7]['00']);

//// fold-array-index-effects
var log = [];
var n = 0;
log.push([n++, n++, n++][1], n);
log.push([1, 2, (n += 10, 3)][0], n);
log.push({
  a: n++,
  b: n++
}.a, n);

//// fold-array-proto
var log = [];
Array.prototype[5] = 'p';
log.push([1][5], [,,,,,, 1][5]);
delete Array.prototype[5];
Object.prototype.zz = 'q';
log.push({}.zz, {
  a: 1
}.zz);
delete Object.prototype.zz;

//// fold-string-methods
var log = [];
log.push('abc'.charAt(1), 'abc'.charCodeAt(1), 'a-b'.split('-').length, 'abc'.indexOf('c'), 'abc'.slice(-2), 'abc'.substring(2, 0), 'abc'.at(-1), 'aXbX'.replace('X', '$&$$'), 'a'.concat(1, null), 'ß'.toUpperCase(), 'İ'.toLowerCase().length, 'abc'.substr(-2, 1), ' a '.trim() + '|', 'ab'.padStart(4, 'xy'), 'x'.repeat(3), 'a'.codePointAt(0), '\ud83d\ude00'.codePointAt(0), '\ud83d\ude00'.charAt(0) == '\ud83d');

//// fold-array-join
var log = [];
log.push([1, 2].join(), [null, undefined, 1].join('-'), [[1, 2], [3]].join(';'), ['a',, 'b'].join(''), [1, 2] + '', [] + [], [] + {}, [[]] + '', [1, [2, [3]]] + '', [null] + '', [1, 2].join(null), [1, 2].join(undefined), [-0].join(), [1n].join());

//// fold-number-methods
var log = [];
log.push(25 .toString(36), 255 .toString(16), 0.5.toString(2), (-7.5).toString(2), 1e21.toString(36), 3.14159.toFixed(2), 1.005.toFixed(2), 1234.5.toExponential(2), 0 .toFixed(2), 1.45.toFixed(1), (-1.5).toFixed(0), 123.456.toPrecision(4), Number.MAX_SAFE_INTEGER, Number.EPSILON > 0, parseInt('08'), parseFloat('1.5e3x'), parseInt('0x1f'), parseInt('12', 3), Number(''), Number('0o17'), Number(null), Number([5]));

//// fold-math
var log = [];
log.push(Math.max(), Math.min(), 1 / Math.max(-0, 0), 1 / Math.min(0, -0), Math.round(-0.5), 1 / Math.round(-0.5), Math.round(2.5), Math.round(-2.5), Math.sign(-0), 1 / Math.sign(-0), Math.hypot(), Math.trunc(-0.5), 1 / Math.trunc(-0.5), Math.pow(2, 0.5), Math.abs(-0), Math.floor(-0.5), Math.ceil(-0.5), 1 / Math.ceil(-0.5), Math.clz32(0), Math.imul(0xffffffff, 5), Math.fround(5.5), Math.atan2(0, -0), Math.max(NaN, 1), Math.cbrt(8));

//// fold-string-escape
var log = [];
log.push('\0'.length,'\x00'+'1','\u2028'.length,'\v'.charCodeAt(0),'\ud800'.length,'\ud800\udc00'.length,'</script>','<!--','-->',"\'\"`",'\08'.length,'${x}','\\n','a\
b','\u{10ffff}'.length);

//// fold-string-lone
var log = [];
var a='\ud83d',b='\ude00';log.push((a+b).length,a+b==='😀','\ud83d'+'\ude00'==='😀',`\ud83d${'\ude00'}`==='😀',('\ud83d'+'x').length,'\ud83d'.charCodeAt(0),['\udc00'].join('').charCodeAt(0),'a\udc00b'.charCodeAt(1));

//// fold-octal
var log = [];
log.push('\101','\7'.charCodeAt(0),010,09,0o17,'\0'+1,'\1'.charCodeAt(0),'\18'.length);

//// fold-key-print
var log = [];
var o={'a-b':1,1:2,'1.5':3,'-1':4,'01':5,'1e3':6,'constructor':7,'if':8,'\u0061x':9,'':10,'__proto__x':11,'NaN':12,'Infinity':13,'1e21':14};log.push(Object.keys(o).join('|'),o['a-b'],o[1],o[1.5],o[-1],o['01'],o[1e3],o['1e3'],o.if,o.ax,o[''],o[NaN],o[1e21]);

//// fold-number-key
var log = [];
var o={0.1:1,1e-7:2,1e21:3,0xff:4,1e3:5,.5:6,5.:7,1e1000:8};log.push(Object.keys(o).join('|'));class A{static 0.1(){return 1}static 0x10(){return 2}static 1e3=3}log.push(A['0.1'](),A[16](),A[1000]);

//// fold-unicode-ident
var log = [];
var ünï=1,\u0061b=2,𝒳=3;log.push(ünï,ab,𝒳);var o={ünï,𝒳};log.push(Object.keys(o).join());

//// fold-bool
var log = [];
log.push(!0, !1, !!'', !!'0', !!NaN, !![], !!0n, !-0, !'a', 1 && 2, 0 || 'x', '' ?? 1, null ?? 2, (1, 2), !(1, 0), true + 1, true + '', -true, +false, true & true, true == 1, !!-1);

//// fold-bool-context
var log = [];
var r = [];
if (![]) r.push(1);
if (!!{}.x) r.push(2);
r.push('a' && '' || 'b', 0 ? 1 : 2, '' ? 't' : 'f', null || undefined, (0, '') || 3, !1 || 0, NaN || -0);
log.push(r.map(x => Object.is(x, -0) ? '-0' : String(x)).join());

//// fold-cond-effects
var log = [];
var n = 0;
function t() {
  n++;
  return true;
}
function f() {
  n += 10;
  return false;
}
t() ? f() : t();
f() || t();
f() && t();
(t(), f()) ? t() : f();
if (t()) {} else f();
if (f()) t();
t() && (f(), t());
log.push(n);

//// fold-cond-same
var log = [];
var n = 0;
function t() {
  n++;
}
var x = t() ? 1 : 1;
t() ? n : n;
if (t()) n += 10;else n += 10;
log.push(x, n);

//// fold-cond-assign
var log = [];
var a,
  b = 0;
b ? a = 1 : a = 2;
log.push(a);
var o = {
  get x() {
    return o.y = 5;
  }
};
o.x ? o.z = 1 : o.z = 2;
log.push(o.z);
function g(c) {
  var r;
  if (c) r = 1;else r = 2;
  return r;
}
log.push(g(0));
var p = null;
try {
  (b++, true) ? p.x = b : p.x = 2;
} catch (e) {
  log.push(e.name, b);
}

//// fold-cond-call
var log = [];
var seen = [];
var f = x => seen.push('f' + x),
  g = x => seen.push('g' + x);
function c() {
  f = g;
  return true;
}
c() ? f(1) : f(2);
log.push(seen.join());

//// fold-cond-member-call
var log = [];
var o = {
  m(x) {
    return 'o' + x;
  }
};
function c() {
  o = {
    m(x) {
      return 'p' + x;
    }
  };
  return true;
}
log.push(c() ? o.m(1) : o.m(2));
var p = {
  a: 1
};
function dd() {
  p = {
    a: 2
  };
  return 0;
}
log.push(dd() ? p.a : p.a);

//// fold-eq-order
var log = [];
var seen = [];
function f(x) {
  seen.push(x);
  return x;
}
f(1) < f(2);
f(3) > f(4);
f(5) == f(6);
5 == f(7);
f(8) === 9;
1 < f(10);
log.push(seen.join());

//// fold-compare-flip
var log = [];
var seen = [];
var a = {
    valueOf() {
      seen.push('a');
      return 1;
    }
  },
  b = {
    valueOf() {
      seen.push('b');
      return 2;
    }
  };
a < b;
a > b;
a <= b;
a >= b;
!(a < b);
!(a >= b);
log.push(seen.join(), !(NaN < 1), !(NaN >= 1), !(undefined < 1));

//// fold-plus-assoc
var log = [];
var s = 'x';
log.push(s + (1 + 2), s + 1 + 2, 1 + (2 + s), s + 1 + 2, s + ('a' + 'b'), 1 + 2 + s + 1 + 2, s + (1 + '') + 2, '' + (1 + s));
var n = 1;
log.push(n + (2 + 3), n + 2 + 3, 0.1 + (0.2 + 0.3), n + 0.1 + 0.2, n + (0.1 + 0.2));

//// fold-plus-assoc-obj
var log = [];
var o = {
  valueOf() {
    return 1;
  },
  toString() {
    return 's';
  }
};
log.push(o + 'a' + 'b', o + ('a' + 'b'), '' + o, `${o}`, o + 1 + 'x', 'a' + o + 'b', 'a' + (o + 'b'), [o] + '');

//// fold-plus-assoc-var
var log = [];
function f(a, b) {
  return a + (b + '');
}
function g(a, b) {
  return a + (b + 'x');
}
function h(a, b, c) {
  return a + (b + c);
}
log.push(f(1, 2), g(1, 2), h(1, 2, 'z'), h('z', 1, 2), h(1, 2, 3));

//// fold-mul-assoc
var log = [];
function f(a, b, c) {
  return a * (b * c);
}
log.push(f(1e300, 1e300, 1e-300), f(0.1, 0.2, 0.3) === 0.1 * (0.2 * 0.3));
function g(a) {
  return a * 2 * 3;
}
log.push(g(0.1) === 0.1 * 6, g(0.1));

//// fold-exp-assoc
var log = [];
log.push(2 ** 3 ** 2, (2 ** 3) ** 2, (-1) ** 2, -(1 ** 2));

//// fold-seq
var log = [];
var n=0;log.push((n++,n++,n),(0,eval)('this')===this);var o={f(){return this===o}};log.push((0,o.f)(),(o.f)(),(1,o.f)(),(true&&o.f)(),(false||o.f)(),(o?o.f:0)(),(null??o.f)());

//// fold-seq-delete
var log = [];
var o={a:1,b:2};log.push(delete (0,o.a),o.a,delete (o.b),o.b,delete 1,delete void 0,delete (o.c=1),o.c);

//// fold-seq-typeof
var log = [];
try{log.push(typeof (0,zz))}catch(e){log.push(e.name)}log.push(typeof (zz));

//// fold-eval-indirect
var log = [];
var x = 'g';
function f() {
  var x = 'l';
  return [eval('x'), (0, eval)('x'), eval('x'), eval.call(null, 'x'), (1, eval)('x'), (true && eval)('x'), (eval || 0)('x'), (eval, eval)('x')].join();
}
log.push(f());

//// fold-cond-eval
var log = [];
var x = 'g';
function f(c) {
  var x = 'l';
  return (c ? eval : 0)('x');
}
log.push(f(1));

//// fold-void
var log = [];
log.push(void 0, void 'x', typeof void 0, void 0 === undefined, [void 0].length);
var n = 0;
log.push(void n++, n);
