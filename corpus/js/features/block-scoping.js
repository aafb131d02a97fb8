// Blocks with let and const, shadowing, and the scopes of loops
const limit = 3;
let total = 0;

{
  const limit = 10;
  let total = limit * 2;
  {
    let limit = total + 1;
    console.log("inner " + limit + " " + total);
  }
  console.log("middle " + limit);
}
console.log("outer " + limit + " " + total);

for (let i = 0; i < limit; i++) {
  const square = i * i;
  total += square;
}
console.log("total " + total);

if (total > 4) {
  let message = "large";
  var escaped = message + "!";
} else {
  let message = "small";
  var escaped = message;
}
console.log(escaped + " " + typeof message);

try {
  limit = 4;
} catch (e) {
  console.log("const: " + (e instanceof TypeError));
}

const list = [1, 2];
list.push(3); // the binding is fixed, the array is not
for (const item of list) {
  const doubled = item * 2;
  total += doubled;
}
switch (list.length) {
  case 3: {
    let kind = "three";
    console.log(kind);
    break;
  }
  default: {
    let kind = "other";
    console.log(kind);
  }
}
console.log("total " + total);
