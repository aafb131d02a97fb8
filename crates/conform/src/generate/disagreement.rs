//! Where engines disagree with each other: programs near such a program are worth more mutants.

use std::fmt;
use std::sync::Arc;

use parallax_engines::pool::EnginePool;
use parallax_engines::runner::TestScript;
use parallax_engines::{Behaviour, Ending, Observed};

use super::observed;

/// Says of programs whether engines disagree about them.
#[derive(Clone)]
pub struct Disagreement(pub Arc<dyn Fn(Vec<String>) -> Vec<bool> + Send + Sync>);

impl fmt::Debug for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disagreement")
    }
}

/// So many programs are asked about at once.
pub const AT_ONCE: usize = 200;

/// Runs programs on engines, and says of each whether they end and print differently.
pub async fn disagree(engines: &mut EnginePool, programs: &[String]) -> Vec<bool> {
    let scripts: Vec<TestScript> = programs.iter().map(|program| script(program)).collect();
    let runs = engines.run_once(&scripts).await;
    let differs = |at: usize| {
        let mut seen = runs.iter().filter_map(|run| run.outcomes.get(at));
        let first = seen.next().map(|outcome| shown(&outcome.observed));
        seen.any(|outcome| Some(shown(&outcome.observed)) != first)
    };
    (0..programs.len()).map(differs).collect()
}

/// A program whose events are printed.
fn script(program: &str) -> TestScript {
    let observers = observed::printing(program);
    let text = format!("{program}\n{observers}\nvoid 0;\n");
    TestScript::without_checks(text, Ending::Normal)
}

/// What engines can agree on: how a program ends, without what an error says, and what it prints.
fn shown(observed: &Observed) -> (String, &str) {
    let ends = match &observed.behaviour {
        Behaviour::Threw { thrown, .. } => thrown.to_string(),
        Behaviour::NoScript(_) => "no script".to_owned(),
        Behaviour::Crashed(_) => "crash".to_owned(),
        Behaviour::TimedOut => "time".to_owned(),
        Behaviour::OutOfMemory => "memory".to_owned(),
        Behaviour::Unsupported(_) => "unsupported".to_owned(),
        Behaviour::Ended | Behaviour::Failed(_) => String::new(),
    };
    (ends, &observed.output)
}
