// Recursive descent parser for a JSON-like notation, with errors by position and a printer

class ParseError extends Error {
  constructor(what, at) {
    super(what);
    this.what = what;
    this.at = at;
  }
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail(what) {
    throw new ParseError(what, this.at);
  }

  skip() {
    while (this.at < this.text.length && " \t\r\n".includes(this.text[this.at])) {
      this.at++;
    }
  }

  expect(ch) {
    if (this.text[this.at] !== ch) this.fail("expected " + ch);
    this.at++;
  }

  whole() {
    const value = this.value();
    this.skip();
    if (this.at < this.text.length) this.fail("trailing text");
    return value;
  }

  value() {
    this.skip();
    const ch = this.text[this.at];
    switch (ch) {
      case "{":
        return this.object();
      case "[":
        return this.array();
      case '"':
        return this.string();
      case "t": return this.word("true", true);
      case "f": return this.word("false", false);
      case "n": return this.word("null", null);
      default:
        if (ch === "-" || (ch >= "0" && ch <= "9")) return this.number();
        return this.fail("unexpected " + (ch === undefined ? "end" : ch));
    }
  }

  word(name, meaning) {
    if (!this.text.startsWith(name, this.at)) this.fail("bad word");
    this.at += name.length;
    return meaning;
  }

  number() {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) this.fail("bad number");
    this.at = pattern.lastIndex;
    return Number(match[0]);
  }

  string() {
    this.expect('"');
    let out = "";
    for (;;) {
      const ch = this.text[this.at++];
      if (ch === undefined) this.fail("open string");
      if (ch === '"') return out;
      if (ch !== "\\") { out += ch; continue; }
      const next = this.text[this.at++];
      if (next === "u") {
        const hex = this.text.slice(this.at, this.at + 4);
        if (!/^[0-9a-f]{4}$/i.test(hex)) this.fail("bad escape");
        out += String.fromCharCode(parseInt(hex, 16));
        this.at += 4;
      } else {
        const plain = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "/": "/", "\\": "\\", '"': '"' }[next];
        if (plain === undefined) this.fail("bad escape");
        out += plain;
      }
    }
  }

  array() {
    const items = [];
    this.expect("[");
    this.skip();
    if (this.text[this.at] === "]") { this.at++; return items; }
    while (true) {
      items.push(this.value());
      this.skip();
      if (this.text[this.at] !== ",") break;
      this.at++;
    }
    this.expect("]");
    return items;
  }

  object() {
    const result = {};
    this.expect("{");
    this.skip();
    if (this.text[this.at] === "}") { this.at++; return result; }
    while (true) {
      this.skip();
      const key = this.string();
      this.skip();
      this.expect(":");
      result[key] = this.value();
      this.skip();
      if (this.text[this.at] !== ",") break;
      this.at++;
    }
    this.expect("}");
    return result;
  }
}

const parse = text => new Reader(text).whole();

const good = [
  '{"name": "lamp", "sizes": [1, 2.5, -3e2], "on": true, "owner": null}',
  '[[], {}, "a\\tb", "\\u0041\\u0062", [[["deep"]]]]',
  ' 42 ',
];
for (const text of good) {
  const mine = JSON.stringify(parse(text));
  const theirs = JSON.stringify(JSON.parse(text));
  console.log((mine === theirs ? "same " : "differs ") + mine);
}

const bad = ["[1, 2", '{"a" 1}', "tru", "[1] 2", '"\\q"', "-", ""];
for (const text of bad) {
  try {
    parse(text);
    console.log("accepted " + text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    console.log("rejected at " + error.at + ": " + error.what);
  }
}
