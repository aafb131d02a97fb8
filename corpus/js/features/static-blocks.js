// Static fields, static methods, static blocks and their order, with this meaning the class
const order = [];
let peek;

class Registry {
  static entries = (order.push("field"), new Map());
  static #secret = 41;

  static {
    order.push("block one");
    this.version = 1 + Registry.entries.size;
    for (const key of ["red", "green"]) {
      const length = key.length;
      this.entries.set(key, length);
    }
  }

  static count = (order.push("count"), this.entries.size);

  static {
    order.push("block two");
    var local = this.count * 10;
    peek = () => ++Registry.#secret;
    try {
      throw local;
    } catch (n) {
      this.limit = n;
    }
  }

  static register(key, value) {
    this.entries.set(key, value);
    return this;
  }

  static get summary() {
    return [...this.entries].map(([k, v]) => k + "=" + v).join(" ");
  }
}

class Child extends Registry {
  static own = super.summary.length;
}

console.log(order.join(", "));
console.log(Registry.version + " " + Registry.count + " " + Registry.limit + " " + typeof local);
console.log(Registry.register("blue", 4).summary);
console.log(peek() + " " + peek());
console.log(Child.own + " " + Child.summary.length + " " + Object.hasOwn(Child, "entries"));
