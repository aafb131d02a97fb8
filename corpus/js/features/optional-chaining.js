// Optional chaining and nullish coalescing: short circuits, calls, keys, deletion
const garden = {
  beds: [{ plant: { name: "basil", water: 0 } }, { plant: null }, {}],
  sprinkler: { on() { return this.level ?? "no level"; } },
  label: "",
};

for (const bed of garden.beds) {
  console.log((bed.plant?.name ?? "empty") + " " + (bed.plant?.water ?? "dry") + " " + (bed.plant?.water || "falsy"));
}

let evaluated = 0;
const key = () => (evaluated++, "deep");
console.log(typeof garden.shed?.[key()].even.deeper + " evaluated " + evaluated);
console.log(typeof garden?.["sprinkler"]?.[key()]?.x + " evaluated " + evaluated);

console.log(garden.sprinkler.on?.() + ", " + garden.sprinkler.off?.() + ", " + garden.missing?.off());
console.log((garden.label ?? "unnamed").length + " " + (garden.label || "unnamed"));
console.log(delete garden?.label + " " + delete garden.nothing?.at.all + " " + ("label" in garden));

const call = (fn, ...args) => fn?.(...args) ?? "no result";
console.log(call(null, 1) + " " + call(Math.max, 1, 4) + " " + call(() => {}));

try {
  (garden.shed?.door).handle;
} catch (e) {
  console.log("brackets end the chain: " + (e instanceof TypeError));
}
try {
  garden.label?.trim.nothing();
  garden.beds.map?.(5);
} catch (e) {
  console.log("not a function: " + (e instanceof TypeError));
}

const zero = 0;
console.log((zero ?? 5) + (null ?? (undefined ?? 7)) + (zero?.toFixed(1) ?? "x"));
console.log(garden.beds?.length > 2 ? "many" : "few", zero ?.5 : 1);
