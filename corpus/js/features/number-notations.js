// Exponent operator, numeric separators, other bases, rounding, formatting and parsing
console.log(2 ** 10, (-2) ** 3, 2 ** 3 ** 2, 2 ** -1);
let grow = 3;
grow **= 3;
console.log(grow, 1_000_000, 0xff_ff, 0b1010_1010, 0o7_7, 1_0.5e1_0);

const oddOnes = [0.1 + 0.2, 1e21, 1e-7, 123456789012345680000, 5e-324, 1 / 3];
console.log(oddOnes.join(" "));
console.log((0.000001234).toString() + " " + (1234.5678).toFixed(2) + " " + (8.345).toFixed(1) + " " + (1e21).toFixed(2));
console.log((1234.5678).toExponential(2) + " " + (1234.5678).toPrecision(6) + " " + (255).toString(16) + " " + (-7.5).toString(2));

console.log(Number.EPSILON > 0 && Math.abs(0.1 + 0.2 - 0.3) < Number.EPSILON ? "close" : "far");
console.log([1.5, 2.5, -1.5, -0.5].map(Math.round).map(n => (Object.is(n, -0) ? "-0" : n)).join(" "));
console.log([Math.trunc(-4.7), Math.sign(-3), Math.cbrt(27), Math.hypot(3, 4), Math.log2(8), Math.clz32(1), Math.imul(0xffffffff, 5)].join(" "));

const inputs = ["42", " 42 ", "42px", "", "0x1F", "1e3", "1_000", ".5", "Infinity", "-"];
for (const parse of [Number, parseInt, parseFloat]) {
  console.log(parse.name + " " + inputs.map(text => parse(text)).join(" "));
}

const checks = [5, 5.5, NaN, Infinity, "5", 2 ** 53];
console.log(checks.map(v => [Number.isInteger(v), Number.isSafeInteger(v), Number.isFinite(v), isNaN(v)].map(Number).join("")).join(" "));
console.log([7 % 3, -7 % 3, 7 % -3, 5.5 % 2, -1 >>> 0, 2 ** 32 >> 0, 5 / 0, ~~-3.7].join(" "));
