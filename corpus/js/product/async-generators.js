// Asynchronous generators, with each kind of parameter list and a function inside

async function* plain(first, second) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + second;
  yield inner(sum);
}

async function* filled(first, second = first + 1) {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  yield made;
}

async function* rested(first, ...others) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + others.length;
  yield inner(sum);
}

async function* object({ first, second }) {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  yield made;
}

async function* renamed({ first: left, second: right = 9 }) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + right;
  yield inner(sum);
}

async function* array([first, second]) {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  yield made;
}

async function* nested({ first: [left], second: { deep } }) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + deep;
  yield inner(sum);
}

const show = async () => {
  console.log((await plain(3, 4).next()).value);
  console.log((await filled(3).next()).value);
  console.log((await rested(3, 4, 5).next()).value);
  console.log((await object({ first: 3, second: 4 }).next()).value);
  console.log((await renamed({ first: 3 }).next()).value);
  console.log((await array([3, 4]).next()).value);
  console.log((await nested({ first: [3], second: { deep: 4 } }).next()).value);
};
show();
