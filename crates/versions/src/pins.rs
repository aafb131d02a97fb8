//! The hash that each package had when it was first fetched.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::{VersionError, io};

/// A file with a line for each package: its name, its version and its hash. Lines are only added, each by one
/// write, so that several processes can do so.
#[derive(Debug, Clone)]
pub struct Pins {
    path: PathBuf,
}

impl Pins {
    /// The hashes in a file, which need not be there yet.
    pub fn new(path: PathBuf) -> Self {
        Pins { path }
    }

    /// The hash of a package; none where it was never fetched.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn hash(&self, package: &str, version: &str) -> Result<Option<String>, VersionError> {
        let text = match std::fs::read_to_string(&self.path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(io(&self.path))?,
        };
        let mut lines = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        let found = lines.find(|line| line.len() == 3 && line[..2] == [package, version]);
        Ok(found.map(|line| line[2].to_owned()))
    }

    /// Holds a package to the hash that it had at first; notes it where it had none.
    ///
    /// # Errors
    /// Where it has another, or the file cannot be read or written.
    pub fn check(&self, package: &str, version: &str, hash: &str) -> Result<(), VersionError> {
        match self.hash(package, version)? {
            Some(known) if known == hash => Ok(()),
            Some(_) => Err(VersionError::Changed {
                package: package.to_owned(),
                version: version.to_owned(),
                pins: self.path.clone(),
            }),
            None => self.add(&format!("{package} {version} {hash}\n")),
        }
    }

    fn add(&self, line: &str) -> Result<(), VersionError> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(io(folder))?;
        let file = std::fs::OpenOptions::new().append(true).create(true).open(&self.path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(io(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_keeps_its_first_hash() {
        let folder = tempfile::tempdir().unwrap();
        let pins = Pins::new(folder.path().join("deep/pins"));
        assert_eq!(pins.hash("a", "1.0.0").unwrap(), None);
        pins.check("a", "1.0.0", "sha512-x").unwrap();
        pins.check("a", "1.0.1", "sha512-y").unwrap();
        pins.check("a", "1.0.0", "sha512-x").unwrap();
        let changed = pins.check("a", "1.0.0", "sha512-y").unwrap_err();
        assert!(changed.to_string().contains("another hash"), "{changed}");
        assert_eq!(pins.hash("a", "1.0.1").unwrap().as_deref(), Some("sha512-y"));
    }
}
