//! Runs a suite on engines: judges, makes failing programs smaller, clusters, localises, reduces.

use std::error::Error;

use parallax_engines::pool::EnginePool;
use parallax_engines::runner::TestScript;
use parallax_model::conformance::KnownDeviations;
use parallax_spec::run::Specification;

use crate::assess::assess;
use crate::cluster::clusters;
use crate::events::{Event, Observer, Phase};
use crate::generate::realm::Realm;
use crate::lacking::Lacking;
use crate::localise::{faulty_algorithms, localise};
use crate::reduce::reduce;
use crate::results::{Results, TestFailure, TestRun};
use crate::shrink::failing::make_smaller;
use crate::suite::Suite;

/// Gives the edition of a name such as `es2026`, ready to run programs.
pub type Editions<'e> =
    &'e dyn Fn(&str) -> Result<Specification, Box<dyn Error + Send + Sync + 'static>>;

/// What is asked of a run beside its suite and its engines.
pub struct RunRequest<'r> {
    /// Deviations that are known.
    pub known: &'r KnownDeviations,
    /// Whether failing programs are made smaller, which takes up to two minutes.
    pub shrink: bool,
    /// Where the edition comes from, if some failure is to be looked at.
    pub editions: Editions<'r>,
}

/// Runs a suite on engines.
pub async fn run(
    suite: Suite,
    engines: &mut EnginePool,
    request: &RunRequest<'_>,
    observer: Observer<'_>,
) -> Results {
    let mut results = execute(suite, engines, observer).await;
    let specification = match results.all_pass() {
        true => None,
        false => (request.editions)(&results.edition)
            .inspect_err(|error| observer(Event::NoEdition(&**error)))
            .ok(),
    };
    if let Some(specification) = &specification {
        results.lacking = Lacking::ask(&Realm::read(specification), engines).await;
        results.lacking.leave_out(&mut results.tests);
    }
    assess(&mut results.tests, &results.engines, request.known);
    let open: Vec<usize> = results.open(request.known);
    if let Some(specification) = specification.as_ref().filter(|_| request.shrink) {
        make_smaller(&mut results.tests, open, engines, specification, observer).await;
        assess(&mut results.tests, &results.engines, request.known);
    }
    results.clusters = clusters(&results.tests);
    if let Some(specification) = &specification {
        localise(&mut results, specification, request.known, observer);
    }
    reduce(&mut results, engines, observer).await;
    results
}

/// Runs the tests, and judges nothing.
async fn execute(suite: Suite, engines: &mut EnginePool, observer: Observer<'_>) -> Results {
    let scripts: Vec<TestScript> = suite.tests.iter().map(|(_, test)| test.into()).collect();
    let steps = scripts.len() * engines.engines().len();
    observer(Event::Began { phase: Phase::Running, steps });
    let runs = engines.run(&scripts, &|event| observer(event.into())).await;
    let mut tests: Vec<TestRun> = suite.tests.into_iter().map(TestRun::new).collect();
    let mut identities = Vec::new();
    for run in runs {
        for (test, outcome) in tests.iter_mut().zip(run.outcomes) {
            test.outcomes.insert(run.engine.name.clone(), outcome);
        }
        identities.push(run.engine);
    }
    Results {
        edition: suite.edition,
        engines: identities,
        tests,
        clusters: Vec::new(),
        lacking: Lacking::default(),
        blamed: Vec::new(),
    }
}

impl Results {
    /// Whether every engine does what the text says.
    fn all_pass(&self) -> bool {
        self.tests.iter().all(|run| {
            run.outcomes.values().all(|outcome| outcome.behaviour().meets(&run.test.ending))
        })
    }

    /// The positions of tests whose failures are to be looked at: what is known is not, unless it says
    /// which algorithms are to blame.
    fn open(&self, known: &KnownDeviations) -> Vec<usize> {
        let is_open = |it: &TestFailure| {
            !it.is_known() || !faulty_algorithms(known, it.known.values()).is_empty()
        };
        let tests = self.tests.iter().enumerate();
        tests
            .filter(|(_, run)| run.failure.as_ref().is_some_and(is_open))
            .map(|(at, _)| at)
            .collect()
    }
}
