// Asynchronous arrow functions, with each kind of parameter list and a function inside

const plain = async (first, second) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + second;
  return inner(sum);
};

const filled = async (first, second = first + 1) => {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  return made;
};

const rested = async (first, ...others) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + others.length;
  return inner(sum);
};

const object = async ({ first, second }) => {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  return made;
};

const renamed = async ({ first: left, second: right = 9 }) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + right;
  return inner(sum);
};

const array = async ([first, second]) => {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  return made;
};

const nested = async ({ first: [left], second: { deep } }) => {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + deep;
  return inner(sum);
};

const show = async () => {
  console.log(await plain(3, 4));
  console.log(await filled(3));
  console.log(await rested(3, 4, 5));
  console.log(await object({ first: 3, second: 4 }));
  console.log(await renamed({ first: 3 }));
  console.log(await array([3, 4]));
  console.log(await nested({ first: [3], second: { deep: 4 } }));
};
show();
