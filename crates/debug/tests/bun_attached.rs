//! The Bun backend on a Bun that runs already.
//!
//! This is a file of its own so that it runs alone: beside other sessions, Bun's inspector sometimes
//! does not answer a program that throws at once while timers of the host run.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::time::Duration;

use parallax_debug::{Debugger, Instance, Loaded, backends};
use parallax_model::{Ending, Observation, Program, parse_actions};
use parallax_process::Process;
use parallax_testing::needs::BUN;
use tokio::process::Command;

/// What a test waits for comes in a minute, or the test fails here.
async fn within_a_minute<T>(awaited: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), awaited).await.expect("Bun does not answer")
}

/// What one session shows.
async fn session(debugger: &mut dyn Debugger, text: &str, actions: &str) -> Vec<Observation> {
    assert_eq!(debugger.load(&Program::new("p.js", text)).await, Ok(Loaded::Ready));
    let mut shown = Vec::new();
    for action in parse_actions(actions).unwrap() {
        shown.push(debugger.perform(action).await.unwrap());
    }
    debugger.unload().await.unwrap();
    shown
}

async fn a_running_bun_can_be_attached_to() {
    let mut command = Command::new(BUN.path());
    command.args(["--inspect=127.0.0.1:0/attached", "-e", "setInterval(() => {}, 20)"]);
    let mut process = Process::spawn_unconfined(&mut command).unwrap();
    let address = |line: &str| line.contains("ws://").then(|| line.trim().to_owned());
    let endpoint = within_a_minute(process.find_line(address)).await;
    let instance = Instance { endpoint, ..Instance::new("bun", "bun", BUN.path()) };
    let launched = backends::find("bun").unwrap().launch(&instance);
    let mut debugger = within_a_minute(launched).await.unwrap();
    // In one realm, so the names differ.
    for name in ["a", "b", "c"] {
        let text = format!("let {name} = 1;\n{name};\n{name};\n");
        let shown = within_a_minute(session(debugger.as_mut(), &text, "break 2; start")).await;
        let pause = shown[1].pause().unwrap();
        assert_eq!((pause.location().line, pause.stack[0].function.as_str()), (2, "global code"));
        let variables = &pause.scopes[0].variables;
        assert!(variables.iter().any(|it| it.name == name && it.value.to_string() == "1"));
        let shown = within_a_minute(session(debugger.as_mut(), "throw 1;\n", "start")).await;
        assert_eq!(shown, [Observation::Finished(Ending::Threw("1".into()))]);
    }
}

parallax_testing::async_tests! {
    [BUN] {
        a_running_bun_can_be_attached_to,
    }
}
