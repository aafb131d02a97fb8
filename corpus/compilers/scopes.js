// Programs on scopes, each after a line with its name.

//// let-uninit-loop
var log = [];
var r = [];
for (var i = 0; i < 3; i++) {
  let x;
  r.push(x);
  x = i;
}
log.push(r.join('|'));

//// let-closure-uninit-loop
var log = [];
var r = [];
for (let i = 0; i < 3; i++) {
  let x;
  r.push(x);
  x = i;
  (() => x)();
}
log.push(r.join('|'));

//// switch-let-tdz
var log = [];
switch (1) {
  case 0:
    let a = 1;
  case 1:
    try {
      a;
      log.push('no');
    } catch (e) {
      log.push(e.name);
    }
}

//// tdz-fn
var log = [];
try {
  f();
  let x = 1;
  function f() {
    return x;
  }
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// tdz-typeof
var log = [];
try {
  typeof x;
  let x;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// tdz-closure
var log = [];
{
  let f = () => x;
  try {
    f();
    log.push('no');
  } catch (e) {
    log.push(e.name);
  }
  let x = 1;
  log.push(f());
}

//// tdz-assign
var log = [];
try {
  x = 1;
  let x;
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// const-assign
var log = [];
const c = 1;
try {
  c = 2;
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  c++;
  log.push('no');
} catch (e) {
  log.push(e.name);
}
try {
  [c] = [1];
  log.push('no');
} catch (e) {
  log.push(e.name);
}

//// const-assign-order
var log = [];
const c = 1;
var n = 0;
try {
  c = n++;
} catch (e) {}
try {
  c += n++;
} catch (e) {}
log.push(n);

//// block-shadow
var log = [];
let x = 1;
{
  let x = 2;
  {
    let x = 3;
  }
  log.push(x);
}
log.push(x);

//// block-shadow-global-prop
var log = [];
let q1 = 1;
var r = this.q1;
log.push(r);

//// block-fn
var log = [];
{
  function f() {
    return 1;
  }
}
log.push(f());
(function () {
  'use strict';

  {
    function g() {}
  }
  log.push(typeof g);
})();

//// block-fn-shadow
var log = [];
var f = 0;
{
  f = 5;
  function f() {}
  f = 6;
}
log.push(typeof f, f);

//// block-fn-let-conflict
var log = [];
let g = 1;
{
  function g() {}
}
log.push(g);

//// block-fn-before
var log = [];
log.push(typeof h1);
{
  function h1() {}
}
log.push(typeof h1);
if (0) {
  function h2() {}
}
log.push(typeof h2);

//// block-fn-if
var log = [];
if (1) function kk() {
  return 1;
}
log.push(kk());

//// block-fn-param
var log = [];
(function (a) {
  {
    function a() {}
  }
  log.push(typeof a);
})(1);

//// block-fn-switch
var log = [];
switch (1) {
  case 1:
    function sf() {
      return 's';
    }
}
log.push(sf());

//// block-fn-label
var log = [];
l: function lf() {
  return 'l';
}
log.push(lf());

//// block-fn-async
var log = [];
{
  async function af() {}
}
log.push(typeof af);

//// let-bracket
var log = [];
var let={};(let['a'])=5;log.push(let.a);for((let) of [1]);log.push(let);
