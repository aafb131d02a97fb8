/* While an iterator is closed at a return statement, the call stack shows its caller at the end of the function */

"use strict";

const program = `function numbers() {
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      return { value: 1, done: false };
    },
    return() {
      return {};
    },
  };
}
function first() {
  for (const n of numbers()) {
    return n;
  }
}
first();
`;

// The program on a page of its own.
async function open() {
  const server = createTestHTTPServer();
  server.registerContentType("html", "text/html");
  server.registerContentType("js", "text/javascript");
  const serve = (path, text) => server.registerPathHandler(path, (_, response) => response.write(text));
  serve("/index.html", '<!doctype html><script src="program.js"></script>');
  serve("/program.js", program);
  return initDebuggerWithAbsoluteURL(`http://localhost:${server.identity.primaryPort}/index.html`, "program.js");
}

add_task(async function () {
  const dbg = await open();
  await selectSource(dbg, "program.js");
  const source = findSource(dbg, "program.js");
  await addBreakpoint(dbg, source, 10);
  await assertBreakpoint(dbg, 10);
  const reloaded = reload(dbg);
  await waitForPaused(dbg);
});
