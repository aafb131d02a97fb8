// Numbers to Roman numerals and to English words and back again, in old style

var ROMAN = [
  [1000, "M"], [900, "CM"], [500, "D"], [400, "CD"],
  [100, "C"],  [90, "XC"],  [50, "L"],  [40, "XL"],
  [10, "X"],   [9, "IX"],   [5, "V"],   [4, "IV"],
  [1, "I"]
];

function toRoman(n) {
  var out = "";
  for (var i = 0; i < ROMAN.length; i++)
    while (n >= ROMAN[i][0]) { out += ROMAN[i][1]; n -= ROMAN[i][0]; }
  return out;
}

function fromRoman(text) {
  var total = 0, values = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  for (var i = 0; i < text.length; i++) {
    var here = values[text.charAt(i)], next = values[text.charAt(i + 1)] || 0;
    total += here < next ? -here : here;
  }
  return total;
}

var SMALL = ("zero one two three four five six seven eight nine ten eleven twelve " +
  "thirteen fourteen fifteen sixteen seventeen eighteen nineteen").split(" ");
var TENS = [, , "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
var SCALES = ["", " thousand", " million"];

function below1000(n) {
  if (n < 20) return SMALL[n];
  if (n < 100) return TENS[Math.floor(n / 10)] + (n % 10 ? "-" + SMALL[n % 10] : "");
  return SMALL[Math.floor(n / 100)] + " hundred" + (n % 100 ? " and " + below1000(n % 100) : "");
}

function toWords(n) {
  if (n === 0) return SMALL[0];
  if (n < 0) return "minus " + toWords(-n);
  var parts = [];
  for (var scale = 0; n > 0; scale++, n = Math.floor(n / 1000)) {
    var group = n % 1000;
    if (group) parts.unshift(below1000(group) + SCALES[scale]);
  }
  return parts.join(" ");
}

function fromWords(text) {
  var total = 0, group = 0, sign = 1;
  text.split(/[\s-]+/).forEach(function (word) {
    var at;
    if (word === "minus") sign = -1;
    else if (word === "and") { /* nothing to add */ }
    else if (word === "hundred") group *= 100;
    else if (word === "thousand") { total += group * 1000; group = 0; }
    else if (word === "million") { total += group * 1e6; group = 0; }
    else if ((at = SMALL.indexOf(word)) >= 0) group += at;
    else if ((at = TENS.indexOf(word)) >= 0) group += at * 10;
    else group = NaN;
  });
  return sign * (total + group);
}

var samples = [1, 4, 9, 14, 40, 90, 400, 1066, 1994, 2024, 3999];
console.log(samples.map(toRoman).join(" "));

var broken = 0;
for (var n = 1; n < 4000; n += 13) if (fromRoman(toRoman(n)) !== n) broken++;
console.log("roman round trips broken: " + broken);

[0, 13, 21, 100, 342, -1001, 7000019, 999999].forEach(function (n) {
  var words = toWords(n);
  console.log(words + (fromWords(words) === n ? "" : " !!"));
});

var letters = 0;
for (n = 1; n <= 100; n++) letters += toWords(n).replace(/[^a-z]/g, "").length;
console.log("letters from one to hundred: " + letters);
console.log("nonsense is a number: " + (fromWords("umpteen") === fromWords("umpteen")));
