// A tokenizer, parser and interpreter for a tiny imperative language, run on three programs

const TOKEN = /\s*(?:(\d+)|([a-z]+)|(<=|==|[-+*\/%()<;={}]))/y;
const KEYWORDS = new Set(["while", "if", "else", "print"]);

function* tokenize(source) {
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const m = TOKEN.exec(source);
    if (!m) return;
    const [, digits, word, sign] = m;
    if (digits !== undefined) yield { kind: "number", value: Number(digits) };
    else if (word !== undefined) yield { kind: KEYWORDS.has(word) ? word : "name", value: word };
    else yield { kind: sign, value: sign };
  }
}

class Parser {
  #tokens;
  #next = 0;

  constructor(source) {
    this.#tokens = [...tokenize(source), { kind: "end" }];
  }

  #peek() { return this.#tokens[this.#next].kind; }

  #take(kind) {
    const token = this.#tokens[this.#next];
    if (kind && token.kind !== kind) throw new SyntaxError("wanted " + kind);
    this.#next++;
    return token;
  }

  program() {
    const body = [];
    while (this.#peek() !== "end") body.push(this.#statement());
    return { type: "block", body };
  }

  #block() {
    this.#take("{");
    const body = [];
    while (this.#peek() !== "}") body.push(this.#statement());
    this.#take("}");
    return { type: "block", body };
  }

  #statement() {
    switch (this.#peek()) {
      case "while": {
        this.#take();
        const test = this.#comparison();
        return { type: "while", test, body: this.#block() };
      }
      case "if": {
        this.#take();
        const test = this.#comparison();
        const then = this.#block();
        let otherwise = null;
        if (this.#peek() === "else") {
          this.#take();
          otherwise = this.#block();
        }
        return { type: "if", test, then, otherwise };
      }
      case "print": {
        this.#take();
        const value = this.#comparison();
        this.#take(";");
        return { type: "print", value };
      }
      default: {
        const name = this.#take("name").value;
        this.#take("=");
        const value = this.#comparison();
        this.#take(";");
        return { type: "set", name, value };
      }
    }
  }

  #chain(kinds, lower) {
    let left = lower();
    while (kinds.includes(this.#peek())) {
      const op = this.#take().kind;
      left = { type: "binary", op, left, right: lower() };
    }
    return left;
  }

  #comparison() { return this.#chain(["<", "<=", "=="], () => this.#sum()); }
  #sum() { return this.#chain(["+", "-"], () => this.#product()); }
  #product() { return this.#chain(["*", "/", "%"], () => this.#atom()); }

  #atom() {
    const token = this.#take();
    if (token.kind === "number") return { type: "number", value: token.value };
    if (token.kind === "name") return { type: "name", name: token.value };
    if (token.kind === "(") {
      const inner = this.#comparison();
      this.#take(")");
      return inner;
    }
    throw new SyntaxError("unexpected token");
  }
}

const OPERATORS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "%": (a, b) => a % b,
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  "==": (a, b) => Number(a === b),
};

function run(source) {
  const variables = new Map();
  const printed = [];
  let steps = 0;

  function evaluate(node) {
    if (node.type === "number") return node.value;
    if (node.type === "name") return variables.get(node.name) ?? 0;
    return OPERATORS[node.op](evaluate(node.left), evaluate(node.right));
  }

  const execute = {
    block(node) { for (const child of node.body) visit(child); },
    set(node) { variables.set(node.name, evaluate(node.value)); },
    print(node) { printed.push(evaluate(node.value)); },
    while(node) { while (evaluate(node.test)) visit(node.body); },
    if(node) {
      if (evaluate(node.test)) visit(node.then);
      else if (node.otherwise) visit(node.otherwise);
    },
  };

  function visit(node) {
    steps++;
    execute[node.type](node);
  }

  visit(new Parser(source).program());
  return { printed, steps };
}

const programs = {
  factorial: `
    n = 8; f = 1;
    while 1 < n { f = f * n; n = n - 1; }
    print f;`,
  gcd: `
    a = 1071; b = 462;
    while 0 < b { r = a % b; a = b; b = r; print r; }
    print a;`,
  collatz: `
    n = 27; longest = 0; count = 0;
    while 1 < n {
      if n % 2 == 0 { n = n / 2; } else { n = 3 * n + 1; }
      count = count + 1;
      if longest < n { longest = n; }
    }
    print count; print longest;`,
};

for (const [name, source] of Object.entries(programs)) {
  const { printed, steps } = run(source);
  console.log(`${name}: ${printed.join(" ")} in ${steps} steps`);
}

try {
  run("x = (1 + ;");
} catch (e) {
  console.log("bad program: " + (e instanceof SyntaxError));
}
