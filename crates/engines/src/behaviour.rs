//! What an engine does with a program, and what its driver says of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CheckFailure, Ending, Symptom, ThrownValue};

/// Drivers tell so much of what is wrong.
const MAX_TOLD: usize = 1900;

/// What an engine does with a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// The program ends normally, and the checks find nothing.
    Ended,
    /// The program ends normally, and these checks fail, at least one.
    Failed(Vec<CheckFailure>),
    /// The program throws.
    Threw {
        /// What.
        thrown: ThrownValue,
        /// The error's message.
        message: String,
    },
    /// The program is not taken for a script.
    NoScript(String),
    /// The engine ends, or says nothing sensible.
    Crashed(String),
    /// The engine does not answer in time.
    TimedOut,
    /// The engine takes more memory than it may.
    OutOfMemory,
    /// The engine is documented not to support the program: why.
    Unsupported(String),
}

impl Behaviour {
    /// Whether this is what the text says.
    pub fn meets(&self, ending: &Ending) -> bool {
        match (self, ending) {
            (Behaviour::Ended, Ending::Normal) | (Behaviour::NoScript(_), Ending::SyntaxError) => {
                true
            }
            (Behaviour::Threw { thrown, .. }, Ending::Throws(expected)) => thrown == expected,
            // Whether a name is found to be taken when the text is read, or when its declarations
            // are made: nothing of it has run in either case.
            (Behaviour::NoScript(_), Ending::NotDeclared) => true,
            (Behaviour::Threw { thrown, .. }, Ending::NotDeclared) => {
                *thrown == ThrownValue::Error("SyntaxError")
            }
            _ => false,
        }
    }

    /// Whether the process is of no use any more.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Behaviour::Crashed(_) | Behaviour::TimedOut | Behaviour::OutOfMemory)
    }

    /// Whether it says nothing about the engine.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, Behaviour::Unsupported(_))
    }

    /// All that is wrong with this: each check that fails, or how the program ends.
    pub fn symptoms(&self, expected: &Ending) -> Vec<Symptom> {
        match self {
            Behaviour::Failed(failures) if *expected == Ending::Normal => {
                let symptom =
                    |failure: &CheckFailure| Symptom::FailsCheck { failure: failure.clone() };
                failures.iter().map(symptom).collect()
            }
            _ => self.symptom(expected).into_iter().collect(),
        }
    }

    /// What is wrong first with this, if it is not what the text says.
    pub fn symptom(&self, expected: &Ending) -> Option<Symptom> {
        if self.meets(expected) {
            return None;
        }
        let expected = expected.clone();
        Some(match self {
            Behaviour::Ended => Symptom::Ends { expected },
            Behaviour::Failed(failures) => Symptom::FailsCheck {
                failure: failures.first().cloned().unwrap_or(CheckFailure::NotReached),
            },
            Behaviour::Threw { thrown, .. } => Symptom::Throws { thrown: thrown.clone(), expected },
            Behaviour::NoScript(_) => Symptom::Refuses { expected },
            Behaviour::Crashed(_) => Symptom::Crashes,
            Behaviour::TimedOut => Symptom::TimesOut,
            Behaviour::OutOfMemory => Symptom::RunsOutOfMemory,
            Behaviour::Unsupported(_) => return None,
        })
    }
}

impl fmt::Display for Behaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Behaviour::Ended => f.write_str("ends normally"),
            Behaviour::Failed(failures) => {
                let told = failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
                write!(f, "fails a check: {told}")
            }
            Behaviour::Threw { thrown, message } => {
                let thrown = thrown.to_string();
                match thrown == *message {
                    true => write!(f, "throws {thrown}"),
                    false => write!(f, "throws {thrown}: {message}"),
                }
            }
            Behaviour::NoScript(message) => write!(f, "is no script: {message}"),
            Behaviour::Crashed(how) => write!(f, "crashes: {how}"),
            Behaviour::TimedOut => Symptom::TimesOut.fmt(f),
            Behaviour::OutOfMemory => Symptom::RunsOutOfMemory.fmt(f),
            Behaviour::Unsupported(why) => write!(f, "does not support it: {why}"),
        }
    }
}

/// What was seen of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What the engine did.
    pub behaviour: Behaviour,
    /// What the program printed, as far as it is kept.
    pub output: String,
}

impl From<Behaviour> for Observed {
    fn from(behaviour: Behaviour) -> Self {
        Observed { behaviour, output: String::new() }
    }
}

/// What a driver is told.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request<'a> {
    pub id: usize,
    pub script: std::borrow::Cow<'a, str>,
}

/// What a driver tells.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Reply {
    pub id: usize,
    pub how: String,
    pub what: String,
    pub message: String,
    pub check: String,
    pub output: String,
}

impl Reply {
    /// What it means; none if it is no answer.
    pub fn observed(self, has_checks: bool) -> Option<Observed> {
        let behaviour = match (self.how.as_str(), self.check.as_str()) {
            ("ended", "none") if has_checks => Behaviour::Failed(vec![CheckFailure::NotReached]),
            ("ended", "right" | "none") => Behaviour::Ended,
            ("ended", check) => Behaviour::Failed(failures(check.strip_prefix("wrong: ")?)),
            ("threw", _) => {
                let thrown = ThrownValue::parse(&self.what);
                Behaviour::Threw { thrown, message: self.message }
            }
            ("no script", _) => Behaviour::NoScript(self.message),
            _ => return None,
        };
        Some(Observed { behaviour, output: self.output })
    }
}

/// The checks that fail, a line for each. The last line of what is as long as a driver tells may be cut.
fn failures(told: &str) -> Vec<CheckFailure> {
    let mut lines: Vec<&str> = told.split('\n').collect();
    if lines.len() > 1 && told.len() >= MAX_TOLD {
        lines.pop();
    }
    lines.into_iter().map(CheckFailure::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_does_is_held_against_the_text() {
        let throws = |what: &str| Ending::Throws(ThrownValue::parse(what));
        let threw =
            |what: &str| Behaviour::Threw { thrown: ThrownValue::parse(what), message: "m".into() };
        let no_script = Behaviour::NoScript("m".into());
        assert!(Behaviour::Ended.meets(&Ending::Normal));
        assert!(threw("TypeError").meets(&throws("TypeError")));
        assert!(!threw("RangeError").meets(&throws("TypeError")));
        assert!(no_script.meets(&Ending::SyntaxError) && !no_script.meets(&throws("SyntaxError")));
        let syntax_error = threw("SyntaxError");
        assert!(no_script.meets(&Ending::NotDeclared) && syntax_error.meets(&Ending::NotDeclared));
        // An early error that comes late is one too many steps.
        assert!(!threw("SyntaxError").meets(&Ending::SyntaxError));
        assert!(!Behaviour::Ended.meets(&Ending::Aborts) && !Behaviour::Ended.is_fatal());
        assert!(Behaviour::TimedOut.is_fatal());
    }

    #[test]
    fn an_answer_that_is_none_is_not_taken_for_one() {
        let reply = |how: &str, check: &str| Reply {
            how: how.into(),
            check: check.into(),
            ..Reply::default()
        };
        let seen = |how, check, has_checks| {
            reply(how, check).observed(has_checks).map(|observed| observed.behaviour)
        };
        assert_eq!(seen("ended", "right", true), Some(Behaviour::Ended));
        assert_eq!(seen("ended", "none", false), Some(Behaviour::Ended));
        assert_eq!(
            seen("ended", "wrong: x", true),
            Some(Behaviour::Failed(vec![CheckFailure::Other { message: "x".into() }]))
        );
        let not_reached = Behaviour::Failed(vec![CheckFailure::NotReached]);
        assert_eq!(seen("ended", "none", true), Some(not_reached));
        assert_eq!(seen("ended", "rubbish", true), None);
        assert_eq!(seen("", "", true), None);
    }
}
