//! Known deviations: a reviewed file that says which failures are no news.

use std::path::Path;

use parallax_model::pattern::{any, fits, fits_some};
use serde::{Deserialize, Serialize};

/// The deviations known when this release was made.
const SHIPPED: &str = include_str!("../../../config/known-deviations.toml");

/// A file of known deviations.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    #[serde(default)]
    known: Vec<Deviation>,
}

/// A known deviation. Patterns have `*` for anything; a list of none fits everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// A short name, unique in the file.
    pub id: String,
    /// Patterns of the engines that deviate, such as `node*`.
    pub engines: Vec<String>,
    /// Patterns of what is wrong.
    #[serde(default)]
    pub symptoms: Vec<String>,
    /// Patterns of algorithms, one of which the program touches.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// Patterns of the program's text.
    #[serde(default)]
    pub programs: Vec<String>,
    /// Who is wrong.
    pub wrong: Wrong,
    /// What happens and why.
    pub explanation: String,
    /// Where it is tracked or specified.
    #[serde(default)]
    pub link: Option<String>,
}

/// Who is wrong about a known deviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wrong {
    /// The engines that it names.
    Engines,
    /// The text, of which all engines know better.
    Specification,
}

/// A failure of one engine.
#[derive(Debug, Clone, Copy)]
pub struct Failing<'a> {
    /// The engine.
    pub engine: &'a str,
    /// What is wrong.
    pub symptom: &'a str,
    /// The algorithms that the program touches.
    pub algorithms: &'a [String],
    /// The program.
    pub program: &'a str,
}

/// Why a file of known deviations cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the known deviations in {file}: {cause}")]
pub struct KnownError {
    file: String,
    cause: String,
}

impl Known {
    /// The deviations that ship with Parallax.
    pub fn shipped() -> Result<Self, KnownError> {
        Self::parse(SHIPPED, "config/known-deviations.toml")
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, KnownError> {
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, &file),
            Err(cause) => Err(KnownError { file, cause: cause.to_string() }),
        }
    }

    fn parse(text: &str, file: &str) -> Result<Self, KnownError> {
        let fail = |cause: String| KnownError { file: file.to_owned(), cause };
        let known: Known = toml::from_str(text).map_err(|error| fail(error.to_string()))?;
        for (at, entry) in known.known.iter().enumerate() {
            if known.known[..at].iter().any(|other| other.id == entry.id) {
                return Err(fail(format!("the id `{}` stands there twice", entry.id)));
            }
            if entry.engines.is_empty() {
                return Err(fail(format!("`{}` names no engine", entry.id)));
            }
            let says_what = [&entry.symptoms, &entry.algorithms, &entry.programs];
            if says_what.iter().all(|patterns| patterns.is_empty()) {
                return Err(fail(format!("`{}` would excuse everything", entry.id)));
            }
        }
        Ok(known)
    }

    /// Adds the entries of another file.
    pub fn extend(&mut self, other: Known) {
        self.known.extend(other.known);
    }

    /// The entry that explains a failure.
    pub fn explain(&self, failing: Failing<'_>) -> Option<&Deviation> {
        self.known.iter().find(|entry| {
            any(&entry.engines, failing.engine)
                && fits(&entry.symptoms, failing.symptom)
                && fits_some(&entry.algorithms, failing.algorithms.iter().map(String::as_str))
                && fits(&entry.programs, failing.program)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, rest: &str) -> String {
        format!("[[known]]\nid = \"{id}\"\nwrong = \"engines\"\nexplanation = \"x\"\n{rest}\n")
    }

    #[test]
    fn an_entry_explains_what_all_its_patterns_fit() {
        let text = entry(
            "delete",
            "engines = [\"bun*\"]\nalgorithms = [\"Del*\"]\nprograms = [\"*delete *\"]",
        );
        let known = Known::parse(&text, "test").unwrap();
        let explained = |engine, algorithm: &str, program| {
            let algorithms = ["Call".to_owned(), algorithm.to_owned()];
            let failing = Failing { engine, symptom: "x", algorithms: &algorithms, program };
            known.explain(failing).map(|entry| entry.id.as_str())
        };
        assert_eq!(explained("bun", "DeleteBinding", "(p) => delete p"), Some("delete"));
        assert_eq!(explained("node", "DeleteBinding", "(p) => delete p"), None);
        assert_eq!(explained("bun", "GetBinding", "(p) => delete p"), None);
        assert_eq!(explained("bun", "DeleteBinding", "(p) => p"), None);
    }

    #[test]
    fn a_file_with_mistakes_is_refused_with_its_name() {
        let fine = "engines = [\"x\"]\nsymptoms = [\"*\"]";
        for (text, word) in [
            (entry("a", &format!("{fine}\ncolour = 1")), "colour"),
            (entry("a", "engines = []\nsymptoms = [\"*\"]"), "no engine"),
            (entry("a", "engines = [\"x\"]"), "excuse everything"),
            (entry("a", fine).repeat(2), "twice"),
        ] {
            let error = Known::parse(&text, "mine.toml").unwrap_err().to_string();
            assert!(error.contains("mine.toml") && error.contains(word), "{error}");
        }
    }

    #[test]
    fn the_shipped_file_is_well_formed() {
        let known = Known::shipped().unwrap();
        assert!(known.known.iter().all(|entry| entry.explanation.len() > 20));
    }
}
