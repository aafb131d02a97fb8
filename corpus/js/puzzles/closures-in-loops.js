// Closures made in a loop share a var but each get their own let
var byVar = [], byLet = [], byHand = [];
for (var i = 0; i < 3; i++) byVar.push(function () { return i; });
for (let j = 0; j < 3; j++) byLet.push(() => j++ * 10 + j);
for (var k = 0; k < 3; k++) (function (k) { byHand.push(() => k); })(k * k);

const call = f => f();
console.log(byVar.map(call).join() + " " + byLet.map(call).join() + " " + byHand.map(call).join());
console.log(byLet.map(call).join());
