// Getters and setters in literals and classes, by defineProperty, inherited and lazily replaced
const celsius = {
  degrees: 20,
  get fahrenheit() {
    return this.degrees * 1.8 + 32;
  },
  set fahrenheit(value) {
    this.degrees = Math.round((value - 32) / 1.8);
  },
};
celsius.fahrenheit = 212;
celsius.fahrenheit += 18;
console.log(celsius.degrees + " " + celsius.fahrenheit);

class Temperature {
  static #count = 0;
  #samples = [];
  static get count() { return Temperature.#count; }
  set sample(value) { this.#samples.push(value); Temperature.#count++; }
  get mean() {
    const sum = this.#samples.reduce((a, b) => a + b, 0);
    return this.#samples.length ? sum / this.#samples.length : 0;
  }
  get ["max" + "imum"]() { return Math.max(...this.#samples); }
}

const day = new Temperature();
day.sample = 14;
day.sample = day.mean + 8;
day.mean = 1000; // no setter: ignored
console.log(day.mean + " " + day.maximum + " " + Temperature.count + " " + typeof day.sample);

const heir = Object.create(celsius);
heir.fahrenheit = 32;
console.log(heir.degrees + " " + celsius.degrees + " " + Object.keys(heir).join());

let computed = 0;
const lazy = {};
Object.defineProperty(lazy, "value", {
  configurable: true,
  enumerable: true,
  get() {
    computed++;
    Object.defineProperty(this, "value", { value: "ready", writable: false });
    return "computing";
  },
});
console.log([lazy.value, lazy.value, lazy.value].join(" ") + " " + computed);

const descriptor = Object.getOwnPropertyDescriptor(celsius, "fahrenheit");
console.log(typeof descriptor.get + " " + descriptor.get.name + " " + descriptor.set.length);
console.log(descriptor.get.call({ degrees: 0 }) + " " + JSON.stringify(celsius));
