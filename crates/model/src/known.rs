//! Reviewed files of known differences and deviations.

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What such a file has entries of.
pub trait Entry: DeserializeOwned {
    /// A short name, unique in the file.
    fn id(&self) -> &str;

    /// What is wrong with the entry, if something is.
    fn flaw(&self) -> Option<&'static str>;
}

/// Why a file of what is known cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {file} for what is known: {cause}")]
pub struct KnownError {
    /// The file.
    pub file: String,
    /// What is wrong with it.
    pub cause: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "E: Entry")]
struct File<E> {
    #[serde(default = "Vec::new")]
    known: Vec<E>,
}

/// The entries of a file, given its text and its name.
pub fn parse<E: Entry>(text: &str, file: &str) -> Result<Vec<E>, KnownError> {
    let fail = |cause: String| KnownError { file: file.to_owned(), cause };
    let File::<E> { known } = toml::from_str(text).map_err(|error| fail(error.to_string()))?;
    for (at, entry) in known.iter().enumerate() {
        if known[..at].iter().any(|other| other.id() == entry.id()) {
            return Err(fail(format!("the id `{}` stands there twice", entry.id())));
        }
        if let Some(flaw) = entry.flaw() {
            return Err(fail(format!("`{}` {flaw}", entry.id())));
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Colour {
        id: String,
        red: bool,
    }

    impl Entry for Colour {
        fn id(&self) -> &str {
            &self.id
        }

        fn flaw(&self) -> Option<&'static str> {
            (!self.red).then_some("is not red")
        }
    }

    #[test]
    fn a_file_is_read_or_refused_with_its_name() {
        let entry = |id: &str, rest: &str| format!("[[known]]\nid = \"{id}\"\n{rest}\n");
        let [a, b] = ["a", "b"].map(|id| entry(id, "red = true"));
        let ids = |text: &str| {
            let read: Result<Vec<Colour>, _> = parse(text, "mine.toml");
            read.map(|entries| entries.into_iter().map(|entry| entry.id).collect::<Vec<_>>())
        };
        assert_eq!(ids("").unwrap(), Vec::<String>::new());
        assert_eq!(ids(&format!("{a}{b}")).unwrap(), ["a", "b"]);
        for (text, word) in [
            (format!("{a}{a}"), "`a` stands there twice"),
            (entry("c", "red = false"), "`c` is not red"),
            (entry("c", "red = true\ngreen = true"), "green"),
            ("colour = 1".to_owned(), "colour"),
        ] {
            let error = ids(&text).unwrap_err().to_string();
            assert!(error.contains("mine.toml") && error.contains(word), "{error}");
        }
    }
}
