class A {
  constructor() {
    this.x = 1;
  }
  m() {
    this.x = 2;
  }
}
new A().m();
