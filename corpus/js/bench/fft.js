// Fast Fourier transform, radix two, in place, checked against the slow sum and by inversion

// The last digits of Math.cos and Math.sin are each engine's own
function cos(angle) { return Math.round(Math.cos(angle) * 0x10000000000) / 0x10000000000; }
function sin(angle) { return Math.round(Math.sin(angle) * 0x10000000000) / 0x10000000000; }

function bitReverse(re, im) {
  var n = re.length, j = 0, k, t;
  for (var i = 0; i < n - 1; i++) {
    if (i < j) {
      t = re[i]; re[i] = re[j]; re[j] = t;
      t = im[i]; im[i] = im[j]; im[j] = t;
    }
    k = n >> 1;
    while (k <= j) { j -= k; k >>= 1; }
    j += k;
  }
}

// sign is -1 for the forward transform, +1 for the inverse one
function transform(re, im, sign) {
  var n = re.length;
  bitReverse(re, im);

  for (var half = 1; half < n; half *= 2) {
    var angle = sign * Math.PI / half;
    for (var k = 0; k < half; k++) {
      var wr = cos(angle * k), wi = sin(angle * k);
      for (var a = k; a < n; a += 2 * half) {
        var b = a + half;
        var tr = wr * re[b] - wi * im[b];
        var ti = wr * im[b] + wi * re[b];
        re[b] = re[a] - tr; im[b] = im[a] - ti;
        re[a] += tr;        im[a] += ti;
      }
    }
  }

  if (sign > 0)
    for (var i = 0; i < n; i++) { re[i] /= n; im[i] /= n; }
}

function slowTransform(re, im) {
  var n = re.length, outRe = [], outIm = [];
  for (var k = 0; k < n; k++) {
    var sr = 0, si = 0;
    for (var t = 0; t < n; t++) {
      var angle = -2 * Math.PI * k * t / n;
      sr += re[t] * cos(angle) - im[t] * sin(angle);
      si += re[t] * sin(angle) + im[t] * cos(angle);
    }
    outRe.push(sr);
    outIm.push(si);
  }
  return [outRe, outIm];
}

function worst(a, b) {
  var w = 0;
  for (var i = 0; i < a.length; i++) w = Math.max(w, Math.abs(a[i] - b[i]));
  return w;
}

var SIZE = 32;
var signal = [], zeros = [];
for (var i = 0; i < SIZE; i++) {
  signal.push((i % 8) - 3 + (i & 16 ? 2 : 0));
  zeros.push(0);
}

var re = signal.slice(), im = zeros.slice();
var slow = slowTransform(signal, zeros);
transform(re, im, -1);

console.log("matches slow sum: " + (worst(re, slow[0]) < 1e-9 && worst(im, slow[1]) < 1e-9));

for (var bin = 0; bin <= 8; bin++) {
  var power = Math.sqrt(re[bin] * re[bin] + im[bin] * im[bin]);
  console.log("bin " + bin + ": " + power.toFixed(3));
}

transform(re, im, +1);
console.log("inverse restores: " + (worst(re, signal) < 1e-9));
