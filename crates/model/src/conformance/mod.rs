//! Engines against the text of their specification: what a suite of tests came to.

mod check;
mod ending;
mod known;
mod symptom;
mod thrown;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::isolation::RankedFunction;

pub use check::{CheckFailure, CheckKind};
pub use ending::Ending;
pub use known::{
    KnownDeviation, KnownDeviations, SHIPPED, SHIPPED_COMPILERS, SymptomPattern, Wrong,
};
pub use symptom::{KeyDifference, Symptom, SymptomKey};
pub use thrown::{ERRORS, ThrownValue};

/// Who is wrong where engines do something else than the text says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "who", content = "engines")]
pub enum DeviationVerdict {
    /// These engines: some family does what the text says, or they deviate each in its own way.
    Engine(Vec<String>),
    /// The specification: it contradicts itself, or all families agree with each other against it.
    Specification(Vec<String>),
    /// Fewer than three families stand anywhere; these engines fail.
    Undecided(Vec<String>),
}

impl DeviationVerdict {
    /// The engines that fail.
    pub fn engines(&self) -> &[String] {
        let (DeviationVerdict::Engine(engines)
        | DeviationVerdict::Specification(engines)
        | DeviationVerdict::Undecided(engines)) = self;
        engines
    }

    /// What it says is wrong, in two words at most.
    pub fn name(&self) -> &'static str {
        match self {
            DeviationVerdict::Engine(_) => "engine bug",
            DeviationVerdict::Specification(_) => "specification bug",
            DeviationVerdict::Undecided(_) => "undecided",
        }
    }
}

impl fmt::Display for DeviationVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines = self.engines().join(", ");
        match self {
            DeviationVerdict::Engine(_) => write!(f, "{}: {engines}", self.name()),
            _ => write!(f, "{} ({engines} fail)", self.name()),
        }
    }
}

/// How suspicious an algorithm of the text is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suspect {
    /// The algorithm.
    pub algorithm: String,
    /// The id of its clause.
    pub clause: String,
    /// The place of its most suspicious step.
    pub step: String,
    /// The text of that step.
    pub text: String,
    /// How suspicious that step is.
    pub score: f64,
}

/// Failures that probably have one cause: one class of findings, with its smallest test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deviation {
    /// Who is wrong.
    pub verdict: DeviationVerdict,
    /// What is wrong, without the details that differ from test to test.
    pub symptom: String,
    /// How the program ends by the text.
    pub ending: String,
    /// The program.
    pub program: String,
    /// The whole test, with no more checks than are needed to fail.
    pub script: String,
    /// What each engine did with it.
    pub engines: Vec<EngineResult>,
    /// The algorithms that the program touches.
    pub algorithms: Vec<String>,
    /// The most suspicious of them.
    pub suspects: Vec<Suspect>,
    /// The files of all tests that fail so.
    pub tests: Vec<String>,
    /// Where the bug probably is in the source of an engine that fails, if that was isolated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guilty: Vec<RankedFunction>,
}

/// What one engine did with a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineResult {
    /// The engine.
    pub engine: String,
    /// What it did.
    pub does: String,
    /// What is wrong with that, if something is.
    pub symptom: Option<Symptom>,
}

/// What came of a suite that was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SuiteSummary {
    /// The edition that says what is right.
    pub edition: String,
    /// How many tests it has.
    pub tests: usize,
    /// How the engines did.
    pub engines: Vec<Tally>,
    /// The coverage of its generation over time, if that is known.
    pub coverage: Vec<CoverageSample>,
}

/// What an engine did with the tests, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The engine.
    pub engine: String,
    /// Its family.
    pub family: String,
    /// What it says it is.
    pub version: String,
    /// Tests that it passed.
    pub passed: usize,
    /// Tests that it failed.
    pub failed: usize,
    /// Tests at which it ended.
    pub crashed: usize,
    /// Tests that it did not end in time.
    pub timed_out: usize,
    /// Tests that took too much memory.
    pub out_of_memory: usize,
    /// Tests with another result in a process of their own, which is the one that counts.
    #[serde(alias = "unsteady")]
    pub flaky: usize,
}

impl Tally {
    /// What is counted, in the order of [`Tally::counts`].
    pub const COUNTS: [&'static str; 6] =
        ["passed", "failed", "crashed", "timed out", "out of memory", "flaky"];

    /// How many tests came to each of [`Tally::COUNTS`].
    pub fn counts(&self) -> [usize; 6] {
        [self.passed, self.failed, self.crashed, self.timed_out, self.out_of_memory, self.flaky]
    }
}

/// Coverage of the text at one time of a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoverageSample {
    /// Since the beginning, pauses not counted.
    pub seconds: f64,
    /// Programs that were run.
    pub programs: u64,
    /// Seeds among them.
    #[serde(default)]
    pub seeds: usize,
    /// Steps covered.
    pub steps: usize,
    /// Of so many that a script can reach.
    pub all_steps: usize,
    /// Sides of branches covered.
    pub sides: usize,
    /// Of so many.
    pub all_sides: usize,
    /// Programs in the pool.
    pub pool: usize,
}

/// The place of a clause in the published text of an edition such as `es2026`; an edition without a
/// year is taken for the draft.
pub fn link(edition: &str, clause: &str) -> String {
    let year = edition.strip_prefix("es").and_then(|rest| rest.get(..4));
    let year = year.filter(|year| year.bytes().all(|digit| digit.is_ascii_digit()));
    let folder = year.map(|year| format!("{year}/")).unwrap_or_default();
    format!("https://tc39.es/ecma262/{folder}#{clause}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_linked_in_the_edition_that_was_read() {
        let check = |edition, url: &str| assert_eq!(link(edition, "sec-call"), url);
        check("es2026", "https://tc39.es/ecma262/2026/#sec-call");
        check("es2020-candidate-2020-04", "https://tc39.es/ecma262/2020/#sec-call");
        check("mine", "https://tc39.es/ecma262/#sec-call");
        check("eséé", "https://tc39.es/ecma262/#sec-call");
    }
}
