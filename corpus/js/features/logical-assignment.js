// Logical assignment: &&=, ||= and ??=, with short circuits that leave setters alone
const log = [];
const settings = {
  values: { volume: 0, theme: "dark", retries: null },
  get volume() { log.push("get"); return this.values.volume; },
  set volume(v) { log.push("set " + v); this.values.volume = v; },
};

settings.volume ??= 5;
settings.volume ||= 6;
settings.volume &&= settings.values.volume + 1;
settings.volume ||= 100;
console.log(log.join(", ") + " -> " + settings.values.volume);

let evaluated = 0;
const costly = value => (evaluated++, value);
let { retries, theme } = settings.values;
retries ??= costly(3);
retries ??= costly(4);
theme ||= costly("light");
theme &&= costly(theme.toUpperCase());
console.log(retries + " " + theme + " evaluated " + evaluated);

const groups = {};
for (const word of ["ant", "bee", "asp", "bug", "cow"]) {
  (groups[word[0]] ??= []).push(word);
}
console.log(Object.entries(groups).map(([k, v]) => k + ":" + v.join("+")).join(" "));

let key = 0;
const list = [undefined, 0, "x"];
list[key++] ??= "filled";
list[key++] ||= "replaced";
list[key++] &&= "kept truth";
console.log(list.join(" ") + " key " + key);

const frozen = Object.freeze({ present: 1 });
frozen.present ||= 2;
const constant = "c";
constant ||= "never";
try {
  constant &&= "always";
} catch (e) {
  console.log(e.name + " " + constant);
}

class Lazy {
  #value;
  get value() { return (this.#value ??= costly("made")); }
}
const lazy = new Lazy();
console.log(lazy.value + " " + lazy.value + " evaluated " + evaluated);
let anonymous = null;
anonymous ??= () => {};
console.log(anonymous.name);
