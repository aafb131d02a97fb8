// new.target in functions, classes, arrows and Reflect.construct
function Maker(label) {
  if (!new.target) return new Maker(label + " (rescued)");
  this.label = label;
  this.by = new.target === Maker ? "direct" : new.target.name;
  this.check = () => new.target !== undefined;
}

console.log(new Maker("a").label + " / " + Maker("b").label);
console.log("arrow sees it: " + new Maker("c").check());

class Abstract {
  constructor() {
    if (new.target === Abstract) throw new TypeError("abstract");
    this.kind = new.target.kind ?? "plain";
  }
}

class Concrete extends Abstract {
  static kind = "concrete";
}
class Deeper extends Concrete {}

for (const Kind of [Abstract, Concrete, Deeper]) {
  try {
    const made = new Kind();
    console.log(Kind.name + " " + made.kind);
  } catch (e) {
    console.log(Kind.name + " " + e.name);
  }
}

const odd = Reflect.construct(Maker, ["d"], Deeper);
console.log(odd.by + " " + (odd instanceof Maker) + " " + (odd instanceof Deeper));

const method = {
  probe() { return typeof new.target; },
};
console.log(method.probe() + " " + (() => { function f() { return typeof new.target; } return f(); })());
