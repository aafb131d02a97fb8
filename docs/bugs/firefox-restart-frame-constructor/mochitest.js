/* Restart frame in the constructor of a class calls it without new */

"use strict";

const program = `class Point {
  constructor(x) {
    this.x = x;
    this.y = 1;
  }
}
const p = new Point(3);
console.log(p.x, p.y);
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
  await dbg.actions.restart(dbg.selectors.getSelectedFrame());
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 3);
});
