let o = { a: 1 };
let a;
({ a } = o);
console.log(a);
