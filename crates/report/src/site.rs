//! The folder that a report is written into.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use askama::Template;

use super::{ReportError, pages, render};

/// What every page of a report has in its head, and by which a page of ours is known again.
const MARK: &str = "<meta name=\"generator\" content=\"Parallax";

/// A folder with the pages of a report.
pub(super) struct Site<'a> {
    folder: &'a Path,
}

impl<'a> Site<'a> {
    /// Makes the folder if it does not exist.
    pub(super) fn create(folder: &'a Path) -> Result<Self, ReportError> {
        fs::create_dir_all(folder).map_err(|cause| failed(folder, cause))?;
        Ok(Site { folder })
    }

    /// Writes a page and gives its path.
    pub(super) fn write(&self, file: &str, page: &impl Template) -> Result<PathBuf, ReportError> {
        let path = self.folder.join(file);
        fs::write(&path, render(file, page)?).map_err(|cause| failed(&path, cause))?;
        Ok(path)
    }

    /// Takes away the class pages that an earlier, larger report has left: a link to one would
    /// show another campaign. Files that are not ours stay, whatever their names.
    pub(super) fn remove_stale(&self, classes: usize, causes: usize) -> Result<(), ReportError> {
        self.remove_from(classes, pages::class_file)?;
        self.remove_from(causes, pages::cause_file)
    }

    fn remove_from(&self, first: usize, name: fn(usize) -> String) -> Result<(), ReportError> {
        for at in first.. {
            let path = self.folder.join(name(at));
            match fs::read_to_string(&path) {
                Ok(text) if text.contains(MARK) => {
                    fs::remove_file(&path).map_err(|cause| failed(&path, cause))?;
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }
}

fn failed(path: &Path, cause: io::Error) -> ReportError {
    ReportError::Write { path: path.to_owned(), cause }
}
