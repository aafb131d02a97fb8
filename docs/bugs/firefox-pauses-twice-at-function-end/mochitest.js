/* Step over from a breakpoint at the end of a function stops at the same place again */

"use strict";

const program = `function f() {
  console.log(1);
}
f();
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
  await addBreakpoint(dbg, source, 3);
  await assertBreakpoint(dbg, 3);
  const reloaded = reload(dbg);
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 3);
  await stepOver(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 5);
});
