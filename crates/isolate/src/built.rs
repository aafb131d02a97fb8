//! A subject that was built: its lines, and what is known of its files.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::coverage::Map;
use crate::error::IsolateError;
use crate::rank::Hints;
use crate::subject::Subject;

/// A subject that was built with coverage.
#[derive(Debug)]
pub struct BuiltSubject<'a> {
    /// Its name.
    pub name: &'a str,
    /// How it is run.
    pub subject: &'a Subject,
    /// The folder that it was built in.
    pub root: &'a Path,
    /// Its lines.
    pub map: Arc<Map>,
    hints: OnceLock<Hints>,
}

impl<'a> BuiltSubject<'a> {
    /// Reads what the compiler noted of the subject's lines.
    pub fn open(name: &'a str, subject: &'a Subject, root: &'a Path) -> Result<Self, IsolateError> {
        if !root.join(&subject.built).exists() {
            return Err(IsolateError::NotBuilt(name.to_owned()));
        }
        let notes = root.join(&subject.notes);
        let map = Map::load(&notes, &|folder, file| subject.name_of(root, folder, file))?;
        Ok(BuiltSubject { name, subject, root, map: Arc::new(map), hints: OnceLock::new() })
    }

    /// What its files say, read when it is first asked for.
    pub fn hints(&self) -> &Hints {
        self.hints.get_or_init(|| Hints::read(self.subject, self.root, &self.map))
    }

    /// A text that changes when the subject is built again.
    pub(crate) fn stamp(&self) -> String {
        let built = fs::metadata(self.root.join(&self.subject.built));
        format!("{:?} {}", built.and_then(|data| data.modified()), self.map.len())
    }
}
