// Generators that take their parameters apart, with functions inside
function* countdown({ from: start, step }) {
  const label = function (n) {
    const text = "at " + n;
    return text;
  };
  for (let n = start; n > 0; n -= step) {
    yield label(n);
  }
}

function* zip([first, second]) {
  var join = function (a, b) {
    var pair = a + b;
    return pair;
  };
  for (var i = 0; i < first.length; i++) {
    yield join(first[i], second[i]);
  }
}

function* repeat({ word, times = 2 }, ...rest) {
  const shout = function (text) {
    return text.toUpperCase();
  };
  let left = times;
  while (left-- > 0) {
    yield shout(word + rest.length);
  }
}

const counted = [...countdown({ from: 5, step: 2 })];
console.log(counted.join(", "));

const zipped = [];
for (const pair of zip(["ab", "cd"])) {
  zipped.push(pair);
}
console.log(zipped.join(" "));

const words = repeat({ word: "go" }, 1, 2);
let next = words.next();
while (!next.done) {
  console.log(next.value);
  next = words.next();
}
