//! One differential session: two debuggers in lockstep, a difference confirmed and classified.
//!
//! `cargo run -p parallax-session --example differential -- PROGRAM [NODE [NODE]]` compares two
//! versions of Node on a program; without a second version, the first is compared with itself, broken
//! on purpose: breakpoints go one line too far.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use parallax_campaign::Worker;
use parallax_debug::faults::Fault;
use parallax_debug::{Instance, Limits};
use parallax_model::{Pairs, Parameters, Program};
use parallax_session::differential::DifferentialWorker;
use parallax_session::{Normaliser, SessionContext};

const PROGRAM: &str = "let sum = 0;
for (const n of [1, 2, 3]) {
  sum += n;
}
console.log(sum);
";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().map(std::fs::read_to_string).transpose()?;
    let program = Program::new("program.js", text.unwrap_or_else(|| PROGRAM.to_owned()));
    let one = arguments.next().unwrap_or_else(|| "node".to_owned());
    let mut other = Instance::new("other", "node", one.clone());
    match arguments.next() {
        Some(command) => other.command = command.into(),
        None => other.fault = Some(Fault::SlidesTooFar),
    }
    let instances = [Instance::new("one", "node", one), other];

    let programs = [program.clone()];
    let context = SessionContext::new(Parameters::default(), Normaliser::default(), &programs);
    let mut worker = DifferentialWorker::new(context, &instances, Limits::default())?;
    for seed in 0..5 {
        let session = worker.session(&program, seed, &Pairs::default()).await?;
        println!("seed {seed}: {} actions, {}", session.actions.len(), session.outcome.name());
        for divergence in &session.divergences {
            println!("  {}; verdict: {}", divergence.class, divergence.verdict_in_words());
        }
    }
    Ok(())
}
