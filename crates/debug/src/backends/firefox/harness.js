// Runs programs in the kept page, from the browser's side of it.
//
// This function lives in the privileged console of the page's process. Its code is no debuggee of
// the page's thread: no step enters it, no stack shows it. It gives each program a frame of its
// own and runs it there as an external script, so that the program is a global script, is the
// first thing on the stack and starts at line 1, column 0; and it calls the page's sentinel when
// the script has ended and its jobs have run.
(function harness(pageId, threadId) {
  const page = Cu.getGlobalForObject(Services).BrowsingContext.get(pageId).window;
  const thread = findThread(threadId);

  // The only code of ours that the debugger sees.
  const sentinel = page.wrappedJSObject.eval("(function parallaxSentinel() { debugger; })");

  // The debugger's own object behind the thread. It has a switch that ends the debuggee instead
  // of letting it run on; without it, abandoned programs run to their end.
  function findThread(id) {
    try {
      const { require } = ChromeUtils.importESModule(
        "resource://devtools/shared/loader/Loader.sys.mjs"
      );
      const { DevToolsServer } = require("resource://devtools/server/devtools-server.js");
      const connections = Object.values(DevToolsServer._connections);
      return connections.map(connection => connection.getActor(id)).find(actor => actor);
    } catch (error) {
      return undefined;
    }
  }

  function setAbandoned(abandoned) {
    if (typeof thread?._targetActorClosed == "boolean") {
      thread._targetActorClosed = abandoned;
    }
  }

  // Dialogs would wait for a person. These answer as one who accepts everything.
  function answerDialogs(realm) {
    const answers = { alert: undefined, confirm: true, print: undefined, prompt: "" };
    for (const [dialog, answer] of Object.entries(answers)) {
      realm.wrappedJSObject[dialog] = Cu.exportFunction(() => answer, realm);
    }
  }

  // A program may have handlers for the end of its document. They are none of its session.
  function silenceUnloading(realm, isOver) {
    for (const name of ["beforeunload", "pagehide", "unload", "visibilitychange"]) {
      const silence = event => isOver() && event.stopImmediatePropagation();
      realm.addEventListener(name, silence, { capture: true });
    }
  }

  // What the present program has printed, in the words that a console would use.
  let present;
  function printed() {
    const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
    const words = value => (typeof value == "string" ? value : Object(value) === value
      ? (typeof value == "function" ? "function" : "object") : typeof value == "bigint"
      ? `${value}n` : Object.is(value, -0) ? "-0" : String(value));
    const messages = storage.getEvents(present.windowGlobalChild.innerWindowId);
    return JSON.stringify(messages.map(message => message.arguments.map(words).join(" ")));
  }

  // Steps pass over lines of the present program. The end of a range is part of it.
  let address;
  const skipped = [];
  function skip(first, last) {
    const range = { start: { line: first, column: 0 }, end: { line: last, column: 1e9 } };
    try {
      thread.sourcesManager.blackBox(address, range);
      skipped.push(range);
      return true;
    } catch (error) {
      return false;
    }
  }

  // Another program may have the same address.
  function unskip() {
    for (const range of skipped.splice(0)) {
      thread.sourcesManager.unblackBox(address, range);
    }
  }

  // Makes a fresh realm for a program, in a frame.
  function open() {
    const frame = page.document.createElement("iframe");
    frame.hidden = true;
    page.document.documentElement.append(frame);
    present = frame.contentWindow;
    answerDialogs(present);
    return frame;
  }

  // Only the realm itself can import its modules. The function is taken away before the program can
  // see it.
  const IMPORTER = "globalThis.parallaxImport = url => import(url);";
  let importer;

  // Runs the program's prelude in the realm that the program will have. An inline script is run at
  // once. Steps pass over it, and the client is told its source, for no stack shows it.
  let prepared;
  function prepare(prelude, isModule) {
    prepared = open();
    const script = present.document.createElement("script");
    script.textContent = `${prelude}\n${isModule ? IMPORTER : ""}\n//# sourceURL=parallax:prelude`;
    thread.sourcesManager.blackBox("parallax:prelude");
    let failure = "";
    const fail = event => (failure = event.message);
    present.addEventListener("error", fail);
    present.document.documentElement.append(script);
    present.removeEventListener("error", fail);
    importer = present.wrappedJSObject.parallaxImport;
    delete present.wrappedJSObject.parallaxImport;
    if (failure) {
      prepared.remove();
      prepared = undefined;
    }
    const sources = thread.sourcesManager.getSourceActorsByURL("parallax:prelude");
    return JSON.stringify([sources.at(-1)?.actorID ?? "", failure]);
  }

  // Starts a program in a fresh realm and returns the address of its source. A module that waits at
  // its top is loaded before it has ended; to import it again is to wait for that.
  function run(text, isModule) {
    const frame = prepared ?? open();
    prepared = undefined;
    const realm = frame.contentWindow;
    let isOver = false;
    silenceUnloading(realm, () => isOver);
    let uncaught;
    realm.addEventListener("error", event => (uncaught ??= event.message));

    // The decoder takes one byte order mark away; a second one is the program's own.
    // A module has to come from an address that its realm may read.
    const url = isModule
      ? `data:text/javascript;charset=utf-8,${encodeURIComponent(`\ufeff${text}`)}`
      : page.URL.createObjectURL(new page.Blob(["\ufeff", text]));
    address = url;
    const script = realm.document.createElement("script");
    script.src = url;
    function end(type) {
      page.URL.revokeObjectURL(url);
      setAbandoned(false);
      unskip();
      sentinel(type, uncaught);
      // Now the client has resumed. Nothing of this program may run when the next one starts.
      isOver = true;
      frame.remove();
    }
    function settle(event) {
      if (!isModule) {
        end(event.type);
        return;
      }
      Cu.unwaiveXrays(importer(url)).then(() => end("load"), error => {
        uncaught ??= String(error);
        end("load");
      });
    }
    script.addEventListener("load", settle);
    script.addEventListener("error", settle);
    if (isModule) {
      script.type = "module";
    }
    realm.document.documentElement.append(script);
    return url;
  }

  globalThis.parallax = { prepare, run, printed, skip, abandon: () => setAbandoned(true) };
  // The pause in it tells the client which source the sentinel is in.
  sentinel();
})
