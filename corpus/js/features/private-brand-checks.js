// Brand checks with #field in object, and a private field stamped on a foreign object
class Point {
  #x;
  #y;
  constructor(x, y) {
    this.#x = x;
    this.#y = y;
  }
  static isPoint(value) {
    return value !== null && typeof value === "object" && #x in value;
  }
  equals(other) {
    return #y in other && this.#x === other.#x && this.#y === other.#y;
  }
}

const fake = Object.create(Point.prototype);
const candidates = [new Point(1, 2), fake, {}, null, "text"];
console.log(candidates.map(v => Point.isPoint(v)).join(" "));
console.log("instanceof is fooled: " + (fake instanceof Point));
console.log("equal: " + new Point(1, 2).equals(candidates[0]) + " " + candidates[0].equals(fake));

// A base that returns any object lets a class stamp its private field on it.
class Returner {
  constructor(object) {
    return object;
  }
}

class Stamp extends Returner {
  #mark = "stamped";
  static read(object) {
    return #mark in object ? object.#mark : "blank";
  }
}

const stranger = { name: "stranger" };
const before = Stamp.read(stranger);
new Stamp(stranger);
console.log(before + " then " + Stamp.read(stranger) + ", keys " + Object.keys(stranger).join());

let twice = "allowed";
try {
  new Stamp(stranger);
} catch (e) {
  twice = e instanceof TypeError ? "refused" : "odd";
}
console.log("twice " + twice);
