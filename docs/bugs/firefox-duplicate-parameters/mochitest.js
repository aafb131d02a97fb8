/* Debugger shows the first of two parameters with the same name */

"use strict";

const program = `function f(p, p) {
  return p;
}
f("first", "second");
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

// What the scopes of the selected frame show for a variable.
function shownInScopes(dbg, name) {
  for (let scope = dbg.selectors.getSelectedScope(); scope; scope = scope.parent) {
    const { arguments: parameters = [], variables = {} } = scope.bindings || {};
    const found = [...parameters, variables].find(it => name in it);
    if (found) {
      const { value } = found[name];
      const isObject = value && typeof value == "object";
      return isObject ? (value.uninitialized ? "uninitialised" : value.type) : JSON.stringify(value);
    }
  }
  return "not shown";
}

add_task(async function () {
  const dbg = await open();
  await selectSource(dbg, "program.js");
  const source = findSource(dbg, "program.js");
  await addBreakpoint(dbg, source, 2);
  await assertBreakpoint(dbg, 2);
  const reloaded = reload(dbg);
  await waitForPaused(dbg);
  await assertPausedAtSourceAndLine(dbg, source.id, 2);
  is(shownInScopes(dbg, 'p'), '"second"', 'what is shown for p');
});
