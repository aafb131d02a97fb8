// A tiny ray tracer over three spheres, drawn in characters, with vectors as plain arrays

const vec = {
  add: (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
  sub: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  scale: (a, k) => a.map(x => x * k),
  dot: ([ax, ay, az], [bx, by, bz]) => ax * bx + ay * by + az * bz,
  unit(a) { return vec.scale(a, 1 / Math.sqrt(vec.dot(a, a))); },
};

const scene = [
  { centre: [0, 0, 6], radius: 2, bright: 1 },
  { centre: [2.5, 1, 5], radius: 1, bright: 0.7 },
  { centre: [-3, -1, 8], radius: 1.5, bright: 0.85 },
];
const light = vec.unit([-1, 1, -1]);
const RAMP = ".,:;ox%#@";

function hit(sphere, origin, direction) {
  const toCentre = vec.sub(sphere.centre, origin);
  const along = vec.dot(toCentre, direction);
  if (along < 0) return Infinity;
  const missSquared = vec.dot(toCentre, toCentre) - along * along;
  const room = sphere.radius * sphere.radius - missSquared;
  if (room < 0) return Infinity;
  return along - Math.sqrt(room);
}

function nearest(origin, direction) {
  let best = { distance: Infinity, sphere: null };
  for (const sphere of scene) {
    const distance = hit(sphere, origin, direction);
    if (distance > 1e-4 && distance < best.distance) best = { distance, sphere };
  }
  return best;
}

function shadeOf(origin, direction) {
  const { distance, sphere } = nearest(origin, direction);
  if (!sphere) return null;
  const point = vec.add(origin, vec.scale(direction, distance));
  const normal = vec.unit(vec.sub(point, sphere.centre));
  const facing = Math.max(0, vec.dot(normal, light));
  const shadowed = nearest(point, light).sphere !== null;
  return sphere.bright * (0.1 + (shadowed ? 0 : 0.85 * facing));
}

const WIDTH = 40, HEIGHT = 16;
let hits = 0;
for (let row = 0; row < HEIGHT; row++) {
  let line = "";
  for (let column = 0; column < WIDTH; column++) {
    const x = (column - WIDTH / 2 + 0.5) / 20;
    const y = (HEIGHT / 2 - row - 0.5) / 12;
    const shade = shadeOf([0, 0, 0], vec.unit([x, y, 1.25]));
    if (shade === null) {
      line += " ";
    } else {
      hits++;
      line += RAMP[Math.min(RAMP.length - 1, Math.floor(shade * RAMP.length))];
    }
  }
  console.log(("|" + line).trimEnd());
}
console.log("hits " + hits + " of " + WIDTH * HEIGHT);
