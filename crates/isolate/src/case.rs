//! A failing program, and how it is to be run.

use std::sync::Arc;

use crate::subject::{Language, Subject};

/// What a program should print if it ends normally; nothing if it does not.
type Says = dyn Fn(&str) -> Option<String> + Send + Sync;

/// Says what a program should print.
#[derive(Clone)]
pub struct Oracle(Arc<Says>);

impl Oracle {
    /// An oracle that asks a function.
    pub fn new(says: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Oracle(Arc::new(says))
    }

    /// What a program should print.
    pub fn says(&self, program: &str) -> Option<String> {
        (self.0)(program)
    }
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Oracle")
    }
}

/// A failing program, and how it is to be run.
#[derive(Debug, Clone)]
pub struct Case {
    /// How people call the program; what it is run as is [`Case::file_name`].
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// Its language.
    pub language: Language,
    /// Options with which it fails.
    pub bad: Vec<String>,
    /// Options with which it does not; without any, the subject's reference is right, if it has one.
    pub good: Vec<String>,
    /// What it should print, where good options and the reference are not asked.
    pub expected: Option<String>,
    /// Who says what mutants should print, where neither good options nor a reference is asked.
    pub oracle: Option<Oracle>,
}

impl Case {
    /// A program that fails with options that it is compiled with. Without good options the subject's
    /// reference says what is right; a C compiler that has none is taken to be right with `-O0`.
    pub fn new(
        subject: &Subject,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        bad: Vec<String>,
        good: Vec<String>,
    ) -> Self {
        let language = subject.language;
        let needs_default =
            good.is_empty() && language == Language::C && subject.reference.is_empty();
        let good = if needs_default { vec!["-O0".to_owned()] } else { good };
        Case {
            name: name.into(),
            text: text.into(),
            language,
            bad,
            good,
            expected: None,
            oracle: None,
        }
    }

    /// The same case, with what the program should print.
    pub fn expecting(self, expected: Option<String>) -> Self {
        Case { expected, ..self }
    }

    /// The same case, with an oracle that says what the program and its mutants should print; none if the
    /// program does not end normally by it.
    pub fn judged_by(self, oracle: Oracle) -> Option<Self> {
        let expected = Some(oracle.says(&self.text)?);
        Some(Case { expected, oracle: Some(oracle), ..self })
    }

    /// The name of the file that the program is run from, which is the same for all programs: some
    /// tools print it.
    pub fn file_name(&self) -> &'static str {
        match self.language {
            Language::C => "program.c",
            Language::Js => "program.js",
        }
    }
}
