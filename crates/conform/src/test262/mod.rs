//! Scores the text of an edition by test262: runs the tests in scope, on several threads.

mod scope;
mod score;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use parallax_program::test262::{Suite, Test, Test262Error};
use parallax_spec::document::Document;
use parallax_spec::run::{Budget, Folder, Run, RunOptions, Specification, Start, Stop};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub use scope::Scope;
pub use score::{CauseCount, FailureCause, Score};

/// Which tests are run, and how.
#[derive(Clone, Debug)]
pub struct ScoreRequest {
    /// Only tests with this in their path below `test`.
    pub only: String,
    /// Only so many tests, chosen at random.
    pub sample: Option<usize>,
    /// What the choice depends on.
    pub seed: u64,
    /// What a test may use.
    pub budget: Budget,
    /// How many tests run at once.
    pub jobs: usize,
}

/// What happens while tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreEvent {
    /// So many tests are going to be run.
    Began(usize),
    /// One has been run.
    TestDone,
}

/// Tests that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ScoreError {
    /// The checkout cannot be used.
    #[error(transparent)]
    Checkout(#[from] Test262Error),
    /// The edition cannot be run.
    #[error("the edition cannot be run")]
    Edition(#[source] Stop),
    /// All tests are left out.
    #[error("no test is left to be run")]
    NoTest,
    /// A test made the interpreter panic.
    #[error("a test made Parallax itself fail")]
    Panicked,
}

/// Runs the tests of a checkout as the steps of an edition say, whose text is given.
///
/// # Errors
/// Where the checkout or the edition cannot be used.
pub fn score(
    suite: &Suite,
    edition: &str,
    request: &ScoreRequest,
    observer: &(dyn Fn(ScoreEvent) + Sync),
) -> Result<Score, ScoreError> {
    score_and_see(suite, edition, request, observer, &|_, _| ())
}

/// The same; `seen` hears of each run, with the name of the test.
///
/// # Errors
/// Where the checkout or the edition cannot be used.
pub fn score_and_see(
    suite: &Suite,
    edition: &str,
    request: &ScoreRequest,
    observer: &(dyn Fn(ScoreEvent) + Sync),
    seen: &(dyn Fn(&str, &Run) + Sync),
) -> Result<Score, ScoreError> {
    let mut score = Score::default();
    let tests = chosen(request, suite, &Scope::of(edition), &mut score)?;
    let specification =
        Specification::new(&Document::parse(edition)).map_err(ScoreError::Edition)?;
    observer(ScoreEvent::Began(tests.len()));
    let shared = Shared {
        suite,
        specification,
        tests: &tests,
        next: AtomicUsize::new(0),
        budget: request.budget,
        total: Mutex::new(score),
        observer,
        seen,
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..request.jobs.max(1)).map(|_| scope.spawn(|| shared.work())).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or(Err(ScoreError::Panicked)))
    })?;
    Ok(shared.total.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The names of the tests in scope, or a sample of them; the others are counted.
fn chosen(
    request: &ScoreRequest,
    suite: &Suite,
    scope: &Scope,
    score: &mut Score,
) -> Result<Vec<String>, ScoreError> {
    let mut tests = Vec::new();
    for name in suite.names()?.into_iter().filter(|name| name.contains(&request.only)) {
        match scope.left_out(&suite.test(&name)?) {
            Some(reason) => *score.left_out.entry(reason).or_default() += 1,
            None => tests.push(name),
        }
    }
    if let Some(sample) = request.sample {
        tests.shuffle(&mut ChaCha8Rng::seed_from_u64(request.seed));
        tests.truncate(sample);
    }
    match tests.is_empty() {
        true => Err(ScoreError::NoTest),
        false => Ok(tests),
    }
}

/// What the workers share.
struct Shared<'s> {
    suite: &'s Suite,
    specification: Specification,
    tests: &'s [String],
    next: AtomicUsize,
    budget: Budget,
    total: Mutex<Score>,
    observer: &'s (dyn Fn(ScoreEvent) + Sync),
    seen: &'s (dyn Fn(&str, &Run) + Sync),
}

impl Shared<'_> {
    /// Runs tests until none is left.
    fn work(&self) -> Result<(), ScoreError> {
        let mut worker = Worker { shared: self, harnesses: HashMap::new() };
        let mut score = Score::default();
        while let Some(name) = self.tests.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            match worker.run(&self.suite.test(name)?, &mut score)? {
                Some(cause) => {
                    score.failed.insert(name.clone(), cause);
                }
                None => score.passed += 1,
            }
            (self.observer)(ScoreEvent::TestDone);
        }
        self.total.lock().unwrap_or_else(PoisonError::into_inner).add(score);
        Ok(())
    }
}

/// Files of the harness that have been run.
enum Harness {
    /// The realm in which they ran.
    Ready(Box<Start>),
    /// One of them fails.
    Fails(FailureCause),
}

/// What a test is run as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Sloppy,
    Strict,
    Module,
}

impl Mode {
    /// What test262 asks a test to be run as.
    fn of(test: &Test) -> &'static [Mode] {
        let has = |flag: &str| test.front_matter.has_flag(flag);
        match () {
            () if has("module") => &[Mode::Module],
            () if has("raw") || has("noStrict") => &[Mode::Sloppy],
            () if has("onlyStrict") => &[Mode::Strict],
            () => &[Mode::Sloppy, Mode::Strict],
        }
    }
}

/// One thread, and realms in which files of the harness have run.
struct Worker<'s> {
    shared: &'s Shared<'s>,
    harnesses: HashMap<String, Harness>,
}

impl Worker<'_> {
    /// Runs a test in each of its modes; gives why it failed first, if it did.
    fn run(&mut self, test: &Test, score: &mut Score) -> Result<Option<FailureCause>, ScoreError> {
        let names = self.shared.suite.includes(test);
        let key = names.join(" ");
        if !self.harnesses.contains_key(&key) {
            let harness = self.harness(&names)?;
            self.harnesses.insert(key.clone(), harness);
        }
        let start = match &self.harnesses[&key] {
            Harness::Ready(start) => start,
            Harness::Fails(cause) => {
                return Ok(Some(FailureCause::Harness(Box::new(cause.clone()))));
            }
        };
        let modes = Mode::of(test);
        for mode in modes {
            if let Some(cause) = self.run_as(test, *mode, start, score) {
                let is_second = modes.len() > 1 && *mode == Mode::Strict;
                return Ok(Some(match is_second {
                    true => FailureCause::OnlyStrict(Box::new(cause)),
                    false => cause,
                }));
            }
        }
        Ok(None)
    }

    fn run_as(
        &self,
        test: &Test,
        mode: Mode,
        start: &Start,
        score: &mut Score,
    ) -> Option<FailureCause> {
        let read = |path: &str| self.shared.suite.file(path);
        let options = RunOptions {
            is_module: mode == Mode::Module,
            can_block: !test.front_matter.has_flag("CanBlockIsFalse"),
            folder: Some(Folder { path: &test.name, read: &read }),
            start: Some(start),
            ..RunOptions::within(self.shared.budget)
        };
        let run = self.shared.specification.run(&test.script(mode == Mode::Strict), &options);
        (self.shared.seen)(&test.name, &run);
        score.runs += 1;
        score.steps += run.steps;
        match &test.front_matter.negative {
            Some(negative) => FailureCause::of_negative(&run, negative),
            None => FailureCause::of_run(&run, test.front_matter.has_flag("async")),
        }
    }

    fn harness(&self, names: &[&str]) -> Result<Harness, Test262Error> {
        let mut start = self.shared.specification.for_test262();
        for name in names {
            let source = self.shared.suite.harness(name)?;
            // The candidate of ES2020 does not say what a script without statements does.
            if is_comment(source) {
                continue;
            }
            match self.shared.specification.after(&start, source, self.shared.budget) {
                Ok(next) => start = next,
                Err(outcome) => {
                    if let Some(cause) = FailureCause::of(&outcome) {
                        return Ok(Harness::Fails(cause));
                    }
                }
            }
        }
        Ok(Harness::Ready(Box::new(start)))
    }
}

/// Whether a file has nothing but comments.
fn is_comment(source: &str) -> bool {
    let mut rest = source.trim_start();
    loop {
        let after = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(line), _) => line.split_once('\n').map(|(_, after)| after),
            (_, Some(block)) => block.split_once("*/").map(|(_, after)| after),
            _ => return rest.is_empty(),
        };
        rest = after.unwrap_or_default().trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::is_comment;

    #[test]
    fn a_file_of_comments_does_nothing() {
        assert!(is_comment(" // a\n/* b\n */ \n"));
        assert!(is_comment(""));
        assert!(!is_comment("// a\nf()"));
        assert!(!is_comment("/* b */ f()"));
    }
}
