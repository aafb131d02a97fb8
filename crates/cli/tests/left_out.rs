//! A debugger that does not come up any more in the middle of a campaign is left out, and the campaign ends.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::os::unix::fs::PermissionsExt;

use common::{Bench, Said, until};
use parallax_testing::needs;

const PROGRAM: &str = "var x = 1;\nfor (let i = 0; i < 3; i++) {\n  x += i;\n}\n";

/// A folder with a debugger `fragile`, which is a Node as long as nobody writes its command anew.
fn fragile() -> Bench {
    let bench = Bench::new();
    bench.file("p.js", PROGRAM);
    let script = format!("#!/bin/sh\nexec {} \"$@\"\n", needs::NODE.path().display());
    let command = bench.file("fragile.sh", script);
    std::fs::set_permissions(&command, PermissionsExt::from_mode(0o755)).unwrap();
    bench.file(
        "parallax.toml",
        "[limits]\nlaunch_seconds = 10.0\n\
         [debugger.fragile]\nbackend = \"node\"\ncommand = \"./fragile.sh\"\n",
    );
    bench
}

/// Runs a campaign in which the debugger breaks after some sessions.
fn broken_in_the_middle(bench: &Bench, args: &[&str]) -> Said {
    let campaign = bench.command(args).spawn().unwrap();
    until("nothing is recorded", || bench.recorded_sessions() > 5);
    bench.file("fragile.sh", "#!/bin/sh\necho out of order >&2\nexit 7\n");
    for (pid, _) in bench.processes().into_iter().filter(|(_, line)| line.contains("stub.js")) {
        common::signal(pid, "KILL");
    }
    Said::from(campaign.wait_with_output().unwrap())
}

fn a_campaign_goes_on_without_a_debugger_that_does_not_come_up() {
    let bench = fragile();
    let args = ["diff", "p.js", "--debuggers", "node,bun,fragile", "--seeds", "200", "--vote"];
    let said = broken_in_the_middle(&bench, &args);
    assert!([0, 3].contains(&said.code), "{} {}", said.out, said.err);
    assert!(said.err.contains("going on without fragile"), "{}", said.err);
    assert!(said.out.contains("200 sessions"), "{}", said.out);
    assert!(said.out.contains("fragile was left out after"), "{}", said.out);
    bench.check_nothing_is_left();
}

fn a_campaign_that_cannot_go_on_says_what_it_has_done() {
    let bench = fragile();
    let args = ["meta", "p.js", "--debugger", "fragile", "--seeds", "100000"];
    let said = broken_in_the_middle(&bench, &args);
    assert_eq!(said.code, 4, "{} {}", said.out, said.err);
    assert!(said.out.contains("campaign 1: 1 programs"), "{}", said.out);
    assert!(said.err.contains("the same command goes on from there"), "{}", said.err);
    assert!(said.err.contains("fragile"), "{}", said.err);
    bench.check_nothing_is_left();
}

parallax_testing::tests! {
    [NODE, BUN] {
        a_campaign_goes_on_without_a_debugger_that_does_not_come_up,
        a_campaign_that_cannot_go_on_says_what_it_has_done,
    }
}
