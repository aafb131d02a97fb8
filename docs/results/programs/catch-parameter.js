try {
  throw 1;
} catch (e) {
  console.log(2);
}
