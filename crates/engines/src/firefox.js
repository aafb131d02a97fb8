// The driver in Firefox, run once with all powers: connects to our socket, where a line of JSON for
// each test comes and a line for each answer goes. Each test has a sandbox of its own with powers of
// nobody; what comes out of it is seen through wrappers that run none of its code.
const [prelude, path] = arguments;
const file = Cc["@mozilla.org/file/local;1"].createInstance(Ci.nsIFile);
file.initWithPath(path);
const socket = Cc["@mozilla.org/network/socket-transport-service;1"]
  .getService(Ci.nsISocketTransportService).createUnixDomainTransport(file);
const input = socket.openInputStream(0, 0, 0).QueryInterface(Ci.nsIAsyncInputStream);
const output = socket.openOutputStream(Ci.nsITransport.OPEN_BLOCKING, 0, 0);
const reader = Cc["@mozilla.org/scriptableinputstream;1"].createInstance(Ci.nsIScriptableInputStream);
reader.init(input);
// Pages get this constructor only if they are isolated from others, and sandboxes never, though
// they may have the objects.
const shared = `Object.defineProperty(this, "SharedArrayBuffer", {
  value: new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer.constructor,
  writable: true, enumerable: false, configurable: true });`;
const waiting = [];
let begun = "";
let busy = false;

function say(reply) {
  // Bytes, so nothing but ASCII may be in it.
  const line = JSON.stringify(reply).replace(/[^ -~]/g,
    c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")) + "\n";
  for (let at = 0; at < line.length;) at += output.write(line.slice(at), line.length - at);
}

function next() {
  busy = waiting.length > 0;
  if (busy) run(JSON.parse(waiting.shift()));
}

function run(test) {
  const realm = Cu.Sandbox(null, { wantComponents: false, wantGlobalProperties: [] });
  Cu.evalInSandbox(shared, realm, null, "chrome://parallax/shared.js", 1);
  const ask = Cu.evalInSandbox(prelude, realm, null, "chrome://parallax/prelude.js", 1);
  let how = "ended", thrown;
  try { Cu.evalInSandbox(test.script, realm, null, "chrome://parallax/test.js", 1); }
  catch (error) { how = "threw"; thrown = unlost(error); }
  if (how === "threw" && isFromParser(thrown)) how = "no script";
  // All jobs run before the next turn.
  Services.tm.dispatchToMainThread(() => {
    say(answer(test.id, how, thrown, ask));
    Cu.nukeSandbox(realm);
    next();
  });
}

// An exception that is `undefined` is lost on the way out, and taken for a lack of memory.
function unlost(error) {
  const lost = error instanceof Ci.nsIException && error.result === Cr.NS_ERROR_OUT_OF_MEMORY;
  return lost ? undefined : error;
}

// A text that is no script fails before any of it runs: nothing is on the stack.
function isFromParser(thrown) {
  return thrown !== null && typeof thrown === "object" && !thrown.stack
    && Cu.getClassName(thrown, true) === "SyntaxError";
}

function answer(id, how, thrown, ask) {
  const text = question => String(ask(question, thrown)).slice(0, 2000).toWellFormed();
  if (how === "no script") return { id, how, what: "SyntaxError", message: text("message") };
  if (how === "threw") {
    return { id, how, what: text("kind"), message: text("message"), output: text("output") };
  }
  const check = text("check");
  return { id, how, check, output: text("output") };
}

const listener = {
  onInputStreamReady() {
    let available;
    try { available = input.available(); } catch { return; }
    const lines = (begun + reader.readBytes(available)).split("\n");
    begun = lines.pop();
    waiting.push(...lines);
    if (!busy) next();
    input.asyncWait(listener, 0, 0, Services.tm.mainThread);
  },
};
input.asyncWait(listener, 0, 0, Services.tm.mainThread);
say({ version: "Firefox/" + Services.appinfo.version });
