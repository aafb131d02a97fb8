try {
  throw [1, 2];
} catch ([a, b]) {
  console.log(a);
}
