async function f(n) {
  const x = await n;
  return x;
}
f(1);
