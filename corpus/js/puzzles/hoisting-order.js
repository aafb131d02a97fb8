console.log(typeof early + " " + typeof late + " " + early());
var early = "a string now";
function early() { return "second"; }
function early() { return "third"; }
var late = function () { return "never called"; };
console.log(typeof early + " " + typeof late);
