//! Bun that runs a file, on the real Bun. Its transpiler moves lines; what is shown is in the original.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::time::Duration;

use parallax_debug::{Debugger, Instance, Loaded, backends};
use parallax_model::{Ending, Goal, Observation, Program, parse_actions};
use parallax_testing::needs::BUN;

/// What a test waits for comes in a minute, or the test fails here.
async fn within_a_minute<T>(awaited: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), awaited).await.expect("Bun does not answer")
}

async fn launch() -> Box<dyn Debugger> {
    let instance = Instance::new("bun-file", "bun-file", BUN.path());
    within_a_minute(backends::find("bun-file").unwrap().launch(&instance)).await.unwrap()
}

/// Comments and blank lines, which the transpiler leaves out.
const PROGRAM: &str = "// A comment

function double(n) {
  // another one

  const twice = n * 2;
  return twice;
}

console.log(double(4));
console.log(double(5));
";

fn module(text: &str) -> Program {
    Program::new("folder/program.mjs", text).with_goal(Goal::Module)
}

async fn session(debugger: &mut dyn Debugger, program: &Program, actions: &str) -> Vec<String> {
    assert_eq!(debugger.load(program).await.unwrap(), Loaded::Ready);
    let mut shown = Vec::new();
    for action in parse_actions(actions).unwrap() {
        shown.push(show(&debugger.perform(action).await.unwrap()));
    }
    debugger.unload().await.unwrap();
    shown
}

async fn check(text: &str, actions: &str, expected: &[&str]) {
    let mut debugger = launch().await;
    let shown = within_a_minute(session(debugger.as_mut(), &module(text), actions)).await;
    assert_eq!(shown, expected, "{actions} in\n{text}");
}

fn show(observation: &Observation) -> String {
    match observation {
        Observation::BreakpointSet(place) => {
            place.map_or("no place".into(), |place| format!("set {}", place.line))
        }
        Observation::BreakpointRemoved(removed) => format!("removed {removed}"),
        Observation::Paused(pause) => {
            let lines = pause.stack.iter().map(|frame| frame.location.line.to_string());
            lines.collect::<Vec<_>>().join(" < ")
        }
        Observation::Finished(Ending::Completed) => "completed".into(),
        Observation::Finished(Ending::Threw(what)) => format!("threw {what}"),
        Observation::Printed(lines) => lines.join(", "),
        other => format!("{other:?}"),
    }
}

async fn places_are_those_of_the_original() {
    let expected = ["set 6", "6 < 10", "7 < 10", "6 < 11", "removed true", "completed"];
    check(PROGRAM, "break 4; start; over; resume; unbreak 4; resume", &expected).await;
}

async fn a_line_behind_the_program_has_no_place() {
    check(PROGRAM, "break 12; start", &["no place", "completed"]).await;
}

async fn log_points_are_named_by_the_line_that_was_asked_for() {
    let mut debugger = launch().await;
    let program = module(PROGRAM);
    let shown = within_a_minute(session(debugger.as_mut(), &program, "log 7 twice; start; output"));
    let shown = shown.await;
    assert_eq!(shown, ["set 7", "completed", "8, 10, ⟦log 7⟧ 8, ⟦log 7⟧ 10"]);
}

async fn a_run_to_a_line_ends_there() {
    check(PROGRAM, "break 10; start; to 7; over", &["set 10", "10", "7 < 10", "7 < 10"]).await;
}

async fn imported_files_are_passed_over() {
    let text = "import { triple } from './other.mjs';\nlet a = triple(2);\na += 1;\n";
    let other = "export function triple(n) {\n  return 3 * n;\n}\n";
    let imports = [("folder/other.mjs".to_owned(), other.into())].into();
    let program = module(text).with_imports(imports);
    let mut debugger = launch().await;
    let shown = session(debugger.as_mut(), &program, "break 2; start; over; resume");
    assert_eq!(within_a_minute(shown).await, ["set 2", "2", "3", "completed"]);
}

async fn what_a_module_throws_is_its_ending() {
    check("const one = 1;\nthrow new Error('no');\n", "start", &["threw Error: no"]).await;
}

async fn scripts_are_not_accepted() {
    let mut debugger = launch().await;
    let loaded = within_a_minute(debugger.load(&Program::new("program.js", "1;\n"))).await;
    let why = "Bun runs files as modules: name it .mjs";
    assert_eq!(loaded.unwrap(), Loaded::Rejected(why.into()));
}

async fn sessions_can_be_left_anywhere() {
    let mut debugger = launch().await;
    for actions in ["", "break 6", "break 6; start", "start"] {
        within_a_minute(session(debugger.as_mut(), &module(PROGRAM), actions)).await;
    }
    let program = module(PROGRAM);
    let shown = session(debugger.as_mut(), &program, "break 6; start");
    assert_eq!(within_a_minute(shown).await, ["set 6", "6 < 10"]);
}

parallax_testing::async_tests! {
    [BUN] {
        places_are_those_of_the_original,
        a_line_behind_the_program_has_no_place,
        log_points_are_named_by_the_line_that_was_asked_for,
        a_run_to_a_line_ends_there,
        imported_files_are_passed_over,
        what_a_module_throws_is_its_ending,
        scripts_are_not_accepted,
        sessions_can_be_left_anywhere,
    }
}
