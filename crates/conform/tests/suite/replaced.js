// parallax conform 1: throws TypeError
for (let name of ["toString", "valueOf", "hasOwnProperty"]) Object.prototype[name] = 1;
for (let name of ["get", "set", "value", "message", "then"]) {
  Object.defineProperty(Object.prototype, name, { __proto__: null, get() { throw "pollution"; } });
}
Object.getPrototypeOf = Object.getOwnPropertyDescriptor = () => { throw "replaced"; };
Array.prototype.push = Array.prototype[Symbol.iterator] = Function.prototype.call = null;
Error.prototype.name = String.prototype.slice = null;
JSON = Promise = Reflect = String = Error = console = print = null;
throw new TypeError("after all");
