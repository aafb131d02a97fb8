// microsoft/vscode 92617: a block with variables of its own ends with a return statement.
function convert(value) {
  if (value > 1) {
    const key = value + 1;
    const doubled = key * 2;
    return doubled;
  }
  return value;
}
let sum = 0;
for (let i = 0; i < 4; i++) {
  const part = convert(i);
  sum += part;
}
console.log(sum);
