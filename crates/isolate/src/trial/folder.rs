//! The folder of one trial, which is removed when it is no longer needed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use parallax_model::fingerprint;
use parallax_process::read_below;

use crate::error::{IsolateError, file_error};

/// How the tool's output is called, and what else it makes begins with.
const OUTPUT: &str = "output";

/// How many bytes of output are looked at.
const MAX_OUTPUT: u64 = 512 << 20;

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
                files.push(entry.file_name());
            }
        }
        files.sort();
        let mut left = MAX_OUTPUT;
        let mut texts = Vec::new();
        for file in files {
            // What the program under test has put there instead is no output.
            let text = read_below(&self.path, Path::new(&file), left).unwrap_or_default();
            left -= text.len() as u64;
            texts.push(text);
        }
        Ok(texts)
    }
}

impl Drop for TrialFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_puts_in_the_place_of_its_output_is_not_read() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("secret"), "secret").unwrap();
        let folder = TrialFolder::new(place.path().join("trial"), "p.c", "").unwrap();
        std::fs::write(folder.output(), "output").unwrap();
        for name in ["output.link", "output.pipe", "output.folder"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let empty = folder.output_fingerprint().unwrap();
        for name in ["output.link", "output.pipe", "output.folder"] {
            std::fs::remove_file(folder.path().join(name)).unwrap();
        }
        std::os::unix::fs::symlink("../secret", folder.path().join("output.link")).unwrap();
        std::fs::create_dir(folder.path().join("output.folder")).unwrap();
        let pipe = folder.path().join("output.pipe");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        assert_eq!(folder.output_fingerprint().unwrap(), empty);
        std::fs::write(folder.output(), "other").unwrap();
        assert_ne!(folder.output_fingerprint().unwrap(), empty);
    }
}
