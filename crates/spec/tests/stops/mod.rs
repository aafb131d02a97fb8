//! Small programs, and what must be seen of them at each moment.

/// Programs, each with its moments; `recording.rs` says how these are written.
pub const PROGRAMS: &[(&str, &str)] = &[
    // Statements.
    (
        r#"
let a = 1;
const b = a + 1;
var c = b;
a = b;"#,
        r#"
1 a=? b=?
2 a=1 b=?
3 a=1 b=2
4 a=1 b=2"#,
    ),
    // `while`.
    (
        r#"
let i = 0;
while (i < 2)
  i++;"#,
        r#"
1 i=?
2 i=0
2 Test i=0
3 i=0
2 Test i=1
3 i=1
2 Test i=2"#,
    ),
    // `do`.
    (
        r#"
let i = 0;
do
  i++;
while (i < 2);"#,
        r#"
1 i=?
2 i=0
3 i=0
4 Test i=1
3 i=1
4 Test i=2"#,
    ),
    // `for`: each iteration has bindings of its own, copied before the update.
    (
        r#"
let fs = [];
for (let i = 0; i < 2; i++)
  fs.push(() => i);
fs[0]();
fs[1]();"#,
        r#"
1 fs=?
2 fs=object
2 Init i=? | fs=object
2 Test i=0 | fs=object
3 i=0 | fs=object
2 Update i=0 | fs=object
2 Test i=1 | fs=object
3 i=1 | fs=object
2 Update i=1 | fs=object
2 Test i=2 | fs=object
4 fs=object
() 3 ArrowBody i=0 | fs=object
5 fs=object
() 3 ArrowBody i=1 | fs=object"#,
    ),
    // `for-in`: in its head, the variable is not initialised.
    (
        r#"
for (const k in { a: 1, b: 2 })
  k;"#,
        r#"
1
1 Head k=?
2 k="a"
2 k="b""#,
    ),
    // `for-of` with a pattern.
    (
        r#"
for (const [p, q = 5] of [[1], [2, 3]])
  p;"#,
        r#"
1
1 Head p=? q=?
2 p=1 q=5
2 p=2 q=3"#,
    ),
    // Closures.
    (
        r#"
function counter() {
  let n = 0;
  return () => ++n;
}
const next = counter();
next();
next();"#,
        r#"
5 next=?
counter 2 n=? | next=?
counter 3 n=0 | next=?
6 next=function
() 3 ArrowBody n=0 | next=function
7 next=function
() 3 ArrowBody n=1 | next=function"#,
    ),
    // A function expression has its name in an environment of its own.
    (
        r#"
const f = function g(n) {
  return n ? g(n - 1) : n;
};
f(1);"#,
        r#"
1 f=?
4 f=function
g 2 n=1 | g=function | f=function
g 2 n=0 | g=function | f=function"#,
    ),
    // Default parameters: the body's `var` is another variable.
    (
        r#"
function f(a, b = a + 1, c = () => b) {
  var b;
  let d = b;
  return c();
}
f(1);"#,
        r#"
6
f 2 d=? | b=2 | a=1 b=2 c=function
f 3 d=? | b=2 | a=1 b=2 c=function
f 4 d=2 | b=2 | a=1 b=2 c=function
c 1 ArrowBody a=1 b=2 c=function"#,
    ),
    // Destructuring.
    (
        r#"
let { x, y: [z = 3], ...rest } = { x: 1, y: [], w: 2 };
[x, z] = [z, x];
x;"#,
        r#"
1 x=? z=? rest=?
2 x=1 z=3 rest=object
3 x=3 z=1 rest=object"#,
    ),
    // A class has its name inside as well.
    (
        r#"
class A {
  #p = 1;
  q = this.#p + 1;
  static s = 3;
  static {
    this.s++;
  }
  get p() {
    return this.#p;
  }
  set p(v) {
    this.#p = v;
  }
}
const a = new A();
a.p = a.p + 1;"#,
        r#"
1 A=? a=?
() 6 A=function | A=? a=?
15 A=function a=?
16 A=function a=object
get p 9 A=function | A=function a=object
set p 12 v=2 | A=function | A=function a=object"#,
    ),
    // Private methods and field initialisers that call.
    (
        r#"
class A {
  #m(x) {
    return x;
  }
  y = this.#m(4);
}
new A();"#,
        r#"
1 A=?
7 A=function
#m 3 x=4 | A=function | A=function"#,
    ),
    // A class without a constructor hands the arguments on.
    (
        r#"
class B {
  constructor(n) {
    this.n = n;
  }
}
class D extends B {}
new D(7);"#,
        r#"
1 B=? D=?
6 B=function D=?
7 B=function D=function
B 3 n=7 | B=function | B=function D=function"#,
    ),
    // `try`.
    (
        r#"
let r = 0;
try {
  r = 1;
  throw new Error("x");
} catch ({ message }) {
  r = message;
} finally {
  r += "!";
}
r;"#,
        r#"
1 r=?
2 r=0
3 r=0
4 r=1
6 message="x" | r=1
8 r="x"
10 r="x!""#,
    ),
    // `switch`: its clauses share a scope.
    (
        r#"
switch (1) {
  case 1:
    let a = 1;
  case 2:
    a = 2;
    break;
  default:
    let b = 3;
}"#,
        r#"
1
3 a=? b=?
5 a=1 b=?
6 a=2 b=?"#,
    ),
    // `continue` of an outer loop.
    (
        r#"
outer: for (let i = 0; i < 2; i++) {
  for (let j = 0; ; j++) {
    if (j == 1)
      continue outer;
  }
}"#,
        r#"
1
1
1 Init i=?
1 Test i=0
2 i=0
2 Init j=? | i=0
3 j=0 | i=0
2 Update j=0 | i=0
3 j=1 | i=0
4 j=1 | i=0
1 Update i=0
1 Test i=1
2 i=1
2 Init j=? | i=1
3 j=0 | i=1
2 Update j=0 | i=1
3 j=1 | i=1
4 j=1 | i=1
1 Update i=1
1 Test i=2"#,
    ),
    // Generators: delegation.
    (
        r#"
function* inner() {
  const got = yield 1;
  return got;
}
function* outer() {
  const r = yield* inner();
  yield r;
}
const g = outer();
g.next();
g.next("x");
g.next();"#,
        r#"
9 g=?
10 g=object
outer 6 r=? | g=object
inner 2 got=? | g=object
11 g=object
inner 3 got="x" | g=object
outer 7 r="x" | g=object
12 g=object"#,
    ),
    // Generators: `throw` and `return`.
    (
        r#"
function* g() {
  try {
    yield 1;
  } catch (e) {
    yield e;
  } finally {
    yield "f";
  }
}
const i = g();
i.next();
i.throw("t");
i.return("r");
i.next();"#,
        r#"
10 i=?
11 i=object
g 2 i=object
g 3 i=object
12 i=object
g 5 e="t" | i=object
13 i=object
g 7 i=object
14 i=object"#,
    ),
    // Async functions.
    (
        r#"
async function f(x) {
  const y = await x;
  try {
    await Promise.reject(y);
  } catch (e) {
    return e;
  }
}
f(3);
0;"#,
        r#"
9
f 2 y=? | x=3
10
f 3 y=3 | x=3
f 4 y=3 | x=3
f 6 e=3 | y=3 | x=3"#,
    ),
    // Async generators and `for await`.
    (
        r#"
async function* g() {
  yield 1;
  yield 2;
}
async function h() {
  for await (const v of g())
    v;
}
h();
0;"#,
        r#"
9
h 6
h 6 Head v=?
g 2
10
h 7 v=1
g 3
h 7 v=2"#,
    ),
    // Methods that are generators or async.
    (
        r#"
const o = {
  *m() {
    yield 1;
  },
  async n() {
    await 1;
    0;
  },
};
[...o.m()];
o.n();"#,
        r#"
1 o=?
10 o=object
m 3 o=object
11 o=object
n 6 o=object
n 7 o=object"#,
    ),
    // Promise jobs.
    (
        r#"
Promise.resolve(1).then(v => v + 1).then(w => {
  w;
});
0;"#,
        r#"
1
4
() 1 ArrowBody v=1
() 2 w=2"#,
    ),
    // Direct `eval` adds to the variables of the function.
    (
        r#"
function f() {
  let a = 1;
  eval("var b = a + 1; b");
  return b;
}
f();"#,
        r#"
6
f 2 a=?
f 3 a=1
f 4 a=1 | b=2"#,
    ),
    // Getters and tagged templates.
    (
        r#"
const o = {
  get x() {
    return 1;
  },
};
function tag(s, ...v) {
  return s.raw[0] + v[0];
}
tag`a${o.x}`;"#,
        r#"
1 o=?
9 o=object
get x 3 o=object
tag 7 s=object v=object | o=object"#,
    ),
    // A variable is not initialised before its declaration.
    (
        r#"
{
  try {
    a;
  } catch (e) {
    e;
  }
  let a = 1;
  a;
}"#,
        r#"
2 a=?
3 a=?
5 e=object | a=?
7 a=?
8 a=1"#,
    ),
    // An async arrow function with an expression.
    (
        r#"
const f = async x => await x + 1;
f(1);
0;"#,
        r#"
1 f=?
2 f=function
f 1 ArrowBody x=1 | f=function
3 f=function"#,
    ),
    // The object of a `with` statement has no bindings of its own.
    (
        r#"
with ({ q: 1 })
  q;"#,
        r#"
1
2"#,
    ),
    // A function in a block is there from the block's beginning.
    (
        r#"
{
  function g() {
    return 1;
  }
  g();
}"#,
        r#"
5 g=function
g 3 g=function"#,
    ),
    // `finally` comes before the return.
    (
        r#"
function f() {
  try {
    return 1;
  } finally {
    return 2;
  }
}
f();"#,
        r#"
8
f 2
f 3
f 5"#,
    ),
    // Fields of a derived class come into being when `super` returns.
    (
        r#"
class A {
  constructor() {
    this.a = 1;
  }
}
class B extends A {
  b = (() => this.a)();
  constructor() {
    super();
    this.c = 2;
  }
}
new B();"#,
        r#"
1 A=? B=?
6 A=function B=?
13 A=function B=function
B 9 B=function | A=function B=function
A 3 A=function | A=function B=function
() 7 ArrowBody B=function | A=function B=function
B 10 B=function | A=function B=function"#,
    ),
    // `break` closes the iterator.
    (
        r#"
const it = {
  [Symbol.iterator]() {
    return this;
  },
  next() {
    return { value: 1, done: false };
  },
  return() {
    return {};
  },
};
for (const v of it)
  break;"#,
        r#"
1 it=?
12 it=object
12 Head v=? | it=object
[Symbol.iterator] 3 it=object
next 6 it=object
13 v=1 | it=object
return 9 it=object"#,
    ),
    // Traps of a proxy.
    (
        r#"
const p = new Proxy({}, {
  get(t, k) {
    return k;
  },
});
p.z;"#,
        r#"
1 p=?
6 p=object
get 3 t=object k="z" | p=object"#,
    ),
    // A default value in a pattern calls a function.
    (
        r#"
function d() {
  return 4;
}
function f({ a = d() } = {}) {
  return a;
}
f();"#,
        r#"
7
d 2
f 5 a=4"#,
    ),
    // Code that the program makes has no lines.
    (
        r#"
new Function("a", "return a")(1);
0;"#,
        r#"
1
2"#,
    ),
    // A variable of an inner block hides that of a loop.
    (
        r#"
for (let i = 0; i < 1; i++) {
  let i = 5;
  i;
}"#,
        r#"
1
1 Init i=?
1 Test i=0
2 i=? | i=0
3 i=5 | i=0
1 Update i=0
1 Test i=1"#,
    ),
    // An async generator hands on and is closed.
    (
        r#"
async function* g() {
  try {
    yield* [1];
  } finally {
    0;
  }
}
(async () => {
  for await (const v of g())
    break;
})();"#,
        r#"
8
() 9
() 9 Head v=?
g 2
g 3
() 10 v=1
g 5"#,
    ),
];
