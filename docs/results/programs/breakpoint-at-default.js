const [a = f()] = [0];
function f() {}
console.log(a);
