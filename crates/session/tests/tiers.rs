//! The relation `tiers` finds a fault of one tier, names that tier, and finds nothing in sound ones.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use parallax_campaign::Worker;
use parallax_debug::faults::Fault;
use parallax_debug::{Instance, Limits};
use parallax_model::{Pairs, Parameters, Program, Session};
use parallax_session::metamorphic::{Chains, MetamorphicWorker};
use parallax_session::{Normaliser, SessionContext, relations};

const PROGRAM: &str = "function add(a, b) {
  const sum = a + b;
  return sum;
}
let s = 0;
for (let i = 0; i < 9; i++) {
  s = add(s, i);
}
";

fn sessions(fault: Option<Fault>) -> Vec<Session> {
    let node = Instance::new("node", "node", "node");
    let tier = node.clone().with_tier("interpreter", &["--no-opt".to_owned()], &[]);
    let tiers = vec![Instance { fault, ..tier }];
    let relations = vec![relations::find("tiers").unwrap()];
    let chains = Chains { relations, rounds: 1, tiers };
    let program = Program::new("program.js", PROGRAM);
    let programs = [program.clone()];
    let context = SessionContext::new(Parameters::default(), Normaliser::default(), &programs);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut worker = MetamorphicWorker::new(context, chains, &node, Limits::default()).unwrap();
        let mut done = Vec::new();
        for seed in 0..8 {
            done.push(worker.session(&program, seed, &Pairs::default()).await.unwrap());
        }
        done
    })
}

fn sound_tiers_show_the_same() {
    let done = sessions(None);
    assert!(done.iter().all(|it| it.divergences.is_empty()));
    assert!(done.iter().all(|it| it.lineage().unwrap().chain == ["tiers"]), "all are compared");
}

fn a_fault_of_one_tier_is_found_and_named() {
    for fault in [Fault::WrongNumber, Fault::LosesFrame, Fault::HitsOnce] {
        let done = sessions(Some(fault));
        let found: Vec<&Session> = done.iter().filter(|it| it.divergence().is_some()).collect();
        assert!(!found.is_empty(), "{fault:?}");
        for session in found {
            let sides: Vec<&str> = session.traces.iter().map(|it| it.debugger.as_str()).collect();
            assert_eq!(sides, ["expected", "node+interpreter"], "{fault:?}");
        }
    }
}

parallax_testing::tests! {
    [NODE_COMMAND] {
        sound_tiers_show_the_same,
        a_fault_of_one_tier_is_found_and_named,
    }
}
