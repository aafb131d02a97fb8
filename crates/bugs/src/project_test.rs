//! A test in the form that a project takes: V8's inspector tests, Firefox's mochitests, test262, DejaGnu.

use parallax_model::Action;

use crate::files::BugFile;
use crate::literal::{lines, quoted};
use crate::{Bug, Case, Compilation, EngineTest, Seen, Session, Tracker};

/// The test, with its expectations where they are in a file of their own; empty where a project has no form for it.
pub(crate) fn of(bug: &Bug, tracker: Tracker) -> Vec<BugFile> {
    match (&bug.case, tracker) {
        // The forms below are about scripts.
        (Case::Session(session), _) if session.module => Vec::new(),
        (
            Case::Session(session),
            Tracker::Chromium | Tracker::V8 | Tracker::Node | Tracker::Deno,
        ) => of_v8(bug, session),
        (Case::Session(session), Tracker::Mozilla) => of_firefox(bug, session),
        // The text is wrong, not an engine: there is nothing to be tested.
        (Case::Test(_), Tracker::Tc39) => Vec::new(),
        (Case::Test(test), _) => vec![BugFile::new("test262.js", of_test262(bug, test))],
        (Case::Compilation(case), Tracker::Gcc) => {
            vec![BugFile::new("dejagnu.c", of_dejagnu(case))]
        }
        _ => Vec::new(),
    }
}

const INSPECTOR: &str = "let frames;

// What is shown after an action that makes the program go on.
async function go(action) {
  const paused = Protocol.Debugger.oncePaused();
  action();
  const message = await Promise.race([paused, ended]);
  frames = message && message.params.callFrames;
  return frames ? `line ${frames[0].location.lineNumber + 1}` : 'the program ends';
}
";

const INSPECTOR_VARIABLES: &str = "
// A variable of a frame.
async function variable(frame, name) {
  for (const scope of frames[frame].scopeChain) {
    if (scope.type === 'global') continue;
    const {result: {result}} = await Protocol.Runtime.getProperties({objectId: scope.object.objectId, ownProperties: true});
    const found = result.find((it) => it.name === name);
    if (found) return `${name} = ${found.value ? found.value.description || JSON.stringify(found.value.value) : 'uninitialised'}`;
  }
  return `${name} is not shown`;
}
";

/// An inspector test of V8 and what it prints when it passes.
fn of_v8(bug: &Bug, session: &Session) -> Vec<BugFile> {
    let title = quoted(&bug.title);
    let mut test = format!(
        "const {{session, contextGroup, Protocol}} = InspectorTest.start({title});\n\nconst program = {};\n\n\
         let ended = new Promise(() => {{}});\n{INSPECTOR}",
        lines(&session.program)
    );
    let shows = |it: &Seen| it.variables.is_some() || it.caller.is_some();
    if session.steps.iter().any(|it| it.right.as_ref().is_some_and(shows)) {
        test.push_str(INSPECTOR_VARIABLES);
    }
    let prints = session.steps.iter().any(|it| it.action == Action::Output);
    if prints {
        test.push_str("\nconst printed = [];\nProtocol.Runtime.onConsoleAPICalled(({params}) => printed.push(params.args.map((it) => it.value).join(' ')));\n");
    }
    test.push_str(
        "\n(async function test() {\n  await Protocol.Runtime.enable();\n  await Protocol.Debugger.enable();\n  \
         const {result: {scriptId}} = await Protocol.Runtime.compileScript({expression: program, sourceURL: 'program.js', persistScript: true});\n",
    );
    let mut expected = format!("{}\n", bug.title);
    for step in &session.steps {
        test.push_str(&v8_step(&step.action));
        let right = step.right.clone().unwrap_or_default();
        for (code, line) in v8_checks(&step.action, &right) {
            test.push_str(&format!("  InspectorTest.log({code});\n"));
            expected.push_str(&format!("{line}\n"));
        }
    }
    test.push_str("  InspectorTest.completeTest();\n})();\n");
    vec![BugFile::new("v8-inspector.js", test), BugFile::new("v8-inspector-expected.txt", expected)]
}

fn v8_step(action: &Action) -> String {
    let go = |call: &str| format!("  seen = await go(() => Protocol.{call});\n");
    match action {
        Action::Break(line) => v8_set(*line, None, None),
        Action::BreakAt(place) => v8_set(place.line, Some(place.column), None),
        Action::BreakIf(line, condition) => v8_set(*line, None, Some(condition)),
        Action::Log(line, expression) => {
            v8_set(*line, None, Some(&format!("console.log({expression}), false")))
        }
        Action::Unbreak(line) => {
            format!("  await Protocol.Debugger.removeBreakpoint({{breakpointId: b{line}.result.breakpointId}});\n")
        }
        Action::Start => "  let seen = await go(() => {\n    ended = Protocol.Runtime.runScript({scriptId}).then(() => undefined);\n  });\n".to_owned(),
        Action::Resume => go("Debugger.resume()"),
        Action::StepIn => go("Debugger.stepInto()"),
        Action::StepOut => go("Debugger.stepOut()"),
        Action::StepOver => go("Debugger.stepOver()"),
        Action::RunTo(line) => {
            go(&format!("Debugger.continueToLocation({{location: {{scriptId, lineNumber: {}}}}})", line - 1))
        }
        Action::Restart => go("Debugger.restartFrame({callFrameId: frames[0].callFrameId, mode: 'StepInto'})"),
        Action::Exceptions(which) => {
            format!("  await Protocol.Debugger.setPauseOnExceptions({{state: '{}'}});\n", which.name())
        }
        Action::Evaluate(expression) => v8_evaluate(0, expression),
        Action::EvaluateIn(frame, expression) => v8_evaluate(*frame, expression),
        Action::Set(name, literal) => v8_evaluate(0, &format!("{name} = {literal}")),
        Action::Skip(first, last) => format!(
            "  await Protocol.Debugger.setBlackboxedRanges({{scriptId, positions: [{{lineNumber: {}, columnNumber: 0}}, {{lineNumber: {last}, columnNumber: 0}}]}});\n",
            first - 1
        ),
        Action::AsyncCallers(_) | Action::Output => String::new(),
    }
}

fn v8_set(line: u32, column: Option<u32>, condition: Option<&str>) -> String {
    let column = column.map_or(String::new(), |it| format!(", columnNumber: {it}"));
    let condition = condition.map_or(String::new(), |it| format!(", condition: {}", quoted(it)));
    format!(
        "  const b{line} = await Protocol.Debugger.setBreakpoint({{location: {{scriptId, lineNumber: {}{column}}}{condition}}});\n",
        line - 1
    )
}

fn v8_evaluate(frame: u32, expression: &str) -> String {
    format!(
        "  const {{result: evaluated}} = await Protocol.Debugger.evaluateOnCallFrame({{callFrameId: frames[{frame}].callFrameId, expression: {}}});\n",
        quoted(expression)
    )
}

/// What is logged after a step, as code, and as it is when it is right.
fn v8_checks(action: &Action, right: &Seen) -> Vec<(String, String)> {
    let mut checks = Vec::new();
    let words = action.to_string();
    if let Some(line) = right.line {
        let code = match action {
            Action::Break(_) | Action::BreakAt(_) | Action::BreakIf(..) | Action::Log(..) => {
                let name = action.line().unwrap_or(0);
                format!("`line ${{b{name}.result.actualLocation.lineNumber + 1}}`")
            }
            _ => "seen".to_owned(),
        };
        checks.push((
            format!("{} + {code}", quoted(&format!("{words}: "))),
            format!("{words}: line {line}"),
        ));
    }
    if right.ended.is_some() {
        checks.push((
            format!("{} + seen", quoted(&format!("{words}: "))),
            format!("{words}: the program ends"),
        ));
    }
    if let Some(stack) = &right.stack {
        let names: Vec<_> =
            stack.iter().map(|it| if it.starts_with('(') { "" } else { it }).collect();
        checks.push((
            "frames.map((frame) => frame.functionName).join(' < ')".to_owned(),
            names.join(" < "),
        ));
    }
    for (frame, variables) in [(0, &right.variables), (1, &right.caller)] {
        for (name, value) in variables.iter().flatten() {
            let line = match value.as_str() {
                "not shown" => format!("{name} is not shown"),
                _ => format!("{name} = {value}"),
            };
            checks.push((format!("await variable({frame}, {})", quoted(name)), line));
        }
    }
    if let Some(value) = &right.value {
        checks
            .push(("evaluated.result.description || evaluated.result.type".into(), value.clone()));
    }
    if let Some(thrown) = &right.throws {
        checks.push(("evaluated.result.className || 'nothing is thrown'".into(), thrown.clone()));
    }
    if let Some(printed) = &right.printed {
        checks.push(("JSON.stringify(printed)".into(), serialised(printed)));
    }
    checks
}

fn serialised(texts: &[String]) -> String {
    let quoted = |it: &String| format!("\"{}\"", it.replace('\\', "\\\\").replace('"', "\\\""));
    format!("[{}]", texts.iter().map(quoted).collect::<Vec<_>>().join(","))
}

const MOCHITEST: &str = "// The program on a page of its own.
async function open() {
  const server = createTestHTTPServer();
  server.registerContentType(\"html\", \"text/html\");
  server.registerContentType(\"js\", \"text/javascript\");
  const serve = (path, text) => server.registerPathHandler(path, (_, response) => response.write(text));
  serve(\"/index.html\", '<!doctype html><script src=\"program.js\"></script>');
  serve(\"/program.js\", program);
  return initDebuggerWithAbsoluteURL(`http://localhost:${server.identity.primaryPort}/index.html`, \"program.js\");
}
";

const MOCHITEST_VARIABLES: &str = "
// What the scopes of the selected frame show for a variable.
function shownInScopes(dbg, name) {
  for (let scope = dbg.selectors.getSelectedScope(); scope; scope = scope.parent) {
    const { arguments: parameters = [], variables = {} } = scope.bindings || {};
    const found = [...parameters, variables].find(it => name in it);
    if (found) {
      const { value } = found[name];
      const isObject = value && typeof value == \"object\";
      return isObject ? (value.uninitialized ? \"uninitialised\" : value.type) : JSON.stringify(value);
    }
  }
  return \"not shown\";
}
";

/// A test of Firefox's debugger, with its helpers (`shared-head.js`).
fn of_firefox(bug: &Bug, session: &Session) -> Vec<BugFile> {
    let shows = |it: &Seen| it.variables.is_some();
    let is_shown = session.steps.iter().any(|it| it.right.as_ref().is_some_and(shows));
    let variables = if is_shown { MOCHITEST_VARIABLES } else { "" };
    let mut test = format!(
        "/* {} */\n\n\"use strict\";\n\nconst program = {};\n\n{MOCHITEST}{variables}\n\
         add_task(async function () {{\n  const dbg = await open();\n  await selectSource(dbg, \"program.js\");\n  \
         const source = findSource(dbg, \"program.js\");\n",
        bug.title.replace("*/", "* /"),
        lines(&session.program)
    );
    for step in &session.steps {
        let right = step.right.clone().unwrap_or_default();
        test.push_str(&firefox_step(&step.action, &right));
        test.push_str(&firefox_checks(&step.action, &right));
    }
    test.push_str("});\n");
    vec![BugFile::new("mochitest.js", test)]
}

fn firefox_step(action: &Action, right: &Seen) -> String {
    let ends = right.ended.is_some();
    match action {
        Action::Break(line) => format!("  await addBreakpoint(dbg, source, {line});\n"),
        Action::BreakAt(place) => {
            format!("  await addBreakpoint(dbg, source, {}, {});\n", place.line, place.column + 1)
        }
        Action::BreakIf(line, condition) => {
            format!("  await addBreakpoint(dbg, source, {line}, undefined, {{ condition: {} }});\n", quoted(condition))
        }
        Action::Log(line, expression) => {
            format!("  await addBreakpoint(dbg, source, {line}, undefined, {{ logValue: {} }});\n", quoted(expression))
        }
        Action::Unbreak(line) => format!("  await removeBreakpoint(dbg, source.id, {line});\n"),
        Action::Start if ends => "  await reload(dbg, \"program.js\");\n".to_owned(),
        Action::Start => "  const reloaded = reload(dbg);\n  await waitForPaused(dbg);\n".to_owned(),
        Action::Resume if ends => "  await resume(dbg);\n".to_owned(),
        Action::Resume => "  await dbg.actions.resume();\n  await waitForPaused(dbg);\n".to_owned(),
        Action::StepIn => "  await stepIn(dbg);\n".to_owned(),
        Action::StepOut => "  await stepOut(dbg);\n".to_owned(),
        Action::StepOver => "  await stepOver(dbg);\n".to_owned(),
        Action::RunTo(line) => {
            format!("  await dbg.actions.continueToHere(createLocation({{ source, line: {line} }}));\n  await waitForPaused(dbg);\n")
        }
        Action::Restart => {
            "  await dbg.actions.restart(dbg.selectors.getSelectedFrame());\n  await waitForPaused(dbg);\n".to_owned()
        }
        Action::Exceptions(which) => {
            let (all, caught) = (which.name() != "none", which.name() == "all");
            format!("  await dbg.actions.pauseOnExceptions({all}, {caught});\n")
        }
        Action::Evaluate(expression) | Action::EvaluateIn(_, expression) => {
            format!("  const evaluated = await dbg.commands.scriptCommand.execute({}, {{ frameActor: dbg.selectors.getSelectedFrame().id }});\n", quoted(expression))
        }
        Action::Set(name, literal) => {
            format!("  await dbg.commands.scriptCommand.execute({}, {{ frameActor: dbg.selectors.getSelectedFrame().id }});\n", quoted(&format!("{name} = {literal}")))
        }
        Action::Skip(..) | Action::AsyncCallers(_) | Action::Output => String::new(),
    }
}

fn firefox_checks(action: &Action, right: &Seen) -> String {
    let mut checks = String::new();
    if let Some(line) = right.line {
        checks.push_str(&match action {
            Action::Break(_) | Action::BreakAt(_) | Action::BreakIf(..) | Action::Log(..) => {
                format!("  await assertBreakpoint(dbg, {line});\n")
            }
            _ => format!("  await assertPausedAtSourceAndLine(dbg, source.id, {line});\n"),
        });
    }
    if right.ended.is_some() {
        checks.push_str("  assertNotPaused(dbg, \"the program ends\");\n");
    }
    for (name, value) in right.variables.iter().flatten() {
        checks.push_str(&format!(
            "  is(shownInScopes(dbg, {}), {}, {});\n",
            quoted(name),
            quoted(value),
            quoted(&format!("what is shown for {name}"))
        ));
    }
    if let Some(printed) = &right.printed {
        for text in printed {
            checks.push_str(&format!("  await hasConsoleMessage(dbg, {});\n", quoted(text)));
        }
    }
    if let Some(value) = &right.value {
        checks.push_str(&format!(
            "  is(String(evaluated.result), {}, \"the value\");\n",
            quoted(value)
        ));
    }
    checks
}

/// A test of test262.
fn of_test262(bug: &Bug, test: &EngineTest) -> String {
    let mut head = vec!["/*---".to_owned()];
    if let Some(clause) = &bug.clause {
        head.push(format!("esid: {clause}"));
    }
    let folded = |text: &str| text.replace("---*/", "").replace('\n', "\n  ");
    head.push(format!("description: >\n  {}", folded(&bug.title)));
    head.push(format!("info: >\n  {}", folded(&bug.why)));
    if test.test.contains("assert.compareArray") {
        head.push("includes: [compareArray.js]".to_owned());
    }
    if !test.test.trim_start().starts_with("'use strict'") {
        head.push("flags: [noStrict]".to_owned());
    }
    head.push("---*/".to_owned());
    format!("{}\n\n{}\n", head.join("\n"), test.test.trim_end())
}

/// A test of GCC's test suite.
fn of_dejagnu(case: &Compilation) -> String {
    let kind = if case.symptom == "wrong code" { "run" } else { "compile" };
    format!(
        "/* {{ dg-do {kind} }} */\n/* {{ dg-options \"{}\" }} */\n\n{}\n",
        case.bad.join(" "),
        case.program.trim_end()
    )
}
