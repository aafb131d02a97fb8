// Programs on functions, each after a line with its name.

//// new-target
var log = [];
function F() {
  return new.target === F;
}
log.push(new F() instanceof F, F());
function G() {
  this.t = (() => new.target)();
}
log.push(new G().t === G);
class A {
  constructor() {
    this.n = new.target.name;
  }
}
class B extends A {}
log.push(new B().n);
log.push(Reflect.construct(function () {
  this.t = new.target;
}, [], Array).t === Array);

//// new-target-default
var log = [];
function F(a = new.target) {
  this.a = a;
}
log.push(new F().a === F);
F.call(globalThis_ = {});
log.push(globalThis_.a);

//// fn-expr-name
var log = [];
var f = function g() {
  g = 1;
  return typeof g;
};
log.push(f());
var h = function i() {
  'use strict';

  try {
    i = 1;
    return 'no';
  } catch (e) {
    return e.name;
  }
};
log.push(h());

//// fn-expr-name-shadow
var log = [];
var f = function g(g) {
  return g;
};
log.push(f(3));
var h = function i() {
  var i = 2;
  return i;
};
log.push(h());

//// fn-dup-params
var log = [];
log.push(function (a, a) {
  return a;
}(1, 2));

//// fn-arguments-alias
var log = [];
function f(a) {
  arguments[0] = 5;
  return a;
}
log.push(f(1));
function g(a) {
  a = 6;
  return arguments[0];
}
log.push(g(1));

//// fn-arguments-shadow
var log = [];
function f() {
  var arguments = 1;
  return arguments;
}
log.push(f());
function g(arguments) {
  return arguments;
}
log.push(g(2));
function h() {
  function arguments() {}
  return typeof arguments;
}
log.push(h());

//// fn-arguments-arrow
var log = [];
function f() {
  return (() => (() => arguments.length)())();
}
log.push(f(1, 2));

//// fn-this-sloppy
var log = [];
function f() {
  return typeof this;
}
log.push(f.call(1), f.call(undefined) === 'object');

//// fn-name-inference
var log = [];
var a = () => {},
  {
    b = () => {}
  } = {},
  c;
c = function () {};
var o = {
  d: () => {},
  ['e']: () => {},
  f() {},
  get g() {
    return 1;
  }
};
log.push(a.name, b.name, c.name, o.d.name, o.e.name, o.f.name);
(function (x = () => {}) {
  log.push(x.name);
})();

//// fn-name-comma
var log = [];
var f = (0, function () {});
log.push(f.name === '');
var g = function () {};
log.push(g.name);

//// new-paren
var log = [];
function F(){this.x=1;return F.r}F.g=function(){return F};log.push(new (F.g())().x,new (F.g)()===F,new F().x,new F.g().name,(new F).x,new (class{y=2})().y);

//// new-tagged
var log = [];
var o = {
  f() {
    return function () {
      this.z = 1;
    };
  }
};
log.push(new (o.f())().z, new o['f']``().z);
