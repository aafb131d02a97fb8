// WeakMap, WeakSet and WeakRef: hidden data per object, cycle detection, caches
const secrets = new WeakMap();

class Person {
  constructor(name, secret) {
    this.name = name;
    secrets.set(this, { secret, reads: 0 });
  }
  reveal() {
    const hidden = secrets.get(this);
    hidden.reads++;
    return `${this.name}: ${hidden.secret} (${hidden.reads})`;
  }
}

const ida = new Person("Ida", "sings at night");
ida.reveal();
console.log(ida.reveal() + " " + Object.keys(ida).join());

function hasCycle(value, path = new WeakSet()) {
  if (typeof value !== "object" || value === null) return false;
  if (path.has(value)) return true;
  path.add(value);
  const found = Object.values(value).some(child => hasCycle(child, path));
  path.delete(value);
  return found;
}

const shared = { leaf: 1 };
const tree = { left: shared, right: { again: shared } };
console.log("shared " + hasCycle(tree));
tree.right.up = tree;
console.log("cycle " + hasCycle(tree));

const lengths = new WeakMap();
let computed = 0;
function totalLength(words) {
  if (!lengths.has(words)) {
    computed++;
    lengths.set(words, words.join("").length);
  }
  return lengths.get(words);
}
const words = ["one", "three", "eleven"];
console.log(totalLength(words) + totalLength(words) + " computed " + computed);
lengths.delete(words);
totalLength(words);
console.log("computed " + computed);

const ref = new WeakRef(tree);
console.log("alive " + (ref.deref() === tree));
const refused = [1, "text", null].filter(key => {
  try {
    secrets.set(key, 0);
    return false;
  } catch {
    return !secrets.has(key);
  }
});
console.log("refused " + refused.length);
