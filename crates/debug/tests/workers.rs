//! Programs in workers, on the real Chromium and Node.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::time::Duration;

use parallax_debug::{Debugger, Instance, Loaded, backends};
use parallax_model::{Ending, Goal, Observation, Program, parse_actions};
use parallax_testing::needs::{CHROMIUM, NODE};

const PROGRAM: &str = "let total = 0;
function add(n) {
  total += n;
  return total;
}
add(3);
console.log(add(4));
";

/// What a test waits for comes in a minute, or the test fails here.
async fn within_a_minute<T>(awaited: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), awaited)
        .await
        .expect("the worker does not answer")
}

async fn launch(backend: &str) -> Box<dyn Debugger> {
    let command = if backend == "node-worker" { NODE.path() } else { CHROMIUM.path() };
    let instance = Instance::new(backend, backend, command);
    within_a_minute(backends::find(backend).unwrap().launch(&instance)).await.unwrap()
}

async fn session(debugger: &mut dyn Debugger, text: &str, actions: &str) -> Vec<String> {
    within_a_minute(async {
        let program = Program::new("program.js", text);
        assert_eq!(debugger.load(&program).await.unwrap(), Loaded::Ready);
        let mut shown = Vec::new();
        for action in parse_actions(actions).unwrap() {
            shown.push(show(&debugger.perform(action).await.unwrap()));
        }
        debugger.unload().await.unwrap();
        shown
    })
    .await
}

fn show(observation: &Observation) -> String {
    match observation {
        Observation::BreakpointSet(place) => {
            place.map_or("no place".into(), |place| format!("set {}", place.line))
        }
        Observation::Paused(pause) => {
            let lines = pause.stack.iter().map(|frame| frame.location.line.to_string());
            lines.collect::<Vec<_>>().join(" < ")
        }
        Observation::Finished(Ending::Completed) => "completed".into(),
        Observation::Finished(Ending::Threw(what)) => format!("threw {what}"),
        Observation::Printed(lines) => lines.join(", "),
        Observation::Evaluated(value) => format!("{value:?}"),
        other => format!("{other:?}"),
    }
}

/// What every worker must do.
async fn check(backend: &str) {
    let mut debugger = launch(backend).await;
    let actions = "break 3; start; out; in; resume; output";
    for _ in 0..3 {
        let shown = session(debugger.as_mut(), PROGRAM, actions).await;
        let expected = ["set 3", "3 < 6", "7", "3 < 7", "completed", "7"];
        assert_eq!(shown, expected, "a session sees nothing of the one before");
    }
    let shown = session(debugger.as_mut(), "throw new Error('no');\n", "start").await;
    assert!(shown[0].starts_with("threw Error: no"), "{shown:?}");
    for left in ["", "break 3", "break 3; start"] {
        session(debugger.as_mut(), PROGRAM, left).await;
    }
    let shown = session(debugger.as_mut(), PROGRAM, "start; output").await;
    assert_eq!(shown, ["completed", "7"], "no breakpoint is left over");
}

async fn programs_run_in_a_worker_of_chromium() {
    check("chromium-worker").await;
    let mut debugger = launch("chromium-worker").await;
    let text = "console.log(typeof document, typeof importScripts);\n";
    let shown = session(debugger.as_mut(), text, "start; output").await;
    assert_eq!(shown, ["completed", "undefined function"]);
}

async fn modules_are_not_given_to_workers_of_chromium() {
    let mut debugger = launch("chromium-worker").await;
    let module = Program::new("program.mjs", "1;\n").with_goal(Goal::Module);
    let loaded = within_a_minute(debugger.load(&module)).await.unwrap();
    assert_eq!(loaded, Loaded::Rejected("workers are given scripts only".into()));
}

async fn programs_run_in_a_worker_of_node() {
    check("node-worker").await;
}

parallax_testing::async_tests! {
    [CHROMIUM] {
        modules_are_not_given_to_workers_of_chromium,
        programs_run_in_a_worker_of_chromium,
    }
    [NODE] {
        programs_run_in_a_worker_of_node,
    }
}
