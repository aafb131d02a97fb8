//! Known deviations: a reviewed file that says which failures are known.

use serde::{Deserialize, Serialize};

use super::{Deviation, EngineResult};
use crate::known::Entry;
use crate::pattern::{any, fits, fits_some};

/// The file of the deviations known when this release was made, and its text.
pub const SHIPPED: (&str, &str) =
    ("crates/model/known-deviations.toml", include_str!("../../known-deviations.toml"));

/// Known deviations.
#[derive(Debug, Clone, Default)]
pub struct KnownDeviations(pub Vec<KnownDeviation>);

/// A known deviation. Patterns have `*` for anything; a list of none fits everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownDeviation {
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
    /// Patterns of the algorithms of the text that are to blame, where it is known that the text is:
    /// how well suspects are ranked is measured by them.
    #[serde(default)]
    pub guilty: Vec<String>,
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

impl Entry for KnownDeviation {
    fn id(&self) -> &str {
        &self.id
    }

    fn flaw(&self) -> Option<&'static str> {
        let says_what = [&self.symptoms, &self.algorithms, &self.programs];
        if self.engines.is_empty() {
            Some("names no engine")
        } else if says_what.iter().all(|patterns| patterns.is_empty()) {
            Some("would excuse everything")
        } else {
            None
        }
    }
}

impl KnownDeviations {
    /// Whether nothing that is known explains a deviation.
    pub fn is_new(&self, deviation: &Deviation) -> bool {
        self.explain_all(deviation).is_empty()
    }

    /// The entry that explains what is wrong with one engine.
    pub fn explain(
        &self,
        engine: &str,
        symptom: &str,
        algorithms: &[String],
        program: &str,
    ) -> Option<&KnownDeviation> {
        self.0.iter().find(|entry| {
            any(&entry.engines, engine)
                && fits(&entry.symptoms, symptom)
                && fits_some(&entry.algorithms, algorithms.iter().map(String::as_str))
                && fits(&entry.programs, program)
        })
    }

    /// The entries that together explain a deviation: one for each engine that fails. Empty when the
    /// deviation is new.
    pub fn explain_all(&self, deviation: &Deviation) -> Vec<&KnownDeviation> {
        let explain = |witness: &EngineResult| {
            let symptom = witness.symptom.as_deref()?;
            Some(self.explain(&witness.engine, symptom, &deviation.algorithms, &deviation.program))
        };
        let each: Option<Vec<_>> = deviation.engines.iter().filter_map(explain).collect();
        let mut entries = each.unwrap_or_default();
        entries.dedup_by(|one, other| one.id == other.id);
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::parse;

    fn entry(id: &str, rest: &str) -> String {
        format!("[[known]]\nid = \"{id}\"\nwrong = \"engines\"\nexplanation = \"x\"\n{rest}\n")
    }

    #[test]
    fn an_entry_explains_what_all_its_patterns_fit() {
        let text = entry(
            "delete",
            "engines = [\"bun*\"]\nalgorithms = [\"Del*\"]\nprograms = [\"*delete *\"]",
        );
        let known = KnownDeviations(parse(&text, "test").unwrap());
        let explained = |engine, algorithm: &str, program| {
            let algorithms = ["Call".to_owned(), algorithm.to_owned()];
            known.explain(engine, "x", &algorithms, program).map(|entry| entry.id.as_str())
        };
        assert_eq!(explained("bun", "DeleteBinding", "(p) => delete p"), Some("delete"));
        assert_eq!(explained("node", "DeleteBinding", "(p) => delete p"), None);
        assert_eq!(explained("bun", "GetBinding", "(p) => delete p"), None);
        assert_eq!(explained("bun", "DeleteBinding", "(p) => p"), None);
    }

    #[test]
    fn an_entry_that_says_too_little_is_refused() {
        for (text, word) in [
            (entry("a", "engines = []\nsymptoms = [\"*\"]"), "no engine"),
            (entry("a", "engines = [\"x\"]"), "excuse everything"),
        ] {
            let error = parse::<KnownDeviation>(&text, "mine.toml").unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn the_shipped_file_is_well_formed() {
        let known = KnownDeviations(parse(SHIPPED.1, SHIPPED.0).unwrap());
        assert!(known.0.iter().all(|entry| entry.explanation.len() > 20));
    }
}
