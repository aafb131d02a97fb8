// Symbols as keys: hidden from most listings, registered globally, with descriptions
const id = Symbol("id");
const other = Symbol("id");
const record = { name: "row", [id]: 7, [Symbol.for("shared")]: "everywhere" };

console.log("different " + (id !== other) + ", has own " + (id in record));
console.log(Object.keys(record).join() + " " + JSON.stringify(record));
console.log(Object.getOwnPropertySymbols(record).map(s => s.description).join());
console.log(Reflect.ownKeys(record).length + " " + Object.entries({ ...record }).length);

const again = Symbol.for("shared");
console.log(record[again] + " " + Symbol.keyFor(again) + " " + typeof Symbol.keyFor(id));
console.log(id.toString() + " " + String(Symbol()) + " " + typeof Symbol().description);

const enumLike = Object.freeze({
  NORTH: Symbol("north"),
  SOUTH: Symbol("south"),
});

function opposite(direction) {
  switch (direction) {
    case enumLike.NORTH: return enumLike.SOUTH;
    case enumLike.SOUTH: return enumLike.NORTH;
    default: return null;
  }
}
console.log(opposite(enumLike.NORTH).description + " " + opposite("north"));

const boxed = Object(id);
console.log(typeof boxed + " " + (boxed == id) + " " + record[boxed]);

const failures = [() => id + "", () => +id, () => new Symbol()].map(attempt => {
  try {
    attempt();
    return "fine";
  } catch (e) {
    return e.name;
  }
});
console.log(failures.join(" "));

const hidden = Symbol("hidden");
class Guarded {
  [hidden] = 1;
  static count(object) { return object[hidden] ?? 0; }
}
console.log(Guarded.count(new Guarded()) + " " + Guarded.count({}));
