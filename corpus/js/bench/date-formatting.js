// Calendar arithmetic and date formatting in UTC, from fixed dates only

var MONTHS = [
  "January", "February", "March", "April",
  "May", "June", "July", "August",
  "September", "October", "November", "December"
];
var DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
var DAY = 24 * 60 * 60 * 1000;

function two(n) { return (n < 10 ? "0" : "") + n; }

function ordinal(n) {
  if (n % 100 >= 11 && n % 100 <= 13) return n + "th";
  switch (n % 10) {
    case 1: return n + "st";
    case 2: return n + "nd";
    case 3: return n + "rd";
  }
  return n + "th";
}

// Each letter of a pattern stands for one piece of the date.
var pieces = {
  Y: function (d) { return d.getUTCFullYear(); },
  m: function (d) { return two(d.getUTCMonth() + 1); },
  F: function (d) { return MONTHS[d.getUTCMonth()]; },
  d: function (d) { return two(d.getUTCDate()); },
  S: function (d) { return ordinal(d.getUTCDate()); },
  l: function (d) { return DAYS[d.getUTCDay()]; },
  H: function (d) { return two(d.getUTCHours()); },
  g: function (d) { return d.getUTCHours() % 12 || 12; },
  a: function (d) { return d.getUTCHours() < 12 ? "am" : "pm"; },
  i: function (d) { return two(d.getUTCMinutes()); },
  s: function (d) { return two(d.getUTCSeconds()); },
  z: dayOfYear,
  W: isoWeek
};

function formatDate(date, pattern) {
  var out = "";
  for (var i = 0; i < pattern.length; i++) {
    var c = pattern.charAt(i);
    if (c === "\\") { out += pattern.charAt(++i); continue; }
    out += pieces.hasOwnProperty(c) ? pieces[c](date) : c;
  }
  return out;
}

function dayOfYear(d) {
  return Math.floor((d - Date.UTC(d.getUTCFullYear(), 0, 1)) / DAY);
}

function isoWeek(d) {
  // the week belongs to the year of its Thursday
  var thursday = new Date(d.getTime() + (3 - (d.getUTCDay() + 6) % 7) * DAY);
  return 1 + Math.floor(dayOfYear(thursday) / 7);
}

function isLeap(year) { return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1; }

function easter(year) {
  var a = year % 19, b = Math.floor(year / 100), c = year % 100;
  var d = Math.floor(b / 4), e = b % 4, f = Math.floor((b + 8) / 25);
  var g = Math.floor((b - f + 1) / 3), h = (19 * a + b - d - g + 15) % 30;
  var i = Math.floor(c / 4), k = c % 4, l = (32 + 2 * e + 2 * i - h - k) % 7;
  var m = Math.floor((a + 11 * h + 22 * l) / 451);
  var n = h + l - 7 * m + 114;
  return new Date(Date.UTC(year, Math.floor(n / 31) - 1, n % 31 + 1));
}

var stamps = [
  Date.UTC(1969, 6, 20, 20, 17, 40),
  Date.UTC(2000, 1, 29, 0, 5, 9),
  Date.UTC(2021, 0, 3, 12, 0, 0),
  0
];
for (var s = 0; s < stamps.length; s++) {
  var date = new Date(stamps[s]);
  console.log(formatDate(date, "l, F S Y, g:i a (\\d\\a\\y z, week W)"));
  console.log(formatDate(date, "Y-m-dTH:i:s") + " " + (date.toISOString().indexOf(formatDate(date, "Y-m-dTH:i:s")) === 0));
}

var leaps = [1900, 2000, 2023, 2024, 2100].filter(isLeap);
console.log("leap: " + leaps.join(" "));
console.log("easter: " + [1999, 2016, 2024].map(easter).map(function (d) { return formatDate(d, "m/d"); }).join(" "));

var fridays = 0;
for (var month = 0; month < 48; month++)
  if (new Date(Date.UTC(2020, month, 13)).getUTCDay() === 5) fridays++;
console.log("Friday the 13ths in four years: " + fridays);
console.log("days between: " + (Date.UTC(2024, 2, 1) - Date.UTC(2024, 1, 1)) / DAY);
