// A printf-like formatter: widths, signs, padding, bases, fixed and exponent notation

var FIELD = /%([-+ 0#]*)(\d+)?(?:\.(\d+))?([%dxXobsfec])/g;

function pad(text, width, flags) {
  while (text.length < width) {
    if (flags.indexOf("-") >= 0) text = text + " ";
    else if (flags.indexOf("0") >= 0) {
      var sign = /^[-+]/.exec(text);
      if (sign) return sign[0] + pad(text.slice(1), width - 1, "0");
      text = "0" + text;
    }
    else text = " " + text;
  }
  return text;
}

function signed(number, body, flags) {
  if (number < 0) return "-" + body;
  if (flags.indexOf("+") >= 0) return "+" + body;
  if (flags.indexOf(" ") >= 0) return " " + body;
  return body;
}

function format(template) {
  var args = Array.prototype.slice.call(arguments, 1), next = 0;

  return template.replace(FIELD, function (whole, flags, width, precision, kind) {
    if (kind === "%") return "%";
    var arg = args[next++], body, prefix = "";
    switch (kind) {
      case "d":
        body = signed(arg, String(Math.abs(Math.trunc(arg))), flags); break;
      case "x": case "X":
        if (flags.indexOf("#") >= 0) prefix = "0x";
        body = prefix + (arg >>> 0).toString(16);
        if (kind === "X") body = body.toUpperCase();
        break;
      case "o": body = (arg >>> 0).toString(8); break;
      case "b": body = (arg >>> 0).toString(2); break;
      case "f":
        body = signed(arg, Math.abs(arg).toFixed(precision === undefined ? 6 : +precision), flags);
        break;
      case "e":
        body = signed(arg, Math.abs(arg).toExponential(precision === undefined ? 6 : +precision), flags);
        break;
      case "c": body = typeof arg === "number" ? String.fromCharCode(arg) : String(arg).charAt(0); break;
      default:
        body = String(arg);
        if (precision !== undefined) body = body.slice(0, +precision);
    }
    return pad(body, width ? +width : 0, flags);
  });
}

var cases = [
  ["[5]",            format("[%d]", 5.9)],
  ["[   42]",        format("[%5d]", 42)],
  ["[42   ]",        format("[%-5d]", 42)],
  ["[-0042]",        format("[%05d]", -42)],
  ["[+7 -7]",        format("[%+d %+d]", 7, -7)],
  ["[0xff FF 377]",  format("[%#x %X %o]", 255, 255, 255)],
  ["[00001011]",     format("[%08b]", 11)],
  ["[3.14]",         format("[%.2f]", 3.14159)],
  ["[  2.500]",      format("[%7.3f]", 2.5)],
  ["[1.50e+3]",      format("[%.2e]", 1500)],
  ["[lan]",          format("[%.3s]", "lantern")],
  ["[  lamp|lamp  ]", format("[%6s|%-6s]", "lamp", "lamp")],
  ["[100% A]",       format("[%d%% %c]", 100, 65)],
  ["[ffffffff]",     format("[%x]", -1)]
];

var passed = 0;
for (var i = 0; i < cases.length; i++) {
  var want = cases[i][0], got = cases[i][1];
  if (want === got) { passed++; console.log(got); }
  else console.log("wanted " + want + " got " + got);
}
console.log(passed + " of " + cases.length + " as expected");
