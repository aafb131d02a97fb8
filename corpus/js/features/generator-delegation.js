// yield* into generators, arrays and hand-made iterators, with return values and errors passed through
function* leaf(name) {
  try {
    const heard = yield name + "?";
    yield name + " heard " + heard;
    return name + " returned";
  } catch (e) {
    yield name + " caught " + e;
    return name + " recovered";
  } finally {
    trace.push(name + " closed");
  }
}

function* branch() {
  const first = yield* leaf("oak");
  trace.push(first);
  yield* [1, 2];
  yield* "ab";
  const second = yield* leaf("elm");
  trace.push(second);
  return "end";
}

const trace = [];
const it = branch();
const out = [];
let step = it.next();
while (!step.done) {
  out.push(step.value);
  step = step.value === "elm?" ? it.throw("storm") : it.next("wind " + out.length);
}
console.log(out.join(" | "));
console.log(trace.join(" | ") + " | " + step.value);

// closing the outer one closes the inner one
trace.length = 0;
const early = branch();
early.next();
early.return("stop");
console.log(trace.join() + " " + early.next().done);

// recursion by delegation
function* subsets([head, ...tail]) {
  if (head === undefined) {
    yield "";
    return;
  }
  for (const rest of subsets(tail)) {
    yield rest;
    yield head + rest;
  }
}
console.log([...subsets(["a", "b", "c"])].sort().map(s => s || "-").join(" "));
