//! One program by the text and on engines: how it ends, what it prints, what it leaves behind.

use parallax_engines::pool::{EngineIdentity, EnginePool, EngineRun};
use parallax_engines::runner::TestScript;
use parallax_engines::{Behaviour, Ending, Observed, ThrownValue};
use parallax_spec::run::{Budget, Outcome, Run, RunOptions, Specification, Thrown};

use crate::events::Observer;
use crate::generate::inject::Injector;
use crate::generate::realm::Realm;

/// What the text and engines make of a program.
pub struct CheckedProgram {
    /// What the text makes of it.
    pub run: Run,
    /// How it ends by the text; none if the text has no result.
    pub ending: Option<Ending>,
    /// What each engine makes of it.
    pub engines: Vec<EngineView>,
}

/// What one engine makes of a program.
pub struct EngineView {
    /// The engine.
    pub engine: EngineIdentity,
    /// What was seen.
    pub observed: Observed,
    /// Whether that is what the text says.
    pub agrees: bool,
}

impl CheckedProgram {
    /// Whether every engine does what the text says.
    pub fn all_agree(&self) -> bool {
        self.engines.iter().all(|view| view.agrees)
    }
}

/// Runs a program by the text and on engines, with checks of what it leaves behind where the text is
/// sure of that.
pub async fn check(
    program: &str,
    specification: &Specification,
    engines: &mut EnginePool,
    observer: Observer<'_>,
) -> CheckedProgram {
    let (script, run) = script(program, specification);
    let ending = Some(script.ending.clone()).filter(|ending| *ending != Ending::Aborts);
    let output: String = run.output.iter().map(|line| format!("{line}\n")).collect();
    let runs = engines.run(&[script], &|event| observer(event.into())).await;
    let views = runs.into_iter().filter_map(|run| view(run, ending.as_ref(), &output));
    CheckedProgram { engines: views.collect(), run, ending }
}

/// The test for a program. Where the text leaves something open there is none, but engines can be
/// looked at.
fn script(program: &str, specification: &Specification) -> (TestScript, Run) {
    let realm = Realm::read(specification);
    let injector = Injector::new(specification, &realm, Budget::default());
    if let Ok((test, run)) = injector.test(program) {
        return (TestScript::from(&test), run);
    }
    let run = specification.run(program, &RunOptions::default());
    let ending = ending(&run.outcome).unwrap_or(Ending::Aborts);
    (TestScript { text: program.to_owned(), ending, has_checks: false }, run)
}

/// How the program ends by the text; none if the text has no result.
fn ending(outcome: &Outcome) -> Option<Ending> {
    match outcome {
        Outcome::Normal(_) => Some(Ending::Normal),
        Outcome::Throw(Thrown { error, shown, .. }) => {
            let shown = error.as_ref().unwrap_or(shown);
            Some(Ending::Throws(ThrownValue::parse(shown)))
        }
        Outcome::Syntax(_) => Some(Ending::SyntaxError),
        Outcome::Stopped(_) => None,
    }
}

fn view(mut run: EngineRun, expected: Option<&Ending>, output: &str) -> Option<EngineView> {
    let observed = run.outcomes.pop()?.observed;
    let agrees = expected.is_none_or(|ending| {
        let ends = match (&observed.behaviour, ending) {
            // What is thrown by the program itself is spelled differently by everybody.
            (Behaviour::Threw { thrown: ThrownValue::Object, .. }, Ending::Throws(_)) => true,
            (behaviour, ending) => behaviour.meets(ending),
        };
        ends && observed.output == output
    });
    Some(EngineView { engine: run.engine, observed, agrees })
}
