//! The folder of one trial, which is removed when it is no longer needed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use parallax_model::fingerprint;

use crate::error::{IsolateError, file_error};

/// How the tool's output is called, and what else it makes begins with.
const OUTPUT: &str = "output";

/// A folder with a program to be tried.
#[derive(Debug)]
pub struct TrialFolder {
    path: PathBuf,
    program: PathBuf,
}

impl TrialFolder {
    /// Makes a folder that holds only a program.
    pub fn new(path: PathBuf, file_name: &str, text: &str) -> Result<Self, IsolateError> {
        fs::create_dir(&path).map_err(file_error("create", &path))?;
        let folder = TrialFolder { program: path.join(file_name), path };
        fs::write(&folder.program, text).map_err(file_error("write", &folder.program))?;
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// What the tool makes of the program.
    pub fn output(&self) -> PathBuf {
        self.path.join(OUTPUT)
    }

    /// Where the tool writes its coverage.
    pub fn coverage(&self) -> PathBuf {
        self.path.join("coverage")
    }

    /// What the tool has made, as a number.
    pub fn output_fingerprint(&self) -> Result<u64, IsolateError> {
        let texts = self.outputs().map_err(file_error("read", &self.path))?;
        Ok(fingerprint(texts.into_iter().flat_map(|text| text.into_iter().chain([0]))))
    }

    fn outputs(&self) -> io::Result<Vec<Vec<u8>>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(OUTPUT) {
                files.push(entry.path());
            }
        }
        files.sort();
        files.iter().map(fs::read).collect()
    }
}

impl Drop for TrialFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
