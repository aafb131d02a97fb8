// Asynchronous methods, with each kind of parameter list and a function inside

const things = {
  async plain(first, second) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + second;
    return inner(sum);
  },

  async filled(first, second = first + 1) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    return made;
  },

  async rested(first, ...others) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + others.length;
    return inner(sum);
  },

  async object({ first, second }) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    return made;
  },

  async renamed({ first: left, second: right = 9 }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + right;
    return inner(sum);
  },

  async array([first, second]) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    return made;
  },

  async nested({ first: [left], second: { deep } }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + deep;
    return inner(sum);
  },
};

const show = async () => {
  console.log(await things.plain(3, 4));
  console.log(await things.filled(3));
  console.log(await things.rested(3, 4, 5));
  console.log(await things.object({ first: 3, second: 4 }));
  console.log(await things.renamed({ first: 3 }));
  console.log(await things.array([3, 4]));
  console.log(await things.nested({ first: [3], second: { deep: 4 } }));
};
show();
