//! A subject that was built: its lines, and what is known of its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::coverage::Map;
use crate::error::IsolateError;
use crate::includes;
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
    programs: OnceLock<Vec<(String, Arc<str>)>>,
}

/// How many of the programs that a subject comes with are run.
const PROGRAMS: usize = 30;

impl<'a> BuiltSubject<'a> {
    /// Reads what the compiler noted of the subject's lines.
    pub fn open(name: &'a str, subject: &'a Subject, root: &'a Path) -> Result<Self, IsolateError> {
        if !root.join(&subject.built).exists() {
            return Err(IsolateError::NotBuilt(name.to_owned()));
        }
        let notes = root.join(&subject.notes);
        let name_of = |folder: &Path, file: &str| subject.name_of(root, folder, file);
        let map = Map::load(&notes, &name_of, &|file| subject.is_marked(file))?;
        Ok(BuiltSubject {
            name,
            subject,
            root,
            map: Arc::new(map),
            hints: OnceLock::new(),
            programs: OnceLock::new(),
        })
    }

    /// What its files say, read when it is first asked for.
    pub fn hints(&self) -> &Hints {
        self.hints.get_or_init(|| Hints::read(self.subject, self.root, &self.map))
    }

    /// Programs that it takes, with their names: some of those that it comes with, spread over them.
    pub fn programs(&self) -> &[(String, Arc<str>)] {
        self.programs.get_or_init(|| {
            let folder = self.subject.programs.as_ref().map(|folder| self.root.join(folder));
            folder.map(|folder| programs(&folder, PROGRAMS)).unwrap_or_default()
        })
    }

    /// A text that changes when the subject is built again.
    pub(crate) fn stamp(&self) -> String {
        let built = fs::metadata(self.root.join(&self.subject.built));
        format!("{:?} {}", built.and_then(|data| data.modified()), self.map.len())
    }
}

/// Programs of a folder, evenly spread over their names: about so many.
fn programs(folder: &Path, count: usize) -> Vec<(String, Arc<str>)> {
    let is_program = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "c" || extension == "js")
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_program).collect();
    paths.sort();
    let step = paths.len().div_ceil(count.max(1)).max(1);
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &PathBuf| Some((name(path), Arc::from(includes::read(path).ok()?)));
    paths.iter().step_by(step).filter_map(read).collect()
}
