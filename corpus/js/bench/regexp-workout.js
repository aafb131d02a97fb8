// Regular expressions over generated text: scanning a log, rewriting, validating, splitting

var LOG = [];
var levels = ["info", "warn", "error"], hosts = ["alpha", "beta", "gamma"];
(function () {
  var seed = 5;
  function rnd(n) { seed = (seed * 211 + 1663) % 7875; return Math.floor(seed * n / 7875); }
  for (var i = 0; i < 40; i++) {
    LOG.push("[" + (100 + i) + "] " + levels[rnd(3)] + " host=" + hosts[rnd(3)] +
      " took " + rnd(900) + "ms" + (rnd(4) ? "" : " path=/item/" + rnd(50) + "/edit"));
  }
})();

var LINE = /^\[(\d+)\]\s+(info|warn|error)\s+host=(\w+)\s+took\s+(\d+)ms(?:\s+path=(\S+))?$/;

var totals = {}, paths = [], unmatched = 0;
for (var i = 0; i < LOG.length; i++) {
  var m = LINE.exec(LOG[i]);
  if (!m) { unmatched++; continue; }
  var key = m[3] + "." + m[2];
  totals[key] = (totals[key] || 0) + Number(m[4]);
  if (m[5] !== undefined) paths.push(m[5]);
}
console.log("unmatched " + unmatched);
console.log(Object.keys(totals).sort().map(function (k) { return k + "=" + totals[k]; }).join(" "));
console.log("paths " + paths.length + " numbers " + paths.join(" ").match(/\d+/g).join(","));

// case conversions by replacement functions
function camel(s)  { return s.replace(/[-_\s]+(.)/g, function (_, c) { return c.toUpperCase(); }); }
function kebab(s)  { return s.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase(); }
function title(s)  { return s.replace(/\b[a-z]/g, function (c) { return c.toUpperCase(); }); }
function commas(n) { return String(n).replace(/\B(?=(\d{3})+$)/g, ","); }
console.log([camel("border-top_left radius"), kebab("maxRetryCount2Go"), title("the old mill"), commas(1234567)].join(" | "));

var validators = {
  colour: /^#(?:[0-9a-f]{3}){1,2}$/i,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  number: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i,
  doubled: /(\b\w+\b)\s+\1\b/
};
var inputs = ["#FFF", "#12345", "23:59", "24:00", "-1.5e10", ".", "that that", "#a1B2c3"];
for (var kind in validators) {
  var accepted = inputs.filter(function (s) { return validators[kind].test(s); });
  console.log(kind + ": " + (accepted.join(" & ") || "none"));
}

console.log("a1b22c333".split(/(\d+)/).join("/"));
console.log("one, two;three ,four".split(/\s*[,;]\s*/).join("|"));

// a sticky walk by lastIndex
var word = /([a-z]+)|(\d+)|(\s+)/g, kinds = "", match;
while ((match = word.exec("abc 12 def345")) !== null) {
  kinds += match[1] ? "w" : match[2] ? "n" : "_";
}
console.log("kinds " + kinds + ", lastIndex back at " + word.lastIndex);

// nested quantifiers, lazy and greedy
var html = "<b>bold</b> and <b>more</b>";
console.log(html.match(/<b>.*<\/b>/)[0].length + " " + html.match(/<b>.*?<\/b>/)[0].length);
console.log(html.replace(/<(\/?)b>/g, "[$1strong]"));
