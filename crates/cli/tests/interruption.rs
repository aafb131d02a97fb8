//! A campaign can be stopped in any way and goes on where it stopped.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::{Bench, Said, signal, until};

/// Starts a campaign and sends it a signal after some sessions.
fn interrupt(bench: &Bench, args: &[&str], name: &str) -> Said {
    let before = bench.recorded_sessions();
    let campaign = bench.command(args).spawn().unwrap();
    until("nothing is recorded", || bench.recorded_sessions() > before + 5);
    signal(campaign.id(), name);
    Said::from(campaign.wait_with_output().unwrap())
}

fn an_interrupted_campaign_goes_on_and_does_nothing_twice() {
    let bench = Bench::new();
    for name in ["a", "b", "c"] {
        bench.file(
            &format!("programs/{name}.js"),
            format!("var {name} = 1;\nfor (let i = 0; i < 3; i++) {{\n  {name} += i;\n}}\n"),
        );
    }
    let args = ["diff", "programs", "--debuggers", "chromium,node", "--seeds", "400"];
    for (name, code) in [("INT", 130), ("TERM", 130), ("KILL", -1)] {
        let said = interrupt(&bench, &args, name);
        assert_eq!(said.code, code, "{name}: {} {}", said.out, said.err);
        if name == "KILL" {
            // Nobody was left to remove the folders: the next run does.
            until("a debugger outlives the campaign", || bench.processes().is_empty());
        } else {
            assert!(said.err.contains("the same command goes on from there"), "{}", said.err);
            bench.check_nothing_is_left();
        }
    }
    let said = bench.run(&args);
    assert!([0, 3].contains(&said.code), "{} {}", said.out, said.err);
    assert!(said.out.contains("continuing campaign 1"), "{}", said.out);
    assert!(said.out.contains("1200 sessions"), "{}", said.out);
    // Had a session been done twice, the store would have refused it; had one been lost, there
    // would be fewer. A finished campaign is not continued.
    let again = bench.run(&["diff", "programs", "--debuggers", "chromium,node", "--seeds", "1"]);
    assert!(!again.out.contains("continuing"), "{}", again.out);
}

parallax_testing::tests! {
    [CHROMIUM, NODE] {
        an_interrupted_campaign_goes_on_and_does_nothing_twice,
    }
}
