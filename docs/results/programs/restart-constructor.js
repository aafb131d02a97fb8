class Point {
  constructor(x) {
    this.x = x;
    this.y = 1;
  }
}
const p = new Point(3);
console.log(p.x, p.y);
