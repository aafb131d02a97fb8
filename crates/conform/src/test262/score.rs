//! What became of test262's tests: how many passed, and why the others did not.

use std::collections::BTreeMap;
use std::fmt;

use parallax_program::test262::{COMPLETE, FAILURE, Negative};
use parallax_spec::run::{Outcome, Run, Stop};

/// Longer texts are cut off, so that failures with one cause are the same.
const MAX_TEXT: usize = 140;

/// Tests by what became of them.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Tests that passed in each mode.
    pub passed: usize,
    /// How often a test was run, in one mode or in both.
    pub runs: usize,
    /// Each test that failed, and why.
    pub failed: BTreeMap<String, FailureCause>,
    /// How many tests were not run, by reason.
    pub left_out: BTreeMap<&'static str, usize>,
    /// Steps of the specification that were taken.
    pub steps: u64,
}

/// Why a test fails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureCause {
    /// It throws this.
    Throws(String),
    /// It is not taken for a script, for this reason.
    Refused(String),
    /// It is asynchronous, and says that it fails.
    Rejects(String),
    /// It is asynchronous, and never says that it is done.
    NeverCompletes,
    /// It must end with this error, and does not.
    Accepted(String),
    /// It has no result by the text.
    Stopped(Stop),
    /// It passes as a sloppy script, and fails as a strict one.
    OnlyStrict(Box<FailureCause>),
    /// A file of the harness that it needs fails.
    Harness(Box<FailureCause>),
}

impl FailureCause {
    /// Why a run does not pass; none if it does.
    pub fn of_run(run: &Run, is_asynchronous: bool) -> Option<Self> {
        match &run.outcome {
            Outcome::Normal(_) if is_asynchronous => Self::of_output(&run.output),
            outcome => Self::of(outcome),
        }
    }

    /// Why a test does not pass that must end with an error; none if it does.
    pub fn of_negative(run: &Run, negative: &Negative) -> Option<Self> {
        let is_early = negative.phase == "parse";
        match &run.outcome {
            Outcome::Syntax(_) if is_early && negative.kind == "SyntaxError" => None,
            Outcome::Throw(thrown)
                if !is_early && thrown.error.as_ref() == Some(&negative.kind) =>
            {
                None
            }
            Outcome::Stopped(stop) => Some(FailureCause::Stopped(stop.clone())),
            _ => Some(FailureCause::Accepted(negative.kind.clone())),
        }
    }

    /// Why an asynchronous test does not pass, by what it printed.
    fn of_output(lines: &[String]) -> Option<Self> {
        let is_sign = |line: &&String| **line == COMPLETE || line.starts_with(FAILURE);
        match lines.iter().find(is_sign) {
            Some(line) => {
                line.strip_prefix(FAILURE).map(|why| FailureCause::Rejects(why.to_owned()))
            }
            None => Some(FailureCause::NeverCompletes),
        }
    }

    /// Why a script has no value; none if it has one.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        Some(match outcome {
            Outcome::Normal(_) => return None,
            Outcome::Throw(thrown) => FailureCause::Throws(shortened(&thrown.shown)),
            Outcome::Syntax(error) => FailureCause::Refused(shortened(&error.message)),
            Outcome::Stopped(stop) => FailureCause::Stopped(stop.clone()),
        })
    }
}

impl fmt::Display for FailureCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureCause::Throws(value) => write!(f, "throws: {value}"),
            FailureCause::Refused(why) => write!(f, "refused: {why}"),
            FailureCause::Rejects(why) => write!(f, "rejects:{why}"),
            FailureCause::Accepted(error) => write!(f, "does not end with a {error}"),
            FailureCause::NeverCompletes => f.write_str("asynchronous, and does not complete"),
            FailureCause::Stopped(Stop::Unsupported { place, what }) => {
                write!(f, "not yet: {what} (in {place})")
            }
            FailureCause::Stopped(Stop::Abort { place, reason }) => {
                write!(f, "aborts: {} (in {place})", shortened(&reason.to_string()))
            }
            FailureCause::Stopped(Stop::Steps) => f.write_str("takes too many steps"),
            FailureCause::Stopped(Stop::Depth) => f.write_str("calls too deep"),
            FailureCause::Stopped(Stop::Memory) => f.write_str("takes too much memory"),
            FailureCause::OnlyStrict(cause) => write!(f, "in strict mode only: {cause}"),
            FailureCause::Harness(cause) => write!(f, "harness: {cause}"),
        }
    }
}

/// Failures with one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CauseCount<'s> {
    /// The cause.
    pub cause: &'s FailureCause,
    /// How many tests it makes fail.
    pub tests: usize,
    /// The first of them.
    pub example: &'s str,
}

impl Score {
    /// Adds what another part of the tests gave.
    pub fn add(&mut self, other: Score) {
        self.passed += other.passed;
        self.runs += other.runs;
        self.steps += other.steps;
        self.failed.extend(other.failed);
        for (reason, count) in other.left_out {
            *self.left_out.entry(reason).or_default() += count;
        }
    }

    /// How many tests were run, each in its modes.
    pub fn tests(&self) -> usize {
        self.passed + self.failed.len()
    }

    /// How many of them passed, in percent.
    pub fn share(&self) -> f64 {
        100.0 * self.passed as f64 / self.tests().max(1) as f64
    }

    /// The causes of failures, the most frequent first.
    pub fn causes(&self) -> Vec<CauseCount<'_>> {
        let mut causes: BTreeMap<&FailureCause, CauseCount<'_>> = BTreeMap::new();
        for (example, cause) in &self.failed {
            let first = CauseCount { cause, tests: 0, example };
            causes.entry(cause).or_insert(first).tests += 1;
        }
        let mut causes: Vec<_> = causes.into_values().collect();
        causes.sort_by_key(|it| std::cmp::Reverse(it.tests));
        causes
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_listed_by_how_often_they_occur() {
        let mut score = Score { passed: 1, ..Score::default() };
        let throws = |what: &str| FailureCause::Throws(what.to_owned());
        for (test, cause) in [("a.js", "rare"), ("b.js", "often"), ("c.js", "often")] {
            score.failed.insert(test.to_owned(), throws(cause));
        }
        let (rare, often) = (throws("rare"), throws("often"));
        let expected = [
            CauseCount { cause: &often, tests: 2, example: "b.js" },
            CauseCount { cause: &rare, tests: 1, example: "a.js" },
        ];
        assert_eq!(score.causes(), expected);
        assert_eq!((score.tests(), score.share()), (4, 25.0));
    }
}
