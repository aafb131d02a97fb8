// Ends with an uncaught ReferenceError on purpose: a let is read before its line
function read() { return later; }
console.log(typeof read);
console.log(read());
let later = "never set";
