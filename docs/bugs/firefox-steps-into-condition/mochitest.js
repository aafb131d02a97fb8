/* Step in stops inside of the condition of a breakpoint */

"use strict";

const program = `const a = [1].entries();
a.next();
a.next();
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
  const reloaded = reload(dbg);
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 1);
  await stepOver(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 2);
  await addBreakpoint(dbg, source, 2, undefined, { condition: 'false' });
  await assertBreakpoint(dbg, 2);
  await stepIn(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 3);
});
