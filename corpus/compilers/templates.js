// Programs on templates, each after a line with its name.

//// template-order
var log = [];
var seen = [];
var a = {
  toString() {
    seen.push('a');
    return 'A';
  }
};
log.push(`${a}${seen.push('b')}`, seen.join());

//// template-symbol
var log = [];
try {
  `${Symbol()}`;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// template-toprim
var log = [];
var o = {
  [Symbol.toPrimitive](h) {
    return h;
  }
};
log.push(`${o}`, `x${o}y`, '' + o, o + '');

//// template-valueof
var log = [];
var o = {
  valueOf() {
    return 'v';
  },
  toString() {
    return 's';
  }
};
log.push(`${o}`, `a${o}b`);

//// template-concat-order
var log = [];
var seen = [];
function f(n) {
  return {
    toString() {
      seen.push(n);
      return n;
    }
  };
}
log.push(`x${f('1')}y${f('2')}`, seen.join());
var g = n => {
  seen.push('e' + n);
  return f(n);
};
`${g('3')}${g('4')}`;
log.push(seen.join());

//// tagged-identity
var log = [];
function t(s) {
  return s;
}
function f() {
  return t`a`;
}
log.push(f() === f(), t`a` === t`a`, Object.isFrozen(f()), Object.isFrozen(f().raw));

//// tagged-raw
var log = [];
function t(s) {
  return s.raw[0] + '|' + s[0];
}
log.push(t`\n\x41`, t`\u{41}`);
log.push((s => s[0])`\unicode`, (s => s.raw[0])`\unicode`);

//// tagged-crlf
var log = [];
function t(s){return s.raw[0].length}log.push(t`a
b`);

//// tagged-this
var log = [];
var o = {
  v: 1,
  t() {
    return this.v;
  }
};
log.push(o.t`x`, o['t']`y`);

//// tagged-new
var log = [];
function T() {
  return function () {
    this.x = 5;
  };
}
log.push(new T`a`().x);

//// tagged-loop-class
var log = [];
function t(s) {
  return s;
}
var a = [];
for (var i = 0; i < 2; i++) {
  a.push(t`x`);
}
log.push(a[0] === a[1]);

//// tagged-nested-fn-identity
var log = [];
function t(s) {
  return s;
}
var mk = () => () => t`x`;
log.push(mk()() === mk()());

//// tagged-args
var log = [];
function t(s, ...v) {
  return s.length + ':' + v.join();
}
log.push(t`a${1}b${2}`, t``, t`${1}${2}`);
