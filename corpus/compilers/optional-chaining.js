// Programs on optional chaining, each after a line with its name.

//// optional-basic-eval
var log = [];
var n = 0;
function f() {
  n++;
  return null;
}
log.push(f()?.[n++], f()?.x.y.z(n++), n);

//// optional-call-this
var log = [];
var o={v:1,m(){return this.v},n:{v:2,m(){return this.v}}};log.push(o?.m(),o.m?.(),o?.['m'](),o.n?.m(),(o?.m)(),(o.n?.m)?.(),o?.n.m());

//// optional-delete
var log = [];
var o = {
  a: {
    b: 1
  }
};
log.push(delete o?.a.b, Object.keys(o.a).length, delete null?.a, delete undefined?.a.b);

//// optional-paren-break
var log = [];
var o=null;try{(o?.a).b;log.push('no')}catch(e){log.push(e.name)}try{(o?.a)();log.push('no')}catch(e){log.push(e.name)}

//// optional-eval
var log = [];
var x = 'g';
function f() {
  var x = 'l';
  return eval?.('x');
}
log.push(f());

//// optional-super-eval
var log = [];
function f() {
  'use strict';

  return (0, eval)('this') === undefined;
}
log.push(f());

//// optional-template
var log = [];
try {
  eval('null?.`x`');
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// optional-assign-in-arg
var log = [];
var o = {
  f: x => x
};
log.push(o?.f(...[1], 2), o?.f?.(...'ab'));

//// optional-in-param
var log = [];
function f(a, b = a?.b, c = () => a?.b?.()) {
  return [b, typeof c];
}
log.push(f(null).join());

//// optional-document-all
var log = [];
log.push((x => x?.y)(0), (x => x?.length)(''), (x => x?.y)(false));

//// optional-new
var log = [];
class A {
  static B = class {
    v = 1;
  };
}
log.push(new (A?.B)().v);

//// optional-in-loop-closure
var log = [];
var fs = [];
for (let i = 0; i < 3; i++) {
  fs.push(() => ({
    i
  })?.i);
}
log.push(fs.map(f => f()).join());
