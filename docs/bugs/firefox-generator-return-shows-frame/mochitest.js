/* Step into return() of a generator that has not begun stops in the generator, which is not executed */

"use strict";

const program = `function* g() {
  yield 1;
}
const it = g();
it.return();
console.log(2);
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
  await addBreakpoint(dbg, source, 5);
  await assertBreakpoint(dbg, 5);
  const reloaded = reload(dbg);
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 5);
  await stepIn(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 6);
});
