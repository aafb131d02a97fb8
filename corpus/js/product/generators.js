// Generators, with each kind of parameter list and a function inside

function* plain(first, second) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + second;
  yield inner(sum);
}

function* filled(first, second = first + 1) {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  yield made;
}

function* rested(first, ...others) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = first + others.length;
  yield inner(sum);
}

function* object({ first, second }) {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  yield made;
}

function* renamed({ first: left, second: right = 9 }) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + right;
  yield inner(sum);
}

function* array([first, second]) {
  const inner = () => {
    const sum = first + second;
    return sum * 2;
  };
  const made = inner();
  yield made;
}

function* nested({ first: [left], second: { deep } }) {
  const inner = function (value) {
    const doubled = value * 2;
    return doubled;
  };
  const sum = left + deep;
  yield inner(sum);
}

console.log(plain(3, 4).next().value);
console.log(filled(3).next().value);
console.log(rested(3, 4, 5).next().value);
console.log(object({ first: 3, second: 4 }).next().value);
console.log(renamed({ first: 3 }).next().value);
console.log(array([3, 4]).next().value);
console.log(nested({ first: [3], second: { deep: 4 } }).next().value);
