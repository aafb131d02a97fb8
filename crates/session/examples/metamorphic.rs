//! A metamorphic chain: one debugger against itself, with relations that must make no difference.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use parallax_campaign::Worker;
use parallax_debug::{Instance, Limits};
use parallax_model::{Pairs, Parameters, Program};
use parallax_session::metamorphic::{Chains, MetamorphicWorker};
use parallax_session::{Normaliser, SessionContext, relations};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let program = Program::new("p.js", "function f(n) {\n  return n + 1;\n}\nlet a = f(12);\n");
    let programs = [program.clone()];
    let context = SessionContext::new(Parameters::default(), Normaliser::default(), &programs);
    let chains = Chains { relations: relations::ALL.to_vec(), rounds: 5, tiers: Vec::new() };
    let node = Instance::new("node", "node", "node");
    let mut worker = MetamorphicWorker::new(context, chains, &node, Limits::default())?;
    for seed in 0..3 {
        let session = worker.session(&program, seed, &Pairs::default()).await?;
        let relations = session.lineage().map(|lineage| lineage.chain.join(", then "));
        println!("seed {seed}: {}: {}", relations.unwrap_or_default(), session.outcome.name());
    }
    Ok(())
}
