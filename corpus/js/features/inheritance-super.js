// Inheritance: super calls, super properties in methods, statics and plain objects
class Shape {
  constructor(name) {
    this.name = name;
    this.created = this.describe();
  }
  describe() { return "a shape called " + this.name; }
  area() { return 0; }
  static compare(a, b) { return a.area() - b.area(); }
  static create(...args) { return new this(...args); }
}

class Rectangle extends Shape {
  constructor(width, height, name = "rectangle") {
    super(name);
    Object.assign(this, { width, height });
  }
  area() { return this.width * this.height; }
  describe() {
    const base = super.describe();
    return `${base}, ${this.width ?? "?"} wide`;
  }
}

class Square extends Rectangle {
  constructor(side) {
    const double = (() => side * 1)();
    super(double, double, "square");
  }
  area() { return super.area(); }
  static create(side) { return super.create(side * 2); }
}

const shapes = [Square.create(3), Rectangle.create(2, 5), new Shape("blob")];
shapes.sort(Shape.compare);
for (const shape of shapes) {
  console.log(`${shape.constructor.name}: ${shape.area()}; ${shape.created}; ${shape.describe()}`);
}

const elder = { greet() { return "hello from " + this.id; } };
const child = {
  __proto__: elder,
  id: "child",
  greet() { return super.greet() + "!"; },
};
console.log(child.greet());

class Broken extends Shape {
  constructor() {
    try { this.x = 1; } catch (e) { super("late"); this.error = e.name; }
  }
}
console.log(new Broken().error);

class Stack extends Array {
  get top() { return this[this.length - 1]; }
}
const stack = Stack.of(1, 2, 3).map(n => n * n);
console.log(stack.top + " " + (stack instanceof Stack) + " " + stack.length);
