// A parameter, a variable and a function that are all called arguments
function asParameter(arguments) { return typeof arguments + " " + arguments; }
function asVariable() { var arguments; return arguments.length; }
function asValue() { var arguments = "mine"; return arguments; }
function asFunction() { return typeof arguments; function arguments() {} }

console.log(asParameter(7, 8));
console.log(asVariable(7, 8, 9));
console.log(asValue(1));
console.log(asFunction(1, 2));
