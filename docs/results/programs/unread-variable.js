function cold() {
  return 1;
}
function hot(k) {
  const dead = [k];
  if (k > 19999) cold();
  return 0;
}
for (let i = 0; i < 20001; i++) hot(i);
