// try, catch and finally: order, nesting, rethrowing, optional catch binding, completion values
const order = [];
const mark = (label, value) => (order.push(label), value);
const flush = () => order.splice(0).join(" ");

function run(kind) {
  try {
    mark("try");
    if (kind === "throw") throw new RangeError("r");
    if (kind === "return") return mark("returning", "from try");
    mark("end of try");
  } catch (error) {
    mark("catch " + error.name);
    return "from catch";
  } finally {
    mark("finally");
  }
  return "after";
}
for (const kind of ["plain", "return", "throw"]) console.log(run(kind) + ": " + flush());

function nested() {
  try {
    try {
      throw "inner";
    } catch (e) {
      mark("caught " + e);
      throw "outer";
    } finally {
      mark("inner finally");
    }
  } catch (e) {
    mark("caught " + e);
  } finally {
    mark("outer finally");
  }
}
nested();
console.log(flush());

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return "not JSON";
  }
}
console.log(parse("[1,2]").length + " " + parse("[1,2"));

function deepest(n) {
  if (n === 0) throw new EvalError();
  try {
    deepest(n - 1);
  } finally {
    mark(n);
  }
}
try { deepest(4); } catch (e) { console.log(flush() + " " + e.name); }
for (const i of [0, 1, 2]) try { if (i === 1) continue; mark("body " + i); } finally { mark("after " + i); }
console.log(flush());
