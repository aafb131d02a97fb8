//! What an isolation came to: the source files of a compiler or an engine, ranked for one bug.

use serde::{Deserialize, Serialize};

/// The result of one isolation, as it is stored and shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Isolation {
    /// The file of the program that makes the subject fail.
    pub program: String,
    /// The program's text.
    pub text: String,
    /// The compiler or engine that fails.
    pub subject: String,
    /// Options with which it fails.
    pub bad: Vec<String>,
    /// Options with which it does not.
    pub good: Vec<String>,
    /// How it fails.
    pub symptom: String,
    /// The seed of the search.
    pub seed: u64,
    /// Files by suspicion, the most suspicious first.
    pub files: Vec<RankedFile>,
    /// What each source of witnesses contributed.
    pub sources: Vec<WitnessSource>,
    /// What makes it pass when it is switched off: options, passes, debug counters.
    pub switches: Vec<String>,
    /// The mutants that pass and are nearest to the failing program.
    pub mutants: Vec<PassingMutant>,
    /// How long it took.
    pub seconds: f64,
}

/// A source file and how suspicious it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankedFile {
    /// Its rank; files with equal scores share one.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Its suspicion.
    pub score: f64,
    /// Its most suspicious functions.
    pub functions: Vec<String>,
}

/// A source of witnesses: mutants, options, passes and others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WitnessSource {
    /// Its name.
    pub name: String,
    /// Trials that were made.
    pub trials: usize,
    /// Trials that passed.
    pub witnesses: usize,
    /// Trials that failed as the program does.
    pub failing: usize,
}

/// A mutant of the failing program that passes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassingMutant {
    /// The rule that made it.
    pub rule: String,
    /// What it changes, as a unified difference.
    pub change: String,
}
