//! The result of an isolation: which source files are most likely to hold the bug, and why.
//!
//! This is what is stored, reported and shown; it knows nothing of how it was found.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Everything that is kept of one isolation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Isolation {
    /// The file name of the program that makes the subject fail.
    pub program: String,
    /// Its text.
    pub text: String,
    /// The name of the subject, the compiler or engine that fails.
    pub subject: String,
    /// Its version, if it is known.
    pub version: Option<String>,
    /// Options with which the program fails.
    pub bad: Vec<String>,
    /// Options with which it does not.
    pub good: Vec<String>,
    /// What is wrong.
    pub symptom: SymptomKind,
    /// The source files that the failing run executes, the most suspicious first.
    pub files: Vec<RankedFile>,
    /// The functions that are most likely to hold the bug, the most probable first.
    #[serde(default)]
    pub functions: Vec<RankedFunction>,
    /// What each source of witnesses has contributed.
    pub sources: Vec<SourceSummary>,
    /// The witnesses in the order in which they were found. Other parts refer to them by number,
    /// from 1.
    pub witnesses: Vec<PassingRun>,
    /// The mutants among them whose runs are nearest to the failing one, nearest first.
    pub mutants: Vec<PassingMutant>,
    /// The most suspicious files line by line, in the order of `files`.
    pub heat_maps: Vec<HeatMap>,
    /// How long the search and the ranking took.
    pub seconds: f64,
    /// The seed of the search.
    pub seed: u64,
}

impl Isolation {
    /// How many trials were made.
    pub fn trials(&self) -> usize {
        self.sources.iter().map(|source| source.trials).sum()
    }

    /// The options, passes and counters that make the program pass when they are switched off, by
    /// source.
    pub fn passing_switches(&self) -> impl Iterator<Item = (WitnessSource, Vec<&str>)> {
        let switching = [WitnessSource::Option, WitnessSource::Pass, WitnessSource::Counter];
        switching.into_iter().filter_map(|source| {
            let of_source = self.witnesses.iter().filter(|witness| witness.source == source);
            let labels: Vec<&str> = of_source.map(|witness| witness.label.as_str()).collect();
            (!labels.is_empty()).then_some((source, labels))
        })
    }
}

/// What is wrong with a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "message", rename_all = "snake_case")]
pub enum SymptomKind {
    /// It crashes with this message.
    Crash(String),
    /// It does not end.
    Hang,
    /// It rejects a program that is right, with this message.
    Rejected(String),
    /// The program does not do what it should.
    WrongCode,
}

impl fmt::Display for SymptomKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SymptomKind::Crash(message) => write!(f, "crash: {message}"),
            SymptomKind::Hang => f.write_str("hang"),
            SymptomKind::Rejected(message) => write!(f, "rejected: {message}"),
            SymptomKind::WrongCode => f.write_str("wrong code"),
        }
    }
}

/// A ranked source file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankedFile {
    /// Its place, from 1. Files that are equally suspicious all have the worst place of them.
    pub rank: usize,
    /// Its path below the subject's sources.
    pub name: String,
    /// How probable it is that the bug is in it, from 0 to 1; if a formula was asked for, how suspicious
    /// it is by that.
    pub score: f64,
    /// Its most suspicious functions, the first first.
    pub functions: Vec<String>,
    /// What speaks for it, most first.
    #[serde(default)]
    pub reasons: Vec<String>,
}

/// A ranked function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankedFunction {
    /// Its place, from 1.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// The file that it is in.
    pub file: String,
    /// Its most suspicious line.
    pub line: u32,
    /// The text of that line.
    pub text: String,
    /// How probable it is that the bug is in it, from 0 to 1.
    pub score: f64,
}

/// Where a run near the failing one comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WitnessSource {
    /// A mutant of the program, found by Algorithm 1.
    Mutant,
    /// A mutant of the program, found at random.
    Random,
    /// The program with a statement changed.
    Statement,
    /// The program with an option switched off.
    Option,
    /// The program with a pass disabled.
    Pass,
    /// The program with transformations stopped by a counter.
    Counter,
    /// Another program.
    Test,
}

impl WitnessSource {
    /// All, in the order of reports.
    pub const ALL: [WitnessSource; 7] = [
        WitnessSource::Mutant,
        WitnessSource::Random,
        WitnessSource::Statement,
        WitnessSource::Option,
        WitnessSource::Pass,
        WitnessSource::Counter,
        WitnessSource::Test,
    ];

    /// Those that the best ranking uses.
    pub const RANKED: [WitnessSource; 5] = [
        WitnessSource::Mutant,
        WitnessSource::Statement,
        WitnessSource::Option,
        WitnessSource::Pass,
        WitnessSource::Counter,
    ];

    /// How people call it.
    pub fn name(self) -> &'static str {
        match self {
            WitnessSource::Mutant => "mutants",
            WitnessSource::Random => "random mutants",
            WitnessSource::Statement => "statements changed",
            WitnessSource::Option => "options off",
            WitnessSource::Pass => "passes disabled",
            WitnessSource::Counter => "debug counters",
            WitnessSource::Test => "other programs",
        }
    }
}

/// What one source of witnesses has contributed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSummary {
    /// The source.
    pub source: WitnessSource,
    /// How many trials it made.
    pub trials: usize,
    /// How many of them pass.
    pub witnesses: usize,
    /// How many of them fail as the program does.
    pub failing: usize,
}

/// A witness: a run near the failing one that passes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassingRun {
    /// Where it comes from.
    pub source: WitnessSource,
    /// What makes it different: a rule, an option, a counter and its limit.
    pub label: String,
}

/// A witness that is a mutant of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassingMutant {
    /// The rule that made it.
    pub rule: String,
    /// What it changes, as a unified diff without context.
    pub change: String,
}

/// A source file line by line: the lines that the failing run executes, and a few around them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeatMap {
    /// The file's name.
    pub file: String,
    /// The lines, in their order; there may be gaps between them.
    pub lines: Vec<HeatLine>,
    /// Sets of witnesses, by their numbers, of which many lines have the same.
    pub witness_sets: Vec<Vec<usize>>,
}

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeatLine {
    /// The line's number, from 1.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// How suspicious it is, if the failing run executes it.
    pub heat: Option<Heat>,
}

/// How suspicious a line is that the failing run executes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// From 0, for a line that every run executes, to 1, for the most suspicious of its file.
    pub shade: f64,
    /// The witnesses that execute the line too and so exonerate it, as an index into the sets of the
    /// heat map.
    pub witness_set: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn witness(source: WitnessSource, label: &str) -> PassingRun {
        PassingRun { source, label: label.to_owned() }
    }

    fn isolation() -> Isolation {
        let heat = Heat { shade: 0.5, witness_set: 0 };
        let line = HeatLine { number: 7, text: "x++;".to_owned(), heat: Some(heat) };
        Isolation {
            program: "a.c".to_owned(),
            text: "int main(void) {}".to_owned(),
            subject: "tcc".to_owned(),
            version: Some("0.9.27".to_owned()),
            bad: vec!["-O2".to_owned()],
            good: Vec::new(),
            symptom: SymptomKind::Crash("in f".to_owned()),
            files: Vec::new(),
            functions: Vec::new(),
            sources: vec![SourceSummary {
                source: WitnessSource::Option,
                trials: 4,
                witnesses: 2,
                failing: 1,
            }],
            witnesses: vec![
                witness(WitnessSource::Mutant, "+ -> -"),
                witness(WitnessSource::Counter, "-fdbg-cnt=dce:0"),
                witness(WitnessSource::Option, "-fno-a"),
                witness(WitnessSource::Option, "-fno-b"),
            ],
            mutants: Vec::new(),
            heat_maps: vec![HeatMap {
                file: "a.c".to_owned(),
                lines: vec![line],
                witness_sets: vec![vec![1, 3]],
            }],
            seconds: 1.5,
            seed: 1,
        }
    }

    #[test]
    fn switches_that_make_it_pass_are_told_by_source() {
        let isolation = isolation();
        let switches: Vec<_> = isolation.passing_switches().collect();
        let expected = [
            (WitnessSource::Option, vec!["-fno-a", "-fno-b"]),
            (WitnessSource::Counter, vec!["-fdbg-cnt=dce:0"]),
        ];
        assert_eq!(switches, expected);
        assert_eq!(isolation.trials(), 4);
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let written = serde_json::to_string(&isolation()).unwrap();
        assert_eq!(serde_json::from_str::<Isolation>(&written).unwrap(), isolation());
    }
}
