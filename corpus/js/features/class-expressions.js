// Class expressions, mixins, classes in loops and maps, methods borrowed and bound, extending null
const Named = class Inner {
  static self() { return Inner === Named; }
  whoami() { return Inner.name + "/" + this.constructor.name; }
};
console.log(Named.self() + " " + new Named().whoami() + " " + typeof Inner);

const Flying = Base => class extends Base {
  fly() { return this.name + " flies"; }
  abilities() { return [...(super.abilities?.() ?? []), "fly"]; }
};
const Swimming = Base => class extends Base {
  swim() { return this.name + " swims"; }
  abilities() { return [...(super.abilities?.() ?? []), "swim"]; }
};

class Animal {
  constructor(name) { this.name = name; }
}
class Duck extends Flying(Swimming(Animal)) {
  abilities() { return [...super.abilities(), "quack"]; }
}
const duck = new Duck("Dot");
console.log(duck.fly() + ", " + duck.swim() + ", " + duck.abilities().join("+"));

const shapes = {};
for (const [kind, corners] of [["triangle", 3], ["square", 4]]) {
  shapes[kind] = class {
    static corners = corners;
    get angleSum() { return (this.constructor.corners - 2) * 180; }
  };
}
console.log(Object.entries(shapes).map(([kind, Shape]) => kind + " " + new Shape().angleSum).join(", "));

const point = new class { x = 1; y = this.x + 1; }();
console.log(point.x + point.y);

class Button {
  label = "ok";
  bound = this.click.bind(this);
  click() { return this?.label ?? "no this"; }
}
const { click, bound } = new Button();
console.log(click() + " " + bound() + " " + typeof Button + " " + Object.keys(Button.prototype).length);

class Bare extends null {
  static make() { return Object.create(Bare.prototype); }
}
console.log("toString" in Bare.make() ? "has toString" : "no toString");
let failures = "";
for (const attempt of [() => Button(), () => new Bare(), () => class extends 5 {}]) {
  try { attempt(); } catch (e) { failures += e.name[0]; }
}
console.log(failures);
