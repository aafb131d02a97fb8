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
#[error("cannot use {file} for what is known")]
pub struct KnownError {
    /// The file.
    pub file: String,
    /// What is wrong with it.
    #[source]
    pub cause: KnownErrorCause,
}

/// What is wrong with a file of what is known.
#[derive(Debug, thiserror::Error)]
pub enum KnownErrorCause {
    /// It is not a file of such entries.
    #[error(transparent)]
    Form(#[from] toml::de::Error),
    /// Two entries have one name.
    #[error("the id `{0}` stands there twice")]
    Twice(String),
    /// An entry cannot be used.
    #[error("`{id}` {flaw}")]
    Entry {
        /// Its name.
        id: String,
        /// What is wrong with it.
        flaw: &'static str,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "E: Entry")]
struct File<E> {
    #[serde(default = "Vec::new")]
    known: Vec<E>,
}

/// The entries of a file, given its text and its name.
pub fn parse<E: Entry>(text: &str, file: &str) -> Result<Vec<E>, KnownError> {
    entries(text).map_err(|cause| KnownError { file: file.to_owned(), cause })
}

fn entries<E: Entry>(text: &str) -> Result<Vec<E>, KnownErrorCause> {
    let File::<E> { known } = toml::from_str(text)?;
    for (at, entry) in known.iter().enumerate() {
        let id = || entry.id().to_owned();
        if known[..at].iter().any(|other| other.id() == entry.id()) {
            return Err(KnownErrorCause::Twice(id()));
        }
        if let Some(flaw) = entry.flaw() {
            return Err(KnownErrorCause::Entry { id: id(), flaw });
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
            let error = ids(&text).unwrap_err();
            assert!(error.to_string().contains("mine.toml"), "{error}");
            assert!(error.cause.to_string().contains(word), "{}", error.cause);
        }
    }
}
