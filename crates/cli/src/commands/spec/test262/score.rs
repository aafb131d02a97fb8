//! What became of the tests: how many passed, and why the others did not.

use std::collections::BTreeMap;

use parallax_program::test262::{COMPLETE, FAILURE};
use parallax_spec::run::{Outcome, Run, Stop};
use serde_json::json;

use crate::table::{cell_text, table};
use crate::terminal;

/// Tests by what became of them.
#[derive(Default)]
pub struct Score {
    pub passed: usize,
    /// Each test that failed, and why.
    pub failed: BTreeMap<String, String>,
    /// How many tests were not run, by reason.
    pub left_out: BTreeMap<&'static str, usize>,
    /// Steps of the specification that were taken.
    pub steps: u64,
}

/// Why a test does not pass.
pub enum Failed {
    /// A file of its harness does not end normally.
    Harness(Outcome),
    /// It does not end normally.
    Ended(Outcome),
    /// It is asynchronous, and says that it fails.
    Rejected(String),
    /// It is asynchronous, and does not say how it ends.
    Incomplete,
}

impl Failed {
    /// Why a run does not pass; `None` if it does.
    pub fn of(run: &Run, asynchronous: bool) -> Option<Self> {
        match &run.outcome {
            Outcome::Normal(_) if asynchronous => match run.output.iter().find(|it| is_sign(it)) {
                Some(line) => {
                    line.strip_prefix(FAILURE).map(|why| Failed::Rejected(why.to_owned()))
                }
                None => Some(Failed::Incomplete),
            },
            Outcome::Normal(_) => None,
            other => Some(Failed::Ended(other.clone())),
        }
    }

    /// Whether a test stopped because it, or its harness, makes a regular expression: these are out
    /// of scope, and a literal shows only when it is run.
    pub fn met_regexp(&self) -> bool {
        let (Failed::Harness(Outcome::Stopped(stop)) | Failed::Ended(Outcome::Stopped(stop))) =
            self
        else {
            return false;
        };
        stop.place().is_some_and(|algorithm| {
            algorithm.contains("RegularExpressionLiteral") || algorithm.starts_with("RegExp")
        })
    }

    /// The cause, so that those with one cause are the same.
    pub fn cause(&self) -> String {
        match self {
            Failed::Harness(outcome) => format!("harness: {}", cause(outcome)),
            Failed::Ended(outcome) => cause(outcome),
            Failed::Rejected(why) => format!("rejects:{why}"),
            Failed::Incomplete => "asynchronous, and does not complete".to_owned(),
        }
    }
}

fn is_sign(line: &str) -> bool {
    line == COMPLETE || line.starts_with(FAILURE)
}

fn cause(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Normal(_) => "ends normally".to_owned(),
        Outcome::Throw(thrown) => format!("throws: {}", terminal::shortened(&thrown.shown, 140)),
        Outcome::Syntax(error) => format!("refused: {}", terminal::shortened(&error.message, 140)),
        Outcome::Stopped(Stop::Unsupported { place, what }) => {
            format!("not yet: {what} (in {place})")
        }
        Outcome::Stopped(Stop::Abort { place, reason }) => {
            format!("aborts: {} (in {place})", terminal::shortened(&reason.to_string(), 140))
        }
        Outcome::Stopped(Stop::Steps) => "takes too many steps".to_owned(),
        Outcome::Stopped(Stop::Depth) => "calls too deep".to_owned(),
        Outcome::Stopped(Stop::Memory) => "takes too much memory".to_owned(),
    }
}

impl Score {
    /// Adds what another part of the tests gave.
    pub fn add(&mut self, other: Score) {
        self.passed += other.passed;
        self.steps += other.steps;
        self.failed.extend(other.failed);
        for (reason, count) in other.left_out {
            *self.left_out.entry(reason).or_default() += count;
        }
    }

    fn run(&self) -> usize {
        self.passed + self.failed.len()
    }

    fn share(&self) -> f64 {
        100.0 * self.passed as f64 / self.run().max(1) as f64
    }

    /// The causes of failures, the most frequent first, each with the first test it made fail.
    fn causes(&self) -> Vec<(&str, usize, &str)> {
        let mut causes: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for (test, cause) in &self.failed {
            causes.entry(cause).or_insert((0, test)).0 += 1;
        }
        let mut causes: Vec<_> =
            causes.into_iter().map(|(cause, (count, test))| (cause, count, test)).collect();
        causes.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        causes
    }

    /// For people: the share, and the most frequent causes.
    pub fn for_people(&self, most: usize) -> String {
        let mut text = format!(
            "passed: {} of {} ({:.2} %), {} steps",
            self.passed,
            self.run(),
            self.share(),
            self.steps
        );
        let causes = self.causes();
        if most > 0 && !causes.is_empty() {
            let mut rows = table(&["tests", "why they fail", "for example"]);
            for (cause, count, test) in causes.iter().take(most) {
                rows.add_row([count.to_string(), cell_text(cause), cell_text(test)]);
            }
            text.push_str(&format!("\n{rows}"));
            let more = causes.len().saturating_sub(most);
            if more > 0 {
                text.push_str(&format!("\nand {more} more causes"));
            }
        }
        if !self.left_out.is_empty() {
            let mut rows = table(&["tests", "left out"]);
            for (reason, count) in &self.left_out {
                rows.add_row([count.to_string(), (*reason).to_owned()]);
            }
            text.push_str(&format!("\n{rows}"));
        }
        text
    }

    /// For programs: everything.
    pub fn for_programs(&self) -> serde_json::Value {
        let causes = self.causes();
        let causes: Vec<_> = causes
            .iter()
            .map(|(cause, count, _)| json!({ "cause": cause, "tests": count }))
            .collect();
        json!({
            "schema": "parallax/spec-test262/1",
            "passed": self.passed,
            "run": self.run(),
            "steps": self.steps,
            "causes": causes,
            "failed": self.failed,
            "left_out": self.left_out,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_listed_by_how_often_they_occur() {
        let mut score = Score { passed: 1, ..Score::default() };
        for (test, cause) in [("a.js", "rare"), ("b.js", "often"), ("c.js", "often")] {
            score.failed.insert(test.to_owned(), cause.to_owned());
        }
        assert_eq!(score.causes(), [("often", 2, "b.js"), ("rare", 1, "a.js")]);
        assert!(score.for_people(0).starts_with("passed: 1 of 4 (25.00 %)"));
    }
}
