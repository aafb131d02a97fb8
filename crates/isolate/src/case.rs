//! A failing program, and how it is to be run.

use std::sync::Arc;

use crate::subject::{Language, Subject};

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
        Case { name: name.into(), text: text.into(), language, bad, good, expected: None }
    }

    /// The same case, with what the program should print.
    pub fn expecting(self, expected: Option<String>) -> Self {
        Case { expected, ..self }
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
