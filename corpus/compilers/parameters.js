// Programs on parameters, each after a line with its name.

//// param-closure-var
var log = [];
function f(a, b = () => a) {
  var a;
  var r = [a, b()];
  a = 5;
  r.push(a, b());
  return r;
}
log.push(f(1).join());

//// param-closure-assign
var log = [];
function f(a, b = () => {
  a = 9;
}) {
  var a = 3;
  b();
  return a;
}
log.push(f(1));

//// param-tdz
var log = [];
try {
  (function (a = b, b) {})();
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  (function (a = a) {})();
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// param-arguments
var log = [];
function f(a = 1) {
  a = 5;
  return arguments[0];
}
log.push(f(2));
function g(a) {
  a = 5;
  return arguments[0];
}
log.push(g(2));
function h(a) {
  'use strict';

  a = 5;
  return arguments[0];
}
log.push(h(2));

//// param-arguments-length
var log = [];
function f(a, b = 2, c) {
  return f.length + arguments.length;
}
log.push(f(1), f.length);
log.push(((a, b = 1) => {}).length, ((...a) => {}).length, {
  m(a, {
    b
  }, c = 1) {}
}.m.length);

//// param-default-undefined
var log = [];
function f(a = 1) {
  return a;
}
log.push(f(undefined), f(null), f(0));

//// param-eval-order
var log = [];
var seen = [];
function f(a = seen.push('a'), {
  b = seen.push('b')
} = {}, c = seen.push('c')) {
  seen.push('body');
}
f();
log.push(seen.join());

//// param-this
var log = [];
function f(a = this.x, b = () => this.x) {
  return a + b();
}
log.push(f.call({
  x: 2
}));

//// param-fn-hoist
var log = [];
function f(a = g()) {
  function g() {
    return 2;
  }
  return a;
}
function g() {
  return 1;
}
log.push(f());

//// param-throw-generator
var log = [];
function* g(a = (() => {
  throw 'x';
})()) {}
try {
  g();
  log.push('no');
} catch (e) {
  log.push(e);
}

//// param-throw-async
var log = [];
async function f(a = (() => {
  throw 'x';
})()) {}
try {
  f().catch(e => log.push('rej', e));
  log.push('ok');
} catch (e) {
  log.push('sync', e);
}

//// param-throw-async-arrow
var log = [];
var f = async (a = (() => {
  throw 'x';
})()) => {};
try {
  f().catch(e => log.push('rej', e));
  log.push('ok');
} catch (e) {
  log.push('sync', e);
}

//// param-throw-async-destr
var log = [];
async function f({
  a
}) {}
try {
  f().catch(e => log.push('rej', e.name));
  log.push('ok');
} catch (e) {
  log.push('sync', e.name);
}
async function* g({
  a
}) {}
try {
  g();
  log.push('ok');
} catch (e) {
  log.push('sync', e.name);
}

//// param-throw-async-method
var log = [];
var o = {
  async m({
    a
  }) {}
};
try {
  o.m().catch(e => log.push('rej', e.name));
  log.push('ok');
} catch (e) {
  log.push('sync', e.name);
}

//// param-async-arguments
var log = [];
async function f(a, b) {
  await 0;
  return arguments.length + a;
}
f(1, 2, 3).then(v => log.push(v));
