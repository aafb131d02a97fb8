// nodejs/node 60580: a function in the body of a for-in loop captures the loop's variable.
function labels(record) {
  const marks = ["a", "b"];
  let count = 0;
  for (const key in record) {
    const all = marks.map((mark) => mark + key);
    count += all.length;
  }
  return count;
}

console.log(labels({}));
console.log(labels({ x: 1, y: 2 }));
