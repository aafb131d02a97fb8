[3, 1].sort((a, b) => {
  return a - b;
});
