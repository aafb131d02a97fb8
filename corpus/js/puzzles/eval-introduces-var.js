// Direct eval in sloppy code adds a variable to the function; strict and indirect eval do not
function direct(code) { eval(code); return typeof fresh; }
function strict(code) { "use strict"; eval(code); return typeof fresh; }
function shadow(code) { var fresh = 1; { eval(code); } return fresh; }
function kept(code) { return eval("let fresh = 5; fresh * 2") + typeof fresh; }

console.log(direct("var fresh = 2") + " " + strict("var fresh = 2"));
console.log(shadow("var fresh = 'replaced'") + " " + kept());
console.log(typeof fresh + " " + eval("1;;;{}") + " " + eval("var a = 4"));
