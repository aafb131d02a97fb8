//! Known deviations: a reviewed file that says which failures are known.

use serde::{Deserialize, Serialize};

use super::{CheckFailure, CheckKind, Deviation, Ending, EngineResult, Symptom, ThrownValue};
use crate::known::Entry;
use crate::pattern::{any, fits, fits_some};

/// The file of the deviations known when this release was made, and its text.
pub const SHIPPED: (&str, &str) =
    ("crates/model/known-deviations.toml", include_str!("../../known-deviations.toml"));

/// The file of what compilers are documented not to keep, and its text.
pub const SHIPPED_COMPILERS: (&str, &str) =
    ("crates/model/known-compilers.toml", include_str!("../../known-compilers.toml"));

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
    /// What is wrong.
    #[serde(default)]
    pub symptoms: Vec<SymptomPattern>,
    /// Patterns of algorithms, one of which the program touches.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// Patterns of the program's text.
    #[serde(default)]
    pub programs: Vec<String>,
    /// Patterns of the faulty algorithms of the text, where it is known that the text is wrong:
    /// how well suspects are ranked is measured by them.
    #[serde(default, alias = "guilty")]
    pub faulty: Vec<String>,
    /// Who is wrong.
    pub wrong: Wrong,
    /// What happens and why.
    pub explanation: String,
    /// Where it is tracked or specified.
    #[serde(default)]
    pub link: Option<String>,
    /// A program that it explains.
    #[serde(default)]
    pub example: Option<String>,
    /// A program next to that which it does not explain.
    #[serde(default)]
    pub neighbour: Option<String>,
}

/// A kind of symptom, and what its fields must be. A field that is left out may be anything.
///
/// The patterns are of texts that a test or an engine makes: expressions of the test, keys of an object
/// (joined by commas), the message of a check. None is of words of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SymptomPattern {
    /// The program ends normally.
    Ends {
        /// How it ends by the text.
        expected: Option<Ending>,
    },
    /// The program throws.
    Throws {
        /// What.
        thrown: Option<ThrownValue>,
        /// How it ends by the text.
        expected: Option<Ending>,
    },
    /// The program is not taken for a script.
    Refuses {
        /// How it ends by the text.
        expected: Option<Ending>,
    },
    /// A check of one property fails.
    Property {
        /// What it is about.
        #[serde(default)]
        checks: Vec<CheckKind>,
        /// Patterns of the expression that it looks at.
        #[serde(default)]
        subjects: Vec<String>,
    },
    /// A check of an object's keys fails.
    Keys {
        /// Patterns of the expression that it looks at.
        #[serde(default)]
        subjects: Vec<String>,
        /// Patterns of the keys by the text.
        #[serde(default)]
        expected: Vec<String>,
        /// Patterns of the keys that the object has.
        #[serde(default)]
        observed: Vec<String>,
    },
    /// A check of the order of effects fails.
    Log {
        /// Patterns of the first event that is missing.
        #[serde(default)]
        expected: Vec<String>,
        /// Patterns of the event in its place.
        #[serde(default)]
        observed: Vec<String>,
    },
    /// A check that is written by hand fails.
    Message {
        /// Patterns of its message.
        #[serde(default)]
        messages: Vec<String>,
    },
    /// The checks are not reached.
    NotReached,
    /// The engine ends, or says nothing sensible.
    Crashes,
    /// The engine does not answer in time.
    TimesOut,
    /// The engine takes more memory than it may.
    RunsOutOfMemory,
}

impl SymptomPattern {
    /// Whether a symptom is of this kind, with such fields.
    pub fn fits(&self, symptom: &Symptom) -> bool {
        use SymptomPattern as Pattern;
        match (self, symptom) {
            (Pattern::Ends { expected }, Symptom::Ends { expected: ending })
            | (Pattern::Refuses { expected }, Symptom::Refuses { expected: ending }) => {
                is(expected, ending)
            }
            (
                Pattern::Throws { thrown, expected },
                Symptom::Throws { thrown: value, expected: ending },
            ) => is(thrown, value) && is(expected, ending),
            (_, Symptom::FailsCheck { failure }) => self.fits_check(failure),
            (Pattern::Crashes, Symptom::Crashes)
            | (Pattern::TimesOut, Symptom::TimesOut)
            | (Pattern::RunsOutOfMemory, Symptom::RunsOutOfMemory) => true,
            _ => false,
        }
    }

    fn fits_check(&self, failure: &CheckFailure) -> bool {
        use SymptomPattern as Pattern;
        match (self, failure) {
            (Pattern::Property { checks, subjects }, CheckFailure::Property { kind, subject }) => {
                (checks.is_empty() || checks.contains(kind)) && fits(subjects, subject)
            }
            (
                Pattern::Keys { subjects, expected, observed },
                CheckFailure::Keys { subject, expected: by_text, observed: found },
            ) => {
                fits(subjects, subject)
                    && fits(expected, &by_text.join(","))
                    && fits(observed, &found.join(","))
            }
            (
                Pattern::Log { expected, observed },
                CheckFailure::Log { expected: by_text, observed: seen },
            ) => fits(expected, by_text) && fits(observed, seen),
            (Pattern::Message { messages }, CheckFailure::Other { message }) => {
                fits(messages, message)
            }
            (Pattern::NotReached, CheckFailure::NotReached) => true,
            _ => false,
        }
    }
}

/// Whether a value is the one that is asked for, if one is.
fn is<T: PartialEq>(asked: &Option<T>, value: &T) -> bool {
    asked.as_ref().is_none_or(|asked| asked == value)
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
        let says_what = [&self.algorithms, &self.programs];
        if self.engines.is_empty() {
            Some("names no engine")
        } else if self.symptoms.is_empty() && says_what.iter().all(|it| it.is_empty()) {
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
        symptom: &Symptom,
        algorithms: &[String],
        program: &str,
    ) -> Option<&KnownDeviation> {
        self.0.iter().find(|entry| {
            any(&entry.engines, engine)
                && (entry.symptoms.is_empty() || entry.symptoms.iter().any(|it| it.fits(symptom)))
                && fits_some(&entry.algorithms, algorithms.iter().map(String::as_str))
                && fits(&entry.programs, program)
        })
    }

    /// The entries that explain a deviation, for the engines that fail. Empty when the deviation is new: of
    /// what is known of one engine it is no news that another shows it with the same test.
    pub fn explain_all(&self, deviation: &Deviation) -> Vec<&KnownDeviation> {
        let explain = |witness: &EngineResult| {
            let symptom = witness.symptom.as_ref()?;
            self.explain(&witness.engine, symptom, &deviation.algorithms, &deviation.program)
        };
        let mut entries: Vec<_> = deviation.engines.iter().filter_map(explain).collect();
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
            known
                .explain(engine, &Symptom::Crashes, &algorithms, program)
                .map(|entry| entry.id.as_str())
        };
        assert_eq!(explained("bun", "DeleteBinding", "(p) => delete p"), Some("delete"));
        assert_eq!(explained("node", "DeleteBinding", "(p) => delete p"), None);
        assert_eq!(explained("bun", "GetBinding", "(p) => delete p"), None);
        assert_eq!(explained("bun", "DeleteBinding", "(p) => p"), None);
    }

    #[test]
    fn an_entry_that_says_too_little_is_refused() {
        for (text, word) in [
            (entry("a", "engines = []\nsymptoms = [{ kind = \"crashes\" }]"), "no engine"),
            (entry("a", "engines = [\"x\"]\nsymptoms = [{ kind = \"keys\", key = 1 }]"), "key"),
            (entry("a", "engines = [\"x\"]"), "excuse everything"),
        ] {
            let error = parse::<KnownDeviation>(&text, "mine.toml").unwrap_err().cause.to_string();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn symptoms_are_matched_by_kind_and_fields() {
        let text = entry(
            "a",
            "engines = [\"*\"]\nsymptoms = [
               { kind = \"throws\", thrown = { error = \"TypeError\" }, expected = \"normal\" },
               { kind = \"property\", checks = [\"value\"], subjects = [\"x*\"] },
               { kind = \"keys\", expected = [\"length,*\"], observed = [\"*,length\"] },
               { kind = \"times-out\" },
             ]",
        );
        let known = KnownDeviations(parse(&text, "test").unwrap());
        let fits = |symptom: &Symptom| known.explain("node", symptom, &[], "").is_some();
        let throws = |what: &str| Symptom::Throws {
            thrown: ThrownValue::parse(what),
            expected: Ending::Normal,
        };
        let check = |message: &str| Symptom::FailsCheck { failure: CheckFailure::parse(message) };
        assert!(fits(&throws("TypeError")) && !fits(&throws("RangeError")));
        assert!(fits(&check("value of x.y")) && !fits(&check("value of y")));
        assert!(!fits(&check("type of x")));
        assert!(fits(&check("keys of f, by the text length,name: name,length")));
        assert!(!fits(&check("keys of f, by the text name,length: name,length")));
        assert!(fits(&Symptom::TimesOut) && !fits(&Symptom::Crashes));
    }

    #[test]
    fn the_shipped_file_is_well_formed() {
        let known = KnownDeviations(parse(SHIPPED.1, SHIPPED.0).unwrap());
        assert!(known.0.iter().all(|entry| entry.explanation.len() > 20));
    }
}
