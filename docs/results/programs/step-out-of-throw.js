function t() {
  throw 1;
}
function c() {
  try {
    t();
  } catch (e) {
    console.log(e);
  }
}
c();
console.log(2);
