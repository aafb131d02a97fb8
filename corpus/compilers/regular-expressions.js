// Programs on regular expressions, each after a line with its name.

//// regex-sticky
var log = [];
var r = /a/y;
r.lastIndex = 1;
log.push(r.test('ba'), r.lastIndex, r.flags, r.sticky);

//// regex-unicode
var log = [];
log.push(/^.$/u.test('𝒳'), /\u{1d4b3}/u.test('𝒳'), /[𝒳]/u.test('𝒳'), /\p{L}/u.test('é'), /^\S$/u.test('𝒳'), /[^a]/u.exec('𝒳')[0].length);

//// regex-unicode-flags
var log = [];
log.push(/a/u.flags, /a/u.unicode, /a/s.dotAll, /a/s.flags, /./s.test('\n'), /a/d.hasIndices);

//// regex-named
var log = [];
var m = /(?<y>\d+)-(?<m>\d+)/.exec('12-34');
log.push(m.groups.y, m.groups.m, '12-34'.replace(/(?<y>\d+)-(?<m>\d+)/, '$<m>/$<y>'));

//// regex-named-backref
var log = [];
log.push(/(?<a>.)\k<a>/.test('xx'), /(?<a>.)\k<a>/.test('xy'));

//// regex-lookbehind
var log = [];
log.push(/(?<=a)b/.test('ab'), /(?<!a)b/.test('ab'));

//// regex-literal-identity
var log = [];
function f() {
  return /a/g;
}
log.push(f() === f());
var r = [];
for (var i = 0; i < 2; i++) {
  var x = /a/g;
  x.test('a');
  r.push(x.lastIndex);
}
log.push(r.join());

//// regex-v
var log = [];
log.push(/[\p{L}--[a-z]]/v.test('a'), /[\p{L}--[a-z]]/v.test('A'), /[[a-z]&&[aeiou]]/v.test('b'));

//// regex-case-unicode
var log = [];
log.push(/\w/iu.test('ſ'), /[\w]/iu.test('K'), /\W/iu.test('S'));

//// regex-dup-named
var log = [];
try {
  var r = new RegExp('(?<a>x)|(?<a>y)');
  log.push(r.exec('y').groups.a);
} catch (e) {
  log.push(e.name);
}

//// regex-named-matchall
var log = [];
log.push([...'a1b2'.matchAll(/(?<l>[a-z])(?<d>\d)/g)].map(m => m.groups.l + m.groups.d).join());

//// regex-named-split-replacefn
var log = [];
log.push('ab'.replace(/(?<x>a)/, (...a) => JSON.stringify(a[a.length - 1])));

//// regex-match-match-unicode-sticky
var log = [];
var r = /\u{61}/yu;
r.lastIndex = 0;
log.push(r.exec('aa').index, r.lastIndex, r.source);

//// regex-div
var log = [];
var g=2,i=1;log.push(4/g/i,[4]/2/i,(4)/2/i);var x=1;x
/g/i
log.push(x++/2,+/1/.test('1'),!/a/.test('b'),typeof /a/,{}/1);
