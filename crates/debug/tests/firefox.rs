//! The Firefox backend against the real Firefox (`firefox-esr`).
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parallax_debug::{Debugger, Instance, LaunchError, Loaded, backends};
use parallax_model::{
    Action, Ending, FRAME_LIMIT, Misbehaviour, Observation, Pause, Program, Source, Value,
    parse_actions,
};
use parallax_process::{Process, Scratch, kill_process};
use tokio::sync::Mutex;

/// One browser at a time: each has half a dozen processes.
static TURN: Mutex<()> = Mutex::const_new(());

fn instance() -> Instance {
    Instance::new("firefox", "firefox", "firefox-esr")
}

async fn launch(instance: &Instance) -> Box<dyn Debugger> {
    let backend = backends::find("firefox").expect("the backend is listed");
    match tokio::time::timeout(Duration::from_secs(120), backend.launch(instance)).await {
        Ok(Ok(debugger)) => debugger,
        Ok(Err(error)) => panic!("these tests need firefox-esr: {error}"),
        Err(_) => panic!("firefox-esr did not get ready within two minutes"),
    }
}

/// Runs a session and words what was seen, one line for each action.
async fn trace(debugger: &mut dyn Debugger, text: &str, actions: &str) -> Vec<String> {
    observe(debugger, text, actions).await.iter().map(words).collect()
}

/// Runs a session, for a minute at most.
async fn observe(debugger: &mut dyn Debugger, text: &str, actions: &str) -> Vec<Observation> {
    let session = observe_unhurried(debugger, text, actions);
    tokio::time::timeout(Duration::from_secs(60), session).await.expect("Firefox does not answer")
}

async fn observe_unhurried(
    debugger: &mut dyn Debugger,
    text: &str,
    actions: &str,
) -> Vec<Observation> {
    let program = Program::new("test.js", text);
    assert_eq!(debugger.load(&program).await, Ok(Loaded::Ready), "{text}");
    let mut seen = Vec::new();
    for action in parse_actions(actions).unwrap() {
        let observation = debugger.perform(action).await.unwrap_or_else(Observation::Misbehaved);
        let is_over = matches!(observation, Observation::Finished(_) | Observation::Misbehaved(_));
        seen.push(observation);
        if is_over {
            break;
        }
    }
    debugger.unload().await.unwrap();
    seen
}

fn words(observation: &Observation) -> String {
    match observation {
        Observation::BreakpointSet(Some(place)) => format!("set {place}"),
        Observation::BreakpointSet(None) => "set nowhere".into(),
        Observation::BreakpointRemoved(removed) => format!("removed {removed}"),
        Observation::Paused(pause) => pause_words(pause),
        Observation::Finished(Ending::Completed) => "completed".into(),
        Observation::Finished(ending) => format!("{ending:?}"),
        Observation::Misbehaved(misbehaviour) => misbehaviour.to_string(),
        other => format!("{other:?}"),
    }
}

/// `inner 3:2, outer 9:0 | Function a=1 b="x"`, without `arguments` and empty scopes.
fn pause_words(pause: &Pause) -> String {
    let frames = pause.stack.iter().map(|frame| {
        let eval = if frame.source == Source::Eval { "eval:" } else { "" };
        format!("{} {eval}{}", frame.function, frame.location)
    });
    let mut line = frames.collect::<Vec<_>>().join(", ");
    for scope in &pause.scopes {
        let shown: Vec<_> = scope.variables.iter().filter(|v| v.name != "arguments").collect();
        if !shown.is_empty() {
            write!(line, " | {:?}", scope.kind).unwrap();
        }
        for variable in shown {
            write!(line, " {}={}", variable.name, variable.value).unwrap();
        }
    }
    line
}

/// One program, what is done with it, and what Firefox shows.
type Case<'a> = (&'a str, &'a str, &'a [&'a str]);

async fn check(debugger: &mut dyn Debugger, cases: &[Case<'_>]) {
    for (text, actions, expected) in cases {
        assert_eq!(trace(debugger, text, actions).await, *expected, "{text}\n{actions}");
    }
}

async fn breakpoints_slide_and_are_hit() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    assert!(debugger.version().starts_with("Firefox/"), "{}", debugger.version());
    check(
        &mut *debugger,
        &[
            // Past comments and blank lines, to nowhere past the end; the first statement is hit,
            // and top-level variables are there before they are initialised.
            (
                "// one\n\n/* two\n*/\nlet a = 1;\n\nlet b = 2;\n// end",
                "break 1; break 3; break 6; break 8; break 9; start; resume; resume; resume",
                &[
                    "set 5:8",
                    "set 5:8",
                    "set 7:8",
                    "set 8:6",
                    "set nowhere",
                    "(global) 5:8 | Script a=<uninitialized> b=<uninitialized>",
                    "(global) 7:8 | Script a=1 b=<uninitialized>",
                    "(global) 8:6 | Script a=1 b=2",
                    "completed",
                ],
            ),
            // The first pause is not taken for a repetition of the one before the program.
            (
                "debugger;\nlet a = 1;",
                "start; resume",
                &["(global) 1:0 | Script a=<uninitialized>", "completed"],
            ),
            (
                "f();\nfunction f() {}",
                "break 1; start; resume",
                &["set 1:0", "(global) 1:0", "completed"],
            ),
        ],
    )
    .await;
}

async fn breakpoints_are_counted_and_move() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    let lines = "let a = 1;\nlet b = 2;\n\n\nlet c = 3;";
    check(
        &mut *debugger,
        &[
            // Two breakpoints at one place are two.
            (
                lines,
                "break 3; break 4; unbreak 4; unbreak 4; start; resume",
                &[
                    "set 5:8",
                    "set 5:8",
                    "removed true",
                    "removed false",
                    "(global) 5:8 | Script a=1 b=2 c=<uninitialized>",
                    "completed",
                ],
            ),
            // One that is set twice is one.
            (
                lines,
                "break 3; break 3; unbreak 3; unbreak 3; start",
                &["set 5:8", "set 5:8", "removed true", "removed false", "completed"],
            ),
            // Breakpoints move while the program is paused.
            (
                lines,
                "break 1; start; break 2; unbreak 1; resume; unbreak 2; break 5; resume; resume",
                &[
                    "set 1:8",
                    "(global) 1:8 | Script a=<uninitialized> b=<uninitialized> c=<uninitialized>",
                    "set 2:8",
                    "removed true",
                    "(global) 2:8 | Script a=1 b=<uninitialized> c=<uninitialized>",
                    "removed true",
                    "set 5:8",
                    "(global) 5:8 | Script a=1 b=2 c=<uninitialized>",
                    "completed",
                ],
            ),
        ],
    )
    .await;
}

async fn places_are_those_of_the_text() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    check(
        &mut *debugger,
        &[
            // A program may call itself something else.
            (
                "let a = 1;\n//# sourceURL=other.js",
                "break 1; start; unbreak 1; over",
                &[
                    "set 1:8",
                    "(global) 1:8 | Script a=<uninitialized>",
                    "removed true",
                    "(global) 2:22 | Script a=1",
                ],
            ),
            // Columns are UTF-16 code units, and a byte order mark is one.
            (
                "\u{feff}let a = '\u{1F600}', b = 2;\r\nlet c = 3;\r\n",
                "break 1; start; over; over; over; over",
                &[
                    "set 1:9",
                    "(global) 1:9 | Script a=<uninitialized> b=<uninitialized> c=<uninitialized>",
                    "(global) 1:19 | Script a=\"\u{1F600}\" b=<uninitialized> c=<uninitialized>",
                    "(global) 2:8 | Script a=\"\u{1F600}\" b=2 c=<uninitialized>",
                    "(global) 3:0 | Script a=\"\u{1F600}\" b=2 c=3",
                    "completed",
                ],
            ),
        ],
    )
    .await;

    let long = "let n = 0;\n".to_owned() + &"n += 1;\n".repeat(9_998) + "n;";
    let far = trace(&mut *debugger, &long, "break 9999; start; over; over; over").await;
    assert_eq!(far[..2], ["set 9999:0", "(global) 9999:0 | Script n=9997"]);
    assert_eq!(far.last().unwrap(), "completed");
}

async fn programs_run_as_firefox_runs_them() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    check(
        &mut *debugger,
        &[
            // Iterations vanish while stepping: a step to the place of the last pause is none.
            (
                "let s = 0;\nfor (const e of [1, 2, 3]) {\n  s += e;\n}\nconsole.log(s);\n",
                "break 2; start; over; over",
                &[
                    "set 2:16",
                    "(global) 2:16 | Block e=<uninitialized> | Script s=0",
                    "(global) 3:2 | Block e=1 | Script s=0",
                    "(global) 5:0 | Script s=6",
                ],
            ),
            // Variables are gone at the closing brace.
            (
                "function f() {\n  let a = 1;\n  const b = 2;\n  return a + b;\n}\nf();\n",
                "break 4; start; over",
                &["set 4:2", "f 4:2, (global) 6:0 | Function a=1 b=2", "f 5:0, (global) 6:0"],
            ),
            // Frames of nested functions, and whose scope is whose.
            (
                "function outer(p) {\n  let o = p;\n  (function named(q) {\n    try { throw q; } \
                 catch (e) {\n      let i = o;\n      debugger;\n    }\n  })(2);\n}\nouter(1);",
                "start; out; out; resume",
                &[
                    "named 6:6, outer 8:4, (global) 10:5 | Block i=1 | Catch e=2 | Function q=2 \
                     | FunctionName named=<unavailable> | Closure o=1 | Closure p=<unavailable>",
                    "outer 9:0, (global) 10:5 | Function p=1",
                    "(global) 10:9",
                    "completed",
                ],
            ),
        ],
    )
    .await;
}

async fn programs_end() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    check(
        &mut *debugger,
        &[
            // The end of a program, however it is reached.
            (
                "let a = 1;\nlet b = 2;",
                "break 2; start; in; in",
                &[
                    "set 2:8",
                    "(global) 2:8 | Script a=1 b=<uninitialized>",
                    "(global) 2:10 | Script a=1 b=2",
                    "completed",
                ],
            ),
            ("", "break 1; start", &["set nowhere", "completed"]),
            ("// nothing\n", "break 1; start", &["set nowhere", "completed"]),
            ("throw new TypeError('one\\ntwo');", "start", &["Threw(\"TypeError: one\")"]),
            ("throw 5;", "start", &["Threw(\"uncaught exception: 5\")"]),
            (
                "let undefined = 1;",
                "start",
                &["Threw(\"SyntaxError: redeclaration of non-configurable global property undefined\")"],
            ),
            ("try { throw 1; } catch {}\nPromise.reject(2);", "start", &["completed"]),
        ],
    )
    .await;
    for (text, reason) in [
        ("let a = ;", "SyntaxError: expected expression, got ';'"),
        ("let a;\nlet a;", "SyntaxError: redeclaration of let a"),
        ("return 1;", "SyntaxError: return not in function"),
    ] {
        let loaded = debugger.load(&Program::new("p", text)).await;
        assert_eq!(loaded, Ok(Loaded::Rejected(reason.into())));
        debugger.unload().await.unwrap();
    }
}

async fn all_that_a_program_starts_belongs_to_it() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    check(
        &mut *debugger,
        &[
            // Promise jobs belong to the program.
            (
                "async function f() {\n  let x = await 1;\n  x++;\n}\nf().then(() => {\n  end++;\n});\n\
                 let end = 1;",
                "break 3; break 6; start; resume; resume",
                &[
                    "set 3:2",
                    "set 6:2",
                    "f 3:2 | Function x=1 | Script end=1",
                    " 6:2 | Script end=1",
                    "completed",
                ],
            ),
            // Text that the program makes is told from the program's own.
            (
                "let a = 1;\neval('let z = 3;\\nz++;');\n",
                "break 2; start; in; in; resume",
                &[
                    "set 2:0",
                    "(global) 2:0 | Script a=1",
                    "(eval) eval:1:8, (global) 2:0 | Block z=<uninitialized> | Script a=1",
                    "(eval) eval:2:0, (global) 2:0 | Block z=3 | Script a=1",
                    "completed",
                ],
            ),
            // Dialogs are answered, and steps do not see by whom.
            (
                "alert(1);\nlet c = confirm('?');\nlet p = prompt('?');\nprint();\nlet e = 0;",
                "break 1; start; in; in; in; in; resume",
                &[
                    "set 1:0",
                    "(global) 1:0 | Script c=<uninitialized> p=<uninitialized> e=<uninitialized>",
                    "(global) 2:8 | Script c=<uninitialized> p=<uninitialized> e=<uninitialized>",
                    "(global) 3:8 | Script c=true p=<uninitialized> e=<uninitialized>",
                    "(global) 4:0 | Script c=true p=\"\" e=<uninitialized>",
                    "(global) 5:8 | Script c=true p=\"\" e=<uninitialized>",
                    "completed",
                ],
            ),
            // A `with` object's properties are not read.
            ("with ({ w: 1 }) {\n  debugger;\n}", "start", &["(global) 2:2"]),
        ],
    )
    .await;
}

async fn values_are_shown_in_full() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    let values = [
        ("undefined", "undefined"),
        ("null", "null"),
        ("true", "true"),
        ("-0", "-0"),
        ("NaN", "NaN"),
        ("-1/0", "-Infinity"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("1e21", "1e+21"),
        ("-10n", "-10n"),
        ("Symbol('d')", "Symbol(d)"),
        ("Symbol()", "Symbol()"),
        ("'a\\nb'", "\"a\\nb\""),
        ("'\\ud800'", "\"\\\\ud800\""),
        ("'\u{e9}'.repeat(9_999).length", "9999"),
        ("({})", "object Object"),
        ("[1]", "object Array"),
        ("new Map", "object Map"),
        ("new RangeError('e')", "object RangeError"),
        ("new Proxy({}, {})", "object Proxy"),
        ("Object.create(null)", "object Object"),
        ("() => 1", "function"),
        ("class {}", "function"),
        ("async function* () {}", "function"),
        ("Math.max.bind(0)", "function"),
    ];
    for (expression, expected) in values {
        let text = format!("let v = {expression};\ndebugger;");
        let seen = trace(&mut *debugger, &text, "start").await;
        assert_eq!(seen, [format!("(global) 2:0 | Script v={expected}")], "{expression}");
    }
    for length in [9_999, 10_000, 40_000] {
        let text = format!("let v = '\u{1F600}'.repeat({length} / 2);\ndebugger;");
        let seen = observe(&mut *debugger, &text, "start").await;
        let scope = seen[0].pause().unwrap().scopes.last().unwrap().clone();
        assert_eq!(scope.variables[0].value, Value::string(&"\u{1F600}".repeat(length / 2)));
    }
    let deep = format!("{}debugger;{}", "{ let a = 1;".repeat(200), "}".repeat(200));
    let seen = observe(&mut *debugger, &deep, "start").await;
    assert_eq!(seen[0].pause().unwrap().scopes.len(), 201);
    let recursion =
        "function f(n) {\n  if (n === 0) { debugger; }\n  else { f(n - 1); }\n}\nf(500);";
    let seen = observe(&mut *debugger, recursion, "start").await;
    assert_eq!(seen[0].pause().unwrap().stack.len(), FRAME_LIMIT);
}

async fn sessions_leave_nothing_behind() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    let next: &[Case<'_>] = &[(
        "debugger;\nlet a = typeof b + typeof c;\nlet d = 0;",
        "break 3; start; resume; resume",
        &[
            "set 3:8",
            "(global) 1:0 | Script a=<uninitialized> d=<uninitialized>",
            "(global) 3:8 | Script a=\"undefinedundefined\" d=<uninitialized>",
            "completed",
        ],
    )];
    // Each of these leaves something that the next session must not see: variables, a step that
    // was never used up, a loop without end, timers, jobs, a breakpoint, handlers.
    let earlier = [
        ("let b = 1;\nvar c = 2;", "break 1; start"),
        ("let b = 1;\nvar c = 2;", "break 1; start; in; in; in; in"),
        ("let b = 1;\nvar c = 2;", "break 2"),
        ("while (true) {\n  try { var c = 1; } finally { c++; }\n}", "break 2; start; over"),
        ("while (true) {}", ""),
        ("setInterval(() => {\n  debugger;\n}, 0);\nsetTimeout('debugger');", "break 2; start"),
        ("async function f() {\n  for (;;) { await 0; debugger; }\n}\nf();", "start; resume"),
        ("onpagehide = onunload = () => {\n  debugger;\n};", "start"),
        ("function* g() { yield 1; }\nfor (const b of g()) {\n  debugger;\n}", "start; in; in"),
        ("alert = null; onerror = null; console = null; Promise = null;\nthrow 1;", "start"),
    ];
    for (text, actions) in earlier {
        trace(&mut *debugger, text, actions).await;
        check(&mut *debugger, next).await;
    }
    assert!(matches!(debugger.load(&Program::new("p", "let 1;")).await, Ok(Loaded::Rejected(_))));
    check(&mut *debugger, next).await;
}

async fn sessions_repeat_themselves_even_across_pages() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    let text = "function f(n) {\n  return n < 2 ? n : f(n - 1) + f(n - 2);\n}\nlet a = f(3);";
    let actions = "break 2; start; in; out; over; resume; in";
    let first = observe(&mut *debugger, text, actions).await;
    assert_eq!(first.len(), 7);
    for session in 1..=220 {
        assert_eq!(observe(&mut *debugger, text, actions).await, first, "session {session}");
    }
}

async fn a_program_without_end_dies_with_the_debugger() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    let folders = scratch_folders();
    assert_eq!(folders.len(), 1, "{folders:?}");
    let group = group_of(&folders[0]);
    assert!(members(group).len() > 1);
    let program = Program::new("p", "for (;;) {}");
    assert_eq!(debugger.load(&program).await, Ok(Loaded::Ready));
    let limit = Duration::from_millis(300);
    assert!(tokio::time::timeout(limit, debugger.perform(Action::Start)).await.is_err());
    drop(debugger);
    assert!(!folders[0].exists());
    for _ in 0..100 {
        if members(group).is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("left running: {:?}", members(group));
}

async fn the_death_of_the_pages_process_is_noticed() {
    let _turn = TURN.lock().await;
    let mut debugger = launch(&instance()).await;
    let program = Program::new("p", "for (;;) {}");
    assert_eq!(debugger.load(&program).await, Ok(Loaded::Ready));
    let group = group_of(&scratch_folders()[0]);
    let killer = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        for pid in members(group) {
            let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
            if name.starts_with("Web Content") || name.starts_with("Isolated Web") {
                kill_process(pid);
            }
        }
    });
    let limit = Duration::from_secs(20);
    let seen = tokio::time::timeout(limit, debugger.perform(Action::Start)).await;
    killer.await.unwrap();
    assert!(matches!(seen, Ok(Err(Misbehaviour::Died(_)))), "{seen:?}");
}

async fn a_running_browser_can_be_attached_to() {
    let _turn = TURN.lock().await;
    let scratch = Scratch::new().unwrap();
    let preferences = "user_pref('devtools.debugger.remote-enabled', true);\n\
                       user_pref('devtools.chrome.enabled', true);\n\
                       user_pref('devtools.debugger.prompt-connection', false);\n";
    std::fs::write(scratch.path().join("user.js"), preferences).unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = tokio::process::Command::new("firefox-esr");
    command.args(["--headless", "--no-remote", "--start-debugger-server"]);
    command.arg(free.port().to_string()).arg("--profile").arg(scratch.path());
    command.env("HOME", scratch.path()).env("TMPDIR", scratch.path());
    let _process = Process::spawn_unconfined(&mut command).expect("these tests need firefox-esr");

    let attached = Instance { endpoint: Some(free.to_string()), ..instance() };
    let backend = backends::find("firefox").unwrap();
    let mut debugger = loop {
        match backend.launch(&attached).await {
            Ok(debugger) => break debugger,
            Err(LaunchError::NotReady { .. }) => {
                tokio::time::sleep(Duration::from_millis(200)).await
            }
            Err(error) => panic!("{error}"),
        }
    };
    let text = "let a = 1;\nlet b = 2;";
    let expected: &[&str] =
        &["set 1:8", "(global) 1:8 | Script a=<uninitialized> b=<uninitialized>"];
    for _ in 0..3 {
        check(&mut *debugger, &[(text, "break 1; start", expected)]).await;
    }
}

async fn a_missing_browser_is_named() {
    let missing = Instance { command: "no-such-firefox".into(), ..instance() };
    let backend = backends::find("firefox").unwrap();
    let error = backend.launch(&missing).await.err().expect("there is no such command");
    assert!(error.to_string().contains("no-such-firefox"), "{error}");
    let crashing = Instance { command: "false".into(), ..instance() };
    let error = backend.launch(&crashing).await.err().expect("it ends at once");
    assert!(matches!(error, LaunchError::NotReady { .. }), "{error}");
}

/// The folders that this process's debuggers use now.
fn scratch_folders() -> Vec<PathBuf> {
    let prefix = format!("parallax-{}-", std::process::id());
    let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix))
        .map(|entry| entry.path())
        .collect()
}

/// The process group of the browser whose profile is in a folder.
fn group_of(folder: &Path) -> i32 {
    let folder = folder.display().to_string();
    let is_it = |pid: &i32| {
        let arguments = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&arguments).contains(&folder)
    };
    pids().find(is_it).expect("the browser runs")
}

/// The processes of a group that run.
fn members(group: i32) -> Vec<i32> {
    let is_member = |pid: &i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let fields: Vec<_> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        fields.first() != Some(&"Z") && fields.get(2) == Some(&group.to_string().as_str())
    };
    pids().filter(is_member).collect()
}

fn pids() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

parallax_testing::async_tests! {
    [FIREFOX] {
        breakpoints_slide_and_are_hit,
        breakpoints_are_counted_and_move,
        places_are_those_of_the_text,
        programs_run_as_firefox_runs_them,
        programs_end,
        all_that_a_program_starts_belongs_to_it,
        values_are_shown_in_full,
        sessions_leave_nothing_behind,
        sessions_repeat_themselves_even_across_pages,
        a_program_without_end_dies_with_the_debugger,
        the_death_of_the_pages_process_is_noticed,
        a_running_browser_can_be_attached_to,
        a_missing_browser_is_named,
    }
}
