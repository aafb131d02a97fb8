// Programs on logical, each after a line with its name.

//// nullish-side-effect
var log = [];
var n = 0;
var o = {
  get x() {
    n++;
    return null;
  }
};
o.x ?? (n += 10);
log.push(n);
var p = {
  get x() {
    n++;
    return 0;
  }
};
log.push(p.x ?? 5, n);

//// nullish-mix
var log = [];
log.push(null ?? undefined ?? 0, (null || undefined) ?? 'd', null ?? (0 || 'e'));

//// logical-assign-getter
var log = [];
var seen = [];
var o = {
  get x() {
    seen.push('get');
    return 1;
  },
  set x(v) {
    seen.push('set');
  }
};
o.x ||= 2;
o.x &&= 3;
o.x ??= 4;
log.push(seen.join());

//// logical-assign-once
var log = [];
var n = 0;
function o() {
  n++;
  return b;
}
var b = {};
o()[n++] ??= n;
log.push(n, JSON.stringify(b));

//// logical-assign-key-once
var log = [];
var n = 0;
var kk = {
  toString() {
    n++;
    return 'x';
  }
};
var b = {};
b[kk] ??= 1;
b[kk] ||= 2;
b[kk] &&= 3;
log.push(n, b.x);

//// logical-assign-name
var log = [];
var a;
a ??= function () {};
var b;
b ||= class {};
var c = 1;
c &&= () => {};
log.push(a.name, b.name, c.name);

//// logical-assign-const
var log = [];
const c = 1;
try {
  c ||= 2;
  log.push('ok');
} catch (e) {
  log.push(e.name);
}
try {
  c &&= 2;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// logical-assign-undeclared
var log = [];
try {
  zz ??= 1;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// nullish-prec
var log = [];
var a=null,b=0,c=1;log.push((a??b)||c,a??(b||c),(a||b)??c,(a&&b)??c,a??(b&&c));
