// Functions with nothing in them, called for nothing
function empty() {}
function blank() {

}
function comment() { /* nothing here */ }
var arrow = () => {}, method = { go() {} }, Klass = class {};
empty(); blank(); comment();
arrow(); method.go(); new Klass();
;;;
{}
console.log([empty, blank, comment, arrow].map(f => typeof f() + f.length).join(" "));
