// In a sloppy function with plain parameters, arguments and parameters are one; otherwise not
function linked(x) { arguments[0] = "through arguments"; return x; }
function strict(x) { "use strict"; arguments[0] = "lost"; return x; }
function defaulted(x = 0) { arguments[0] = "lost"; return x; }
function missing(x) { arguments[0] = "too late"; return typeof x; }
console.log(linked("plain")); console.log(strict("plain"));
console.log(defaulted("plain")); console.log(missing());
