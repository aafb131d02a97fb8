function $log(event) {
  $log.all = ($log.all || "") + event + "; ";
}
function $show(value) {
  switch (typeof value) {
    case "string": return "'" + value + "'";
    case "number": return value === 0 && 1 / value < 0 ? "-0" : "" + value;
    case "bigint": return value + "n";
    case "symbol": return String(value);
    case "function": return "function";
    case "object": return value === null ? "null" : "object";
  }
  return "" + value;
}
function $kind(thrown) {
  if (thrown instanceof Error) return Object.getPrototypeOf(thrown).name;
  return $show(thrown);
}
function $try(run) {
  try {
    var value = run();
    $log("returns " + $show(value));
    return value;
  } catch (thrown) {
    $log("throws " + $kind(thrown));
    return thrown;
  }
}
function $fields(descriptor) {
  var text = "";
  for (var key in descriptor) text += " " + key + "=" + $show(descriptor[key]);
  return text;
}
function $p(name, target) {
  return new Proxy(target, new Proxy({}, { get: function (handler, trap) {
    return function (target, key, value, more) {
      // A scope has none of these functions.
      if (trap === "has" && typeof key === "string" && key[0] === "$") return false;
      var text = name + "." + trap;
      switch (trap) {
        case "apply":
          for (var at = 0; at < value.length; at++) text += " " + $show(value[at]);
          text += " on " + $show(key);
          break;
        case "construct":
          for (var at = 0; at < key.length; at++) text += " " + $show(key[at]);
          break;
        case "defineProperty": text += " " + $show(key) + $fields(value); break;
        case "set": text += " " + $show(key) + " " + $show(value); break;
        case "get": case "has": case "deleteProperty": case "getOwnPropertyDescriptor":
        case "setPrototypeOf":
          text += " " + $show(key);
      }
      $log(text);
      switch (trap) {
        case "get": return Reflect.get(target, key, value);
        case "set": return Reflect.set(target, key, value, more);
        case "construct": return Reflect.construct(target, key, value);
      }
      return Reflect[trap](target, key, value);
    };
  } }));
}
function $x(name, target) {
  return new Proxy(target || function () {}, new Proxy({}, { get: function (handler, trap) {
    $log(name + "." + trap);
    throw name;
  } }));
}
function $e(name, value) {
  $log(name);
  return value;
}
function $v(name, value, effect) {
  return $p(name, {
    valueOf: function () { $log(name + " valueOf"); if (effect) effect(); return value; },
    toString: function () { $log(name + " toString"); if (effect) effect(); return value; },
  });
}
function $h(name, value, effect) {
  return { [Symbol.toPrimitive]: function (hint) {
    $log(name + " " + hint);
    if (effect) effect();
    return value;
  } };
}
function $o(name, values) {
  var object = {};
  for (let key in values) Object.defineProperty(object, key, {
    get: function () { $log(name + " get " + key); return values[key]; },
    set: function (value) { $log(name + " set " + key + " " + $show(value)); values[key] = value; },
    enumerable: true, configurable: true,
  });
  return object;
}
function $f(name, run) {
  return function () {
    var text = name + (new.target ? " new" : "") + " on " + $show(this);
    for (var at = 0; at < arguments.length; at++) text += " " + $show(arguments[at]);
    $log(text);
    return run ? run.apply(this, arguments) : undefined;
  };
}
function $i(name, values, bad) {
  var result = function (value, done) {
    return $o(name + "R", bad === "done" ? { done: done } : { done: done, value: value });
  };
  return { [Symbol.iterator]: function () {
    var at = 0;
    $log(name + " iterator");
    return $p(name + "I", {
      next: function (value) {
        $log(name + " next " + arguments.length + " " + $show(value));
        if (bad === "next") throw "next";
        return bad === "result" ? 1 : result(values[at++], at > values.length);
      },
      return: bad === "none" ? undefined : function (value) {
        $log(name + " return " + arguments.length + " " + $show(value));
        if (bad === "return") throw "return";
        return bad === "close" ? 1 : result(value, true);
      },
      throw: bad === "none" ? undefined : function (value) {
        $log(name + " throw " + $show(value));
        return result(value, false);
      },
    });
  } };
}
function $j(name, values, bad) {
  var of = $i(name, values, bad);
  return { [Symbol.asyncIterator]: of[Symbol.iterator] };
}
function $t(name, value, bad) {
  return { get then() {
    $log(name + " get then");
    if (bad === "get") throw "then";
    return function (resolve, reject) {
      $log(name + " then " + $show(resolve) + " " + $show(reject));
      if (bad) reject(value); else resolve(value);
    };
  } };
}
function $s(name, object, made) {
  object.constructor = $p(name, { [Symbol.species]: $p(name + "S", made) });
  return object;
}
function $w(promise, name) {
  promise.then(
    function (value) { $log(name + " fulfilled " + $show(value)); },
    function (reason) { $log(name + " rejected " + $kind(reason)); });
  for (var at = 1, tick = Promise.resolve(); at < 8; at++) {
    let number = at;
    tick = tick.then(function () { $log("tick " + number); });
  }
  return promise;
}
function $d(object, key) {
  var found = Object.getOwnPropertyDescriptor(object, key);
  if (!found) return $show(key) + " missing";
  var text = $show(key) + " " + (found.writable ? "w" : "") + (found.enumerable ? "e" : "") + (found.configurable ? "c" : "");
  for (var name of ["value", "get", "set"]) {
    var value = found[name];
    text += " " + $show(value);
    if (typeof value === "function") text += " " + $show(value.name) + " " + $show(value.length);
  }
  return text;
}
function $syn(run, text) {
  try { run(text); } catch (thrown) {
    return $log(thrown === "reached" ? "accepted" : $kind(thrown));
  }
  $log("accepted");
}
function $differs(expected, seen) {
  seen = seen || "";
  var event = [];
  if (seen === expected) return "";
  for (var text of [expected, seen]) {
    var from = 0;
    for (var at = 0; at < expected.length && expected[at] === seen[at]; at++) {
      if (expected[at] === " " && expected[at - 1] === ";") from = at + 1;
    }
    for (at = from; at < text.length && !(text[at] === ";" && text[at + 1] === " "); at++);
    event[event.length] = text.slice(from, at) || "nothing";
  }
  return "log, by the text " + event[0] + "; seen " + event[1];
}
function $gen(generator, calls) {
  for (let at = 0; at < calls.length; at++) $try(function () {
    var result = generator[{ n: "next", r: "return", t: "throw" }[calls[at]]](at);
    return calls[at] + " " + $show(result.value) + " " + result.done;
  });
}
function $agen(generator, calls) {
  for (let at = 0; at < calls.length; at++) {
    generator[{ n: "next", r: "return", t: "throw" }[calls[at]]](at).then(
      function (result) { $log(calls[at] + at + " " + $show(result.value) + " " + result.done); },
      function (reason) { $log(calls[at] + at + " rejected " + $kind(reason)); });
  }
  for (var number = 1, tick = Promise.resolve(); number < 16; number++) {
    let turn = number;
    tick = tick.then(function () { $log("tick " + turn); });
  }
}
