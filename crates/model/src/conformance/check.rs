//! What a check of a test says when it fails: the message that it throws, and its type.
//!
//! The message is part of the form of tests. A check of one property throws `<kind> of <subject>`, where
//! the subject is an expression, and `whether <subject> is a constructor`; a check of an object's keys
//! throws `keys of <subject>, by the text <keys>: <keys>`, with the expected keys first; a check of a log
//! throws the first events that differ, `log, by the text <event>; seen <event>`. A message of any other form, as
//! tests written by hand have, is kept as it is.

use std::fmt;

use serde::{Deserialize, Serialize};

const KEYS: &str = "keys of ";
const EXPECTED: &str = ", by the text ";
const OBSERVED: &str = ": ";
const LOG: (&str, &str) = ("log, by the text ", "; seen ");
const CONSTRUCTOR: (&str, &str) = ("whether ", " is a constructor");
const NOT_REACHED: &str = "the checks are never reached";

/// What a check of one property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckKind {
    /// The value of a variable or property.
    Value,
    /// Which object a variable or property holds.
    Identity,
    /// Whether something is an object or a function.
    Type,
    /// That an object has no prototype.
    Prototype,
    /// Whether an object can be extended.
    Extensibility,
    /// The attributes of a property.
    Attributes,
    /// Whether a function is a constructor.
    Constructor,
}

/// A check that fails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "check", rename_all = "kebab-case")]
pub enum CheckFailure {
    /// One property is not as the text says.
    Property {
        /// What it is about.
        kind: CheckKind,
        /// The expression that it looks at.
        subject: String,
    },
    /// The keys of an object, or their order, are not as the text says.
    Keys {
        /// The object.
        subject: String,
        /// Its keys by the text.
        expected: Vec<String>,
        /// Those that it has.
        observed: Vec<String>,
    },
    /// Something happens that the text does not say, or not then.
    Log {
        /// The first event that is missing.
        expected: String,
        /// The event in its place.
        observed: String,
    },
    /// The program ends normally, and the checks after it are not run.
    NotReached,
    /// A check that is written by hand.
    Other {
        /// What it says.
        message: String,
    },
}

impl CheckKind {
    const ALL: [CheckKind; 7] = [
        CheckKind::Value,
        CheckKind::Identity,
        CheckKind::Type,
        CheckKind::Prototype,
        CheckKind::Extensibility,
        CheckKind::Attributes,
        CheckKind::Constructor,
    ];

    /// What stands before and after the subject in the message of a check.
    fn around(self) -> (&'static str, &'static str) {
        match self {
            CheckKind::Value => ("value of ", ""),
            CheckKind::Identity => ("identity of ", ""),
            CheckKind::Type => ("type of ", ""),
            CheckKind::Prototype => ("prototype of ", ""),
            CheckKind::Extensibility => ("extensibility of ", ""),
            CheckKind::Attributes => ("attributes of ", ""),
            CheckKind::Constructor => CONSTRUCTOR,
        }
    }

    /// The message of a check with this subject.
    pub fn message(self, subject: &str) -> String {
        let (before, after) = self.around();
        format!("{before}{subject}{after}")
    }

    fn subject(self, message: &str) -> Option<&str> {
        let (before, after) = self.around();
        message.strip_prefix(before)?.strip_suffix(after)
    }
}

impl CheckFailure {
    /// The check that fails, whatever it sees.
    pub fn check(&self) -> String {
        match self {
            CheckFailure::Property { .. } => self.to_string(),
            CheckFailure::Keys { subject, .. } => format!("{KEYS}{subject}"),
            CheckFailure::Log { .. } => LOG.0.to_owned(),
            CheckFailure::NotReached => NOT_REACHED.to_owned(),
            CheckFailure::Other { message } => message.clone(),
        }
    }

    /// Reads the message that a check throws.
    pub fn parse(message: &str) -> Self {
        let property = |kind: CheckKind| {
            let subject = kind.subject(message)?.to_owned();
            Some(CheckFailure::Property { kind, subject })
        };
        let found = CheckKind::ALL.into_iter().find_map(property);
        let found =
            found.or_else(|| Self::parse_keys(message)).or_else(|| Self::parse_log(message));
        found.unwrap_or_else(|| CheckFailure::Other { message: message.to_owned() })
    }

    fn parse_log(message: &str) -> Option<Self> {
        let (expected, observed) = message.strip_prefix(LOG.0)?.split_once(LOG.1)?;
        Some(CheckFailure::Log { expected: expected.to_owned(), observed: observed.to_owned() })
    }

    fn parse_keys(message: &str) -> Option<Self> {
        let (rest, observed) = message.strip_prefix(KEYS)?.rsplit_once(OBSERVED)?;
        let (subject, expected) = rest.rsplit_once(EXPECTED)?;
        let [expected, observed] = [expected, observed].map(|keys| {
            let keys = keys.split(',').filter(|_| !keys.is_empty());
            keys.map(str::to_owned).collect()
        });
        Some(CheckFailure::Keys { subject: subject.to_owned(), expected, observed })
    }

    /// The message of a check of an object's keys, up to those that it has.
    pub fn keys_message(subject: &str, expected: &[String]) -> String {
        format!("{KEYS}{subject}{EXPECTED}{}{OBSERVED}", expected.join(","))
    }
}

impl fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckFailure::Property { kind, subject } => f.write_str(&kind.message(subject)),
            CheckFailure::Keys { subject, expected, observed } => {
                let message = Self::keys_message(subject, expected);
                write!(f, "{message}{}", observed.join(","))
            }
            CheckFailure::Log { expected, observed } => {
                write!(f, "{}{expected}{}{observed}", LOG.0, LOG.1)
            }
            CheckFailure::NotReached => f.write_str(NOT_REACHED),
            CheckFailure::Other { message } => f.write_str(message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_a_check_is_read_as_its_type() {
        for kind in CheckKind::ALL {
            for subject in ["x", "a[\" of \"]", "Object.getPrototypeOf(f)"] {
                let failure = CheckFailure::Property { kind, subject: subject.to_owned() };
                assert_eq!(CheckFailure::parse(&failure.to_string()), failure);
            }
        }
        let strings = |keys: &[&str]| keys.iter().map(ToString::to_string).collect();
        let failure = CheckFailure::Keys {
            subject: "x[\": \"]".to_owned(),
            expected: strings(&["length", "name"]),
            observed: strings(&["name"]),
        };
        assert_eq!(failure.to_string(), "keys of x[\": \"], by the text length,name: name");
        assert_eq!(CheckFailure::parse(&failure.to_string()), failure);
        let log = "log, by the text a.get 'b'; seen nothing";
        assert!(matches!(CheckFailure::parse(log), CheckFailure::Log { .. }));
        assert_eq!(CheckFailure::parse(log).to_string(), log);
        let subject = "x".to_owned();
        let none = CheckFailure::Keys { subject, expected: Vec::new(), observed: Vec::new() };
        assert_eq!(CheckFailure::parse(&none.to_string()), none);
    }

    #[test]
    fn a_message_of_another_form_is_kept() {
        for message in ["x is 2", "values of x", "keys of x", "whether x is a class", ""] {
            let other = CheckFailure::Other { message: message.to_owned() };
            assert_eq!(CheckFailure::parse(message), other);
        }
    }
}
