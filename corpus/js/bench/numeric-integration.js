// Numerical methods: integration rules, root finding, a differential equation, least squares

const functions = {
  square: { f: x => x * x, from: 0, to: 3, exact: 9 },
  reciprocal: { f: x => 1 / x, from: 1, to: 2, exact: Math.LN2 },
  circle: { f: x => 4 / (1 + x * x), from: 0, to: 1, exact: Math.PI },
};

const rules = {
  midpoint(f, a, b, n) {
    const h = (b - a) / n;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += f(a + (i + 0.5) * h);
    return sum * h;
  },
  trapezoid(f, a, b, n) {
    const h = (b - a) / n;
    let sum = (f(a) + f(b)) / 2;
    for (let i = 1; i < n; i++) sum += f(a + i * h);
    return sum * h;
  },
  simpson(f, a, b, n) {
    const h = (b - a) / n;
    let sum = f(a) + f(b);
    for (let i = 1; i < n; i++) sum += (i % 2 ? 4 : 2) * f(a + i * h);
    return sum * h / 3;
  },
};

for (const [name, { f, from, to, exact }] of Object.entries(functions)) {
  const errors = Object.keys(rules).map(rule => {
    const error = Math.abs(rules[rule](f, from, to, 20) - exact);
    return `${rule} ${error < 1e-12 ? "0" : error.toExponential(2)}`;
  });
  console.log(`${name}: ${errors.join(", ")}`);
}

function newton(f, derivative, x) {
  let rounds = 0;
  for (; rounds < 50; rounds++) {
    const next = x - f(x) / derivative(x);
    if (Math.abs(next - x) < 1e-12) break;
    x = next;
  }
  return { x, rounds };
}

function bisect(f, low, high) {
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (f(low) * f(middle) <= 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

const cubic = x => x ** 3 - 2 * x - 5;
const root = newton(cubic, x => 3 * x ** 2 - 2, 2);
console.log(`newton ${root.x.toFixed(9)} in ${root.rounds}`);
console.log(`bisect ${bisect(cubic, 2, 3).toFixed(7)}`);

// Runge-Kutta of fourth order on y' = y - t*t + 1, y(0) = 0.5, whose solution is known
function rungeKutta(slope, t, y, h, steps) {
  while (steps-- > 0) {
    const k1 = slope(t, y);
    const k2 = slope(t + h / 2, y + h * k1 / 2);
    const k3 = slope(t + h / 2, y + h * k2 / 2);
    const k4 = slope(t + h, y + h * k3);
    y += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
    t += h;
  }
  return y;
}

const reached = rungeKutta((t, y) => y - t * t + 1, 0, 0.5, 0.125, 16);
const known = (2 + 1) ** 2 - 0.5 * Math.exp(2);
console.log(`runge-kutta ${reached.toFixed(4)}, known ${known.toFixed(4)}`);

const points = [[1, 2.1], [2, 3.9], [3, 6.2], [4, 7.8], [5, 10.1]];
const fit = (() => {
  let n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const [x, y] of points) {
    n++; sx += x; sy += y;
    sxx += x * x; sxy += x * y;
  }
  const slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return { slope, offset: (sy - slope * sx) / n };
})();
console.log(`line ${fit.slope.toFixed(3)} x + ${fit.offset.toFixed(3)}`);
