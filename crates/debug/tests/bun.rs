//! The Bun backend on the real Bun.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::time::Duration;

use parallax_debug::{Debugger, Instance, Loaded, backends};
use parallax_model::{
    Action, Ending, FRAME_LIMIT, Misbehaviour, Observation, Pause, Program, Scope, Source,
    parse_actions,
};
use parallax_process::kill_process;
use parallax_testing::needs::BUN;

fn instance(args: &[&str]) -> Instance {
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    Instance { args, ..Instance::new("bun", "bun", BUN.path()) }
}

/// What a test waits for comes in a minute, or the test fails here.
async fn within_a_minute<T>(awaited: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), awaited).await.expect("Bun does not answer")
}

async fn launch() -> Box<dyn Debugger> {
    launch_instance(&instance(&[])).await
}

async fn launch_instance(instance: &Instance) -> Box<dyn Debugger> {
    within_a_minute(backends::find("bun").unwrap().launch(instance)).await.unwrap()
}

/// Runs one session and writes down what was shown, a line for each action.
async fn trace(debugger: &mut dyn Debugger, text: &str, actions: &str) -> Vec<String> {
    within_a_minute(trace_unhurried(debugger, text, actions)).await
}

async fn trace_unhurried(debugger: &mut dyn Debugger, text: &str, actions: &str) -> Vec<String> {
    let mut shown = Vec::new();
    match debugger.load(&Program::new("program.js", text)).await.unwrap() {
        Loaded::Rejected(words) => shown.push(format!("rejected: {words}")),
        Loaded::Ready => {
            for action in parse_actions(actions).unwrap() {
                let observation = debugger.perform(action).await.unwrap();
                shown.push(show(&observation));
                if matches!(observation, Observation::Finished(_)) {
                    break;
                }
            }
        }
    }
    debugger.unload().await.unwrap();
    shown
}

async fn check(text: &str, actions: &str, expected: &[&str]) {
    let shown = trace(launch().await.as_mut(), text, actions).await;
    assert_eq!(shown, expected, "{actions} in\n{text}");
}

fn show(observation: &Observation) -> String {
    match observation {
        Observation::BreakpointSet(None) => "no place".into(),
        Observation::BreakpointSet(Some(place)) => format!("set {place}"),
        Observation::BreakpointRemoved(removed) => format!("removed {removed}"),
        Observation::Paused(pause) => show_pause(pause),
        Observation::Finished(Ending::Completed) => "completed".into(),
        Observation::Finished(Ending::Threw(what)) => format!("threw {what}"),
        other => format!("{other:?}"),
    }
}

fn show_pause(pause: &Pause) -> String {
    let stack = pause.stack.iter().map(|frame| {
        let eval = if frame.source == Source::Eval { "eval " } else { "" };
        format!("{}@{eval}{}", frame.function, frame.location)
    });
    let stack = stack.collect::<Vec<_>>().join(" < ");
    pause.scopes.iter().map(show_scope).fold(stack, |shown, scope| shown + " | " + &scope)
}

fn show_scope(scope: &Scope) -> String {
    let mut variables: Vec<String> =
        scope.variables.iter().map(|one| format!("{}={}", one.name, one.value)).collect();
    // JavaScriptCore lists variables in the order of a hash table.
    variables.sort();
    format!("{:?} {}", scope.kind, variables.join(" ")).trim_end().to_owned()
}

const FUNCTION: &str = "\
let a = 1;
function f(x) {
  let y = x + 1;
  return y;
}
// a comment

const b = f(a);
var v = b;
";

async fn breakpoints_slide_past_what_cannot_pause() {
    check(
        FUNCTION,
        "break 2; break 5; break 6; break 7; break 10; break 11; unbreak 3",
        &["set 3:2", "set 5:0", "set 8:0", "set 8:0", "no place", "no place", "removed false"],
    )
    .await;
}

async fn the_first_statement_can_be_stopped_at() {
    check(
        "let a = 1;\nlet b = 2;\n",
        "break 1; start; resume",
        &["set 1:0", "global code@1:0 | Script a=<uninitialized> b=<uninitialized>", "completed"],
    )
    .await;
}

async fn steps_go_in_and_out_and_past_the_end() {
    check(
        FUNCTION,
        "break 8; start; in; over; over; over; in; over; over",
        &[
            "set 8:0",
            "global code@8:0 | Script a=1 b=<uninitialized>",
            "f@3:2 < global code@8:11 | Function y=<uninitialized> \
             | Function arguments=object Arguments x=1 | Script a=1 b=<uninitialized>",
            "f@4:2 < global code@8:11 | Function y=2 \
             | Function arguments=object Arguments x=1 | Script a=1 b=<uninitialized>",
            "f@5:1 < global code@8:11 | Function y=2 \
             | Function arguments=object Arguments x=1 | Script a=1 b=<uninitialized>",
            "global code@9:0 | Script a=1 b=2",
            "global code@10:0 | Script a=1 b=2",
            "completed",
        ],
    )
    .await;
    check(
        FUNCTION,
        "break 4; start; out; out",
        &[
            "set 4:2",
            "f@4:2 < global code@8:11 | Function y=2 \
             | Function arguments=object Arguments x=1 | Script a=1 b=<uninitialized>",
            "global code@9:0 | Script a=1 b=2",
            "completed",
        ],
    )
    .await;
}

async fn breakpoints_that_share_a_place_are_removed_one_by_one() {
    let text = "let a = 1;\n\n\nlet b = 2;\nfunction g() {\n  return 1;\n}\ng();\n";
    let first = "break 2; break 6; break 3; break 4; break 4";
    let set = ["set 4:0", "set 6:2", "set 4:0", "set 4:0", "set 4:0"];
    let stop = "global code@4:0 | Script a=1 b=<uninitialized>";
    let inside = "g@6:2 < global code@8:1 | Function arguments=object Arguments | Script a=1 b=2";
    let cases = [
        ("unbreak 2; unbreak 4; unbreak 4; start; resume", vec!["removed true"; 3], vec![stop]),
        ("unbreak 2; unbreak 4; unbreak 4; unbreak 3; start", vec!["removed true"; 4], vec![]),
        (
            "unbreak 4; unbreak 2; break 2; start; resume",
            vec!["removed true"; 2],
            vec!["set 4:0", stop],
        ),
    ];
    for (actions, removed, rest) in cases {
        let expected = [&set[..], &removed, &rest, &[inside]].concat();
        check(text, &format!("{first}; {actions}"), &expected).await;
    }
}

async fn a_breakpoint_can_be_removed_where_the_program_stands() {
    check(
        "for (let i = 0; i < 3; i++) {\n  i;\n}\n",
        "break 2; start; resume; unbreak 2; unbreak 2; resume",
        &[
            "set 2:2",
            "global code@2:2 | Block i=0 | Script",
            "global code@2:2 | Block i=1 | Script",
            "removed true",
            "removed false",
            "completed",
        ],
    )
    .await;
}

async fn own_scopes_are_told_from_closures() {
    let text = "\
function outer(p) {
  let o = 10;
  {
    let block = 5;
    (function inner(q) {
      for (let k = 0; k < 1; k++) {
        debugger;
      }
      return o + block + p;
    })(7);
  }
}
outer(3);
(() => { debugger; })();
{ let top = 1; try { throw 2; } catch (e) { debugger; e; } }
with ({ w: 1, __proto__: null }) { debugger; }
";
    check(
        text,
        "start; resume; resume; resume",
        &[
            "inner@7:8 < outer@10:6 < global code@13:5 | Block k=0 \
             | Function arguments=object Arguments q=7 | FunctionName inner=function \
             | Closure block=5 | Closure o=10 | Closure arguments=object Arguments p=3 | Script",
            "@14:9 < global code@14:21 | Function | Script",
            "global code@15:44 | Catch e=2 | Block top=1 | Script",
            "global code@16:35 | With w=1 | Script",
        ],
    )
    .await;
}

async fn values_keep_their_types() {
    let text = "\
function values() {
  let undefinedLet, nullLet = null, yes = true, minusZero = -0, zero = 0, nan = NaN;
  let infinite = -Infinity, tiny = 1e-7, huge = 1e21, big = -12345678901234567890n;
  let named = Symbol('s'), unnamed = Symbol(), text = 'a\\n\\u{1F600}', half = '\\ud800';
  let object = {}, array = [1], map = new Map, error = new TypeError('x'), regexp = /x/;
  class K {} let instance = new K, arrow = () => 1, proxy = new Proxy(() => 1, {});
  debugger;
}
values();
";
    let shown = trace(launch().await.as_mut(), text, "start").await;
    let shown = shown[0].split(" | ").nth(1).unwrap();
    let expected = "Function K=function array=object Array arrow=function \
        big=-12345678901234567890n error=object TypeError half=\"\\\\ud800\" huge=1e+21 \
        infinite=-Infinity instance=object K map=object Map minusZero=-0 named=Symbol(s) nan=NaN \
        nullLet=null object=object Object proxy=function regexp=object RegExp \
        text=\"a\\n😀\" tiny=1e-7 undefinedLet=undefined unnamed=Symbol() yes=true zero=0";
    assert_eq!(shown, expected);
}

async fn uninitialised_is_told_from_undefined() {
    check(
        "function f() {\n  const g = () => late;\n  debugger;\n  let late, early = 1;\n  debugger;\n  return g;\n}\nf();\n",
        "start; resume",
        &[
            "f@3:2 < global code@8:1 | Function early=<uninitialized> g=function late=<uninitialized> \
             | Function arguments=object Arguments | Script",
            "f@5:2 < global code@8:1 | Function early=1 g=function late=undefined \
             | Function arguments=object Arguments | Script",
        ],
    )
    .await;
}

async fn long_strings_come_whole() {
    let text = "let short = 'ab'.repeat(4999); let long = 'x'.repeat(2000000);\ndebugger;\n";
    let shown = trace(launch().await.as_mut(), text, "start").await;
    assert!(shown[0].contains(&format!("short={:?}", "ab".repeat(4999))));
    assert!(shown[0].contains("long=<string of 2000000, hash "), "{}", &shown[0][..200]);
}

async fn endings_are_told_apart() {
    check("let a = 1;\n", "start", &["completed"]).await;
    check("throw new TypeError('bad\\nnews');\n", "start", &["threw TypeError: bad"]).await;
    check("throw undefined;\n", "start", &["threw undefined"]).await;
    check("throw null;\n", "start", &["threw null"]).await;
    check("throw 'text';\n", "start", &["threw text"]).await;
    check("let undefined;\n", "break 1; start", &[
        "set 1:0",
        "threw SyntaxError: Can't create duplicate variable that shadows a global property: 'undefined'",
    ]).await;
    check("let a = ;\n", "start", &["rejected: SyntaxError: Unexpected token ';'"]).await;
    check(
        "let a; let a;\n",
        "start",
        &["rejected: SyntaxError: Cannot declare a let variable twice: 'a'."],
    )
    .await;
    // What jobs throw ends no script, and neither does what a script's value would do.
    check("queueMicrotask(() => { throw 1; });\n", "start", &["completed"]).await;
    check("Promise.reject(new Error('no'));\n", "start", &["completed"]).await;
    check("({ then() { throw 1; } });\n", "start", &["completed"]).await;
}

async fn nothing_to_run_is_run() {
    for text in ["", "\n", "// nothing\n", "\u{feff}", ";"] {
        check(text, "start", &["completed"]).await;
    }
    check("", "break 1; break 2; start", &["no place", "no place", "completed"]).await;
}

async fn texts_keep_their_lines_and_columns() {
    check(
        "let a = 1;\r\n\r\nlet b = 2;\rlet c = 3;\n",
        "break 2; start; over; over",
        &[
            "set 3:0",
            "global code@3:0 | Script a=1 b=<uninitialized> c=<uninitialized>",
            "global code@4:0 | Script a=1 b=2 c=<uninitialized>",
            "global code@5:0 | Script a=1 b=2 c=3",
        ],
    )
    .await;
    check(
        "\u{feff}f();\nfunction f() {}\n",
        "break 1; start",
        &["set 1:1", "global code@1:1 | Script"],
    )
    .await;
    check(
        "#!/usr/bin/env bun\nf();\nfunction f() {}\n",
        "break 1; start",
        &["set 2:0", "global code@2:0 | Script"],
    )
    .await;
    check(
        "/*😀𝒳*/f(); f();\nfunction f() {}\n",
        "break 1; start; over",
        &["set 1:8", "global code@1:8 | Script", "global code@1:13 | Script"],
    )
    .await;
    check(
        "f();\nfunction f() {}\n//# sourceURL=other.js\n",
        "break 1; start",
        &["set 1:0", "global code@1:0 | Script"],
    )
    .await;
}

async fn a_strict_program_stays_strict() {
    let text = "'use strict';\nlet self = (function () { return this; })();\ndebugger;\n";
    check(text, "start", &["global code@3:0 | Script self=undefined"]).await;
    let text = "let self = (function () { return this === globalThis; })();\ndebugger;\n";
    check(text, "start", &["global code@2:0 | Script self=true"]).await;
    let text = "#!shebang\n'use strict';\nwith ({}) {}\n";
    check(
        text,
        "start",
        &["rejected: SyntaxError: 'with' statements are not valid in strict mode."],
    )
    .await;
}

async fn jobs_are_debugged_before_the_end() {
    let text = "\
async function f(p) {
  await null;
  p = 2;
}
f(1);
queueMicrotask(() => {
  f;
});
setTimeout(() => {
  debugger;
});
";
    let shown =
        trace(launch().await.as_mut(), text, "break 3; break 7; start; resume; resume").await;
    assert_eq!(shown[..2], ["set 3:2", "set 7:2"]);
    assert!(shown[2].starts_with("f@3:2 | "), "{}", shown[2]);
    assert!(shown[2].contains("p=1"), "{}", shown[2]);
    assert_eq!(shown[3], "@7:2 | Function | Script");
    assert_eq!(shown[4], "completed");
}

async fn eval_code_is_seen_as_such() {
    let text = "\
function f(a) {
  return eval('let e = a + 1;\\ndebugger;\\ne');
}
f(1);
(0, eval)('debugger; //# sourceURL=named.js');
new Function('b', 'debugger;')(3);
";
    check(
        text,
        "start; resume; resume; over; over",
        &[
            "eval code@eval 2:0 < f@2:13 < global code@4:1 | Eval e=2 \
             | Closure a=1 arguments=object Arguments | Script",
            "eval code@eval 1:0 < global code@5:9 | Script",
            "anonymous@eval 3:0 < global code@6:30 | Function arguments=object Arguments b=3 | Script",
            "anonymous@eval 4:1 < global code@6:30 | Function arguments=object Arguments b=3 | Script",
            "global code@7:0 | Script",
        ],
    )
    .await;
}

async fn steps_do_not_enter_what_is_not_the_program() {
    let text = "\
process.nextTick(() => 1);
[1].forEach(x => {
  x;
});
console.log(new URL('http://a/'));
alert('a'); confirm('b'); prompt('c');
";
    let shown =
        trace(launch().await.as_mut(), text, "break 1; start; in; in; in; in; in; in; in").await;
    let places: Vec<&str> = shown.iter().map(|line| line.split(" | ").next().unwrap()).collect();
    assert_eq!(
        places,
        [
            "set 1:0",
            "global code@1:0",
            "global code@2:0",
            "@3:2 < global code@2:11",
            "@4:1 < global code@2:11",
            "global code@5:0",
            "global code@6:0",
            "global code@6:12",
            "global code@6:26",
        ]
    );
}

async fn the_same_line_is_printed_as_often_as_it_is_printed() {
    let text = "for (const n of [1, 1, 1, 2, 1]) console.log(n);\nvar v = 1;\n";
    let shown = trace(launch().await.as_mut(), text, "break 2; start; output").await;
    assert_eq!(shown[2], r#"Printed(["1", "1", "1", "2", "1"])"#);
}

/// A frame that JavaScriptCore keeps of a function whose last act was a call is not taken for the program.
async fn the_end_is_seen_below_a_frame_that_is_left_over() {
    let text = "\"use strict\";\nfunction f() {\n  return Math.sqrt(4);\n}\nlet a = f();\n";
    let shown = trace(launch().await.as_mut(), text, "break 5; start; over; over; over").await;
    assert_eq!(shown.last().unwrap(), "completed");
}

async fn sessions_do_not_see_each_other() {
    let mut debugger = launch().await;
    let text = "let a = typeof v; const c = 1; var v = 1; globalThis.g = 1;\ndebugger;\n";
    for _ in 0..3 {
        let shown = trace(debugger.as_mut(), text, "break 1; start; resume; resume").await;
        assert_eq!(
            shown,
            [
                "set 1:0",
                "global code@1:0 | Script a=<uninitialized> c=<uninitialized>",
                "global code@2:0 | Script a=\"undefined\" c=1",
                "completed",
            ]
        );
    }
}

async fn a_session_can_be_left_in_any_state() {
    let mut debugger = launch().await;
    let program = Program::new("program.js", "let a = 1;\ndebugger;\nfor (;;) { a; }\n");
    let whole = ["completed"];
    for actions in ["", "break 1", "break 1; start", "start", "start; over"] {
        assert_eq!(debugger.load(&program).await.unwrap(), Loaded::Ready);
        for action in parse_actions(actions).unwrap() {
            debugger.perform(action).await.unwrap();
        }
        debugger.unload().await.unwrap();
        assert_eq!(trace(debugger.as_mut(), "let a = 2;\n", "start").await, whole, "{actions}");
    }
    // Running, by a future that is given up.
    debugger.load(&program).await.unwrap();
    debugger.perform(Action::Start).await.unwrap();
    let resume = debugger.perform(Action::Resume);
    assert!(tokio::time::timeout(Duration::from_millis(50), resume).await.is_err());
    debugger.unload().await.unwrap();
    assert_eq!(trace(debugger.as_mut(), "let a = 2;\n", "start").await, whole);
    // Rejected.
    debugger.load(&Program::new("program.js", "(")).await.unwrap();
    debugger.unload().await.unwrap();
    assert_eq!(trace(debugger.as_mut(), "let a = 2;\n", "start").await, whole);
}

async fn large_programs_are_loaded() {
    let text: String = (1..=10_000).map(|line| format!("var v{line} = {line};\n")).collect();
    check(
        &text,
        "break 5000; break 10000; start; over; resume; over; over",
        &[
            "set 5000:0",
            "set 10000:0",
            "global code@5000:0 | Script",
            "global code@5001:0 | Script",
            "global code@10000:0 | Script",
            "global code@10001:0 | Script",
            "completed",
        ],
    )
    .await;
}

async fn deep_stacks_are_cut_off() {
    let text = "function f(n) {\n  if (n === 0) debugger;\n  else f(n - 1);\n}\nf(300);\n";
    let mut debugger = launch().await;
    debugger.load(&Program::new("program.js", text)).await.unwrap();
    let observation = debugger.perform(Action::Start).await.unwrap();
    assert_eq!(observation.pause().unwrap().stack.len(), FRAME_LIMIT);
}

async fn fifty_sessions_show_the_same() {
    let mut debugger = launch().await;
    let actions = "break 3; break 8; start; in; over; over; over; over; over; over";
    let first = trace(debugger.as_mut(), FUNCTION, actions).await;
    for _ in 1..50 {
        assert_eq!(trace(debugger.as_mut(), FUNCTION, actions).await, first);
    }
}

async fn a_killed_process_is_said_to_have_died() {
    let mark = "--conditions=killed-by-its-test";
    let mut debugger = launch_instance(&instance(&[mark])).await;
    debugger.load(&Program::new("program.js", "debugger;\ndebugger;\n")).await.unwrap();
    debugger.perform(Action::Start).await.unwrap();
    for pid in processes(mark) {
        kill_process(pid);
    }
    let answer = debugger.perform(Action::Resume).await;
    assert!(matches!(answer, Err(Misbehaviour::Died(_))), "{answer:?}");
    drop(debugger);
    check("let a = 1;\n", "start", &["completed"]).await;
}

async fn nothing_is_left_behind() {
    let mark = "--conditions=counted-by-its-test";
    let mut debugger = launch_instance(&instance(&[mark])).await;
    let home = std::fs::read_link(format!("/proc/{}/cwd", processes(mark)[0])).unwrap();
    for _ in 0..3 {
        trace(debugger.as_mut(), "let a = 1;\n", "start").await;
    }
    debugger.load(&Program::new("program.js", "debugger;\n")).await.unwrap();
    debugger.perform(Action::Start).await.unwrap();
    assert_eq!(processes(mark).len(), 2, "one for this session, one for the next");
    drop(debugger);
    assert_eq!(processes(mark), Vec::<i32>::new());
    assert!(!home.exists());
}

async fn what_is_not_bun_is_not_ready() {
    for command in ["/no/such/bun", "/bin/false", "/bin/cat"] {
        let instance = Instance { command: command.into(), ..instance(&[]) };
        assert!(backends::find("bun").unwrap().launch(&instance).await.is_err(), "{command}");
    }
}

/// The processes that have a word on their command line.
fn processes(word: &str) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let has_word = |pid: &i32| {
        std::fs::read_to_string(format!("/proc/{pid}/cmdline"))
            .is_ok_and(|line| line.split('\0').any(|argument| argument == word))
    };
    pids.filter(has_word).collect()
}

parallax_testing::async_tests! {
    [BUN] {
        breakpoints_slide_past_what_cannot_pause,
        the_first_statement_can_be_stopped_at,
        steps_go_in_and_out_and_past_the_end,
        breakpoints_that_share_a_place_are_removed_one_by_one,
        a_breakpoint_can_be_removed_where_the_program_stands,
        own_scopes_are_told_from_closures,
        values_keep_their_types,
        uninitialised_is_told_from_undefined,
        long_strings_come_whole,
        endings_are_told_apart,
        nothing_to_run_is_run,
        texts_keep_their_lines_and_columns,
        a_strict_program_stays_strict,
        jobs_are_debugged_before_the_end,
        eval_code_is_seen_as_such,
        steps_do_not_enter_what_is_not_the_program,
        the_same_line_is_printed_as_often_as_it_is_printed,
        the_end_is_seen_below_a_frame_that_is_left_over,
        sessions_do_not_see_each_other,
        a_session_can_be_left_in_any_state,
        large_programs_are_loaded,
        deep_stacks_are_cut_off,
        fifty_sessions_show_the_same,
        a_killed_process_is_said_to_have_died,
        nothing_is_left_behind,
        what_is_not_bun_is_not_ready,
    }
}
