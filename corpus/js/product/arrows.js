// Arrow functions, with each kind of parameter list and a function inside

const plain = (first, second) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + second;
  return inner(sum);
};

const filled = (first, second = first + 1) => {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  return made;
};

const rested = (first, ...others) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + others.length;
  return inner(sum);
};

const object = ({ first, second }) => {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  return made;
};

const renamed = ({ first: left, second: right = 9 }) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + right;
  return inner(sum);
};

const array = ([first, second]) => {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  return made;
};

const nested = ({ first: [left], second: { deep } }) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + deep;
  return inner(sum);
};

console.log(plain(3, 4));
console.log(filled(3));
console.log(rested(3, 4, 5));
console.log(object({ first: 3, second: 4 }));
console.log(renamed({ first: 3 }));
console.log(array([3, 4]));
console.log(nested({ first: [3], second: { deep: 4 } }));
