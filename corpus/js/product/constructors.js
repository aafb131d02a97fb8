// Constructors, with each kind of parameter list and a function inside

class Plain {
  constructor(first, second) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + second;
    this.result = inner(sum);
  }
}

class Filled {
  constructor(first, second = first + 1) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    this.result = made;
  }
}

class Rested {
  constructor(first, ...others) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = first + others.length;
    this.result = inner(sum);
  }
}

class Object {
  constructor({ first, second }) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    this.result = made;
  }
}

class Renamed {
  constructor({ first: left, second: right = 9 }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + right;
    this.result = inner(sum);
  }
}

class Array {
  constructor([first, second]) {
    const inner = () => {
      const sum = first + second;
      return sum * 2;
    };
    const made = inner();
    this.result = made;
  }
}

class Nested {
  constructor({ first: [left], second: { deep } }) {
    const inner = function (value) {
      const doubled = value * 2;
      return doubled;
    };
    const sum = left + deep;
    this.result = inner(sum);
  }
}

console.log(new Plain(3, 4).result);
console.log(new Filled(3).result);
console.log(new Rested(3, 4, 5).result);
console.log(new Object({ first: 3, second: 4 }).result);
console.log(new Renamed({ first: 3 }).result);
console.log(new Array([3, 4]).result);
console.log(new Nested({ first: [3], second: { deep: 4 } }).result);
