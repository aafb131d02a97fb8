// Methods, with each kind of parameter list and a function inside

const things = {
  plain(first, second) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + second;
    return inner(sum);
  },

  filled(first, second = first + 1) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    return made;
  },

  rested(first, ...others) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + others.length;
    return inner(sum);
  },

  object({ first, second }) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    return made;
  },

  renamed({ first: left, second: right = 9 }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + right;
    return inner(sum);
  },

  array([first, second]) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    return made;
  },

  nested({ first: [left], second: { deep } }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + deep;
    return inner(sum);
  },
};

console.log(things.plain(3, 4));
console.log(things.filled(3));
console.log(things.rested(3, 4, 5));
console.log(things.object({ first: 3, second: 4 }));
console.log(things.renamed({ first: 3 }));
console.log(things.array([3, 4]));
console.log(things.nested({ first: [3], second: { deep: 4 } }));
