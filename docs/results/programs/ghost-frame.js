class A {
  get top() { return Math.max(1, 2); }
  static get count() { return 1; }
}
const a = new A();
console.log(a.top + A.count);
