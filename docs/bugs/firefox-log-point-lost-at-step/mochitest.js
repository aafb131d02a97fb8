/* Log point is not logged if a step ends at its place */

"use strict";

const program = `let a = 1;
a = a + 1;
a = a + 2;
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
  await addBreakpoint(dbg, source, 1);
  await assertBreakpoint(dbg, 1);
  await addBreakpoint(dbg, source, 2, undefined, { logValue: 'a' });
  await assertBreakpoint(dbg, 2);
  const reloaded = reload(dbg);
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 1);
  await stepOver(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 2);
  await resume(dbg);
  assertNotPaused(dbg, "the program ends");
  await hasConsoleMessage(dbg, '1');
});
