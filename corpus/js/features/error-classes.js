// Own error classes, cause, instanceof sorting of errors, and AggregateError
class AppError extends Error {
  constructor(text, options) {
    super(text, options);
    this.name = this.constructor.name;
  }
}
class NotFound extends AppError {
  constructor(what, options) {
    super(what + " not found", options);
    this.what = what;
  }
}
class Forbidden extends AppError {}

const files = { "notes.txt": "hello", "key.pem": null };

function read(path) {
  if (!(path in files)) throw new NotFound(path);
  if (files[path] === null) throw new Forbidden("no entry", { cause: { path, level: 2 } });
  return files[path];
}

function openFile(path) {
  try {
    return "read " + read(path).length + " characters";
  } catch (error) {
    if (error instanceof Forbidden) return "denied at level " + error.cause.level;
    throw new AppError("cannot open", { cause: error });
  }
}

for (const path of ["notes.txt", "key.pem", "lost.txt"]) {
  try {
    console.log(openFile(path));
  } catch (error) {
    const chain = [];
    for (let e = error; e; e = e.cause) chain.push(e.name + ": " + e.message);
    console.log(chain.join(" <- "));
  }
}

const many = new AggregateError([new NotFound("a"), new TypeError("t"), "plain"], "several");
console.log(many.name + " " + many.errors.length + " " + many.errors.map(e => e.name ?? typeof e).join());
console.log((many instanceof Error) + " " + Object.hasOwn(new Error("x"), "cause"));
console.log(String(new Forbidden("go away")) + " / " + String(new Error()));

const kinds = [TypeError, RangeError, SyntaxError, ReferenceError, URIError, EvalError];
console.log(kinds.map(Kind => new Kind("m") + "").join(", "));
