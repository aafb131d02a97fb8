// Pins what differs from run to run: the clock goes a millisecond further each time that somebody
// looks at it, and chance is a sequence.
(function (global) {
  "use strict";
  var Real = global.Date, construct = Reflect.construct, define = Object.defineProperty;
  var now = 1577836800000, seed = 42;
  function replace(object, name, value) {
    define(object, name, { value: value, writable: true, enumerable: false, configurable: true });
  }
  function tick() {
    return now++;
  }
  replace(Math, "random", {
    random() {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    }
  }.random);
  replace(Real, "now", { now() { return tick(); } }.now);
  if (global.performance) {
    replace(global.performance, "now", { now() { return tick() - 1577836800000; } }.now);
  }
  var Pinned = new Proxy(Real, {
    apply() {
      return new Real(tick()).toString();
    },
    construct(target, given, caller) {
      return construct(Real, given.length ? given : [tick()], caller === Pinned ? Real : caller);
    }
  });
  replace(Real.prototype, "constructor", Pinned);
  replace(global, "Date", Pinned);
})(this);
