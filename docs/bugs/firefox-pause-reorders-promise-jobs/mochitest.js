/* A pause in a promise job changes the order in which later jobs run */

"use strict";

const program = `async function walk(name) {
  for (let i = 1; i <= 2; i++) {
    await null;
    console.log(name + i);
  }
}
walk("a");
walk("b");
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
  await addBreakpoint(dbg, source, 4);
  await assertBreakpoint(dbg, 4);
  const reloaded = reload(dbg);
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 4);
  await dbg.actions.resume();
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 4);
  await dbg.actions.resume();
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 4);
  await dbg.actions.resume();
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 4);
  await resume(dbg);
  assertNotPaused(dbg, "the program ends");
  await hasConsoleMessage(dbg, 'a1');
  await hasConsoleMessage(dbg, 'b1');
  await hasConsoleMessage(dbg, 'a2');
  await hasConsoleMessage(dbg, 'b2');
});
