// Private methods, private accessors and private static members
class Thermometer {
  #celsius = 0;
  static #made = 0;
  static #limits = { low: -273.15, high: 1000 };

  static #check(value) {
    const { low, high } = Thermometer.#limits;
    return Math.min(high, Math.max(low, value));
  }

  static get made() {
    return Thermometer.#made;
  }

  constructor(celsius) {
    this.#value = celsius;
    Thermometer.#made++;
  }

  get #value() {
    return this.#celsius;
  }

  set #value(next) {
    this.#celsius = Thermometer.#check(next);
  }

  #convert(factor, offset) {
    return this.#value * factor + offset;
  }

  get fahrenheit() {
    return this.#convert(9 / 5, 32);
  }

  get kelvin() {
    return Math.round(this.#convert(1, 273.15));
  }

  warm(by) {
    this.#value += by;
    this.#value++;
    return this;
  }

  warmerThan(other) {
    return this.#value > other.#value;
  }
}
const a = new Thermometer(20);
const b = new Thermometer(-5000);
console.log(`${a.fahrenheit} ${a.kelvin} ${b.kelvin}`);
console.log(`${a.warm(4).fahrenheit} ${a.warmerThan(b)} ${b.warmerThan(a)}`);
console.log(`made ${Thermometer.made}, keys ${Object.getOwnPropertyNames(a).length}`);
try {
  a.warmerThan({});
} catch (e) {
  console.log("stranger: " + (e instanceof TypeError));
}
