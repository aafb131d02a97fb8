// Generators that are methods, with each kind of parameter list and a function inside

const things = {
  *plain(first, second) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + second;
    yield inner(sum);
  },

  *filled(first, second = first + 1) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    yield made;
  },

  *rested(first, ...others) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + others.length;
    yield inner(sum);
  },

  *object({ first, second }) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    yield made;
  },

  *renamed({ first: left, second: right = 9 }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + right;
    yield inner(sum);
  },

  *array([first, second]) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    yield made;
  },

  *nested({ first: [left], second: { deep } }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + deep;
    yield inner(sum);
  },
};

console.log(things.plain(3, 4).next().value);
console.log(things.filled(3).next().value);
console.log(things.rested(3, 4, 5).next().value);
console.log(things.object({ first: 3, second: 4 }).next().value);
console.log(things.renamed({ first: 3 }).next().value);
console.log(things.array([3, 4]).next().value);
console.log(things.nested({ first: [3], second: { deep: 4 } }).next().value);
