// Interfaces, generics, optional parameters and overloads: types that stand alone or inside of lines.
interface Shape {
  name: string;
  area(): number;
}

type Pair<T> = [T, T];

class Rectangle implements Shape {
  readonly name: string = "rectangle";
  declare unused: number;
  private sides: Pair<number>;

  constructor(width: number, height?: number) {
    this.sides = [width, height ?? width];
  }

  area(): number {
    const [width, height]: Pair<number> = this.sides;
    return width * height;
  }
}

function largest<T extends Shape>(shapes: T[]): T | undefined;
function largest<T extends Shape>(
  shapes: T[],
  from: number = 0,
): T | undefined {
  let best: T | undefined;
  for (const shape of shapes.slice(from)) {
    if (!best || shape.area() > best!.area()) {
      best = shape as T;
    }
  }
  return best;
}

const shapes: Rectangle[] = [new Rectangle(2), new Rectangle(3, 4), new Rectangle(1, 5)];
const found = largest<Rectangle>(shapes);
console.log(found?.name, found?.area());
