//! A suite of conformance tests: a folder with a file for each, and a manifest.
//!
//! A test is a script that any engine runs by itself. Its first line says how the program ends; the
//! program follows as it was generated; a last part checks what it leaves behind, once all jobs
//! have run. A host that knows better when that is defines `$parallax`, and calls what it is given.

use std::path::{Path, PathBuf};

use parallax_engines::Ending;
use parallax_engines::runner::TestScript;
use serde::{Deserialize, Serialize};

/// The version of the manifest and of the tests' form.
pub const VERSION: u32 = 1;

/// The name of the manifest in its folder.
const MANIFEST: &str = "manifest.json";

const HEAD: &str = "// parallax conform 1: ";
const BEGIN: &str = "// checks\n;(function (check) {\n  if (typeof $parallax === \"function\") $parallax(check);\n  else if (typeof setTimeout === \"function\") setTimeout(check, 0);\n  else check();\n})(function () {\n";
const END: &str = "});\nvoid 0;\n";

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// How the program ends.
    pub ending: Ending,
    /// The program.
    pub program: String,
    /// Statements that throw where something is not as the text says; one for each line.
    pub checks: Vec<String>,
}

impl Test {
    /// The test as a script.
    pub fn script(&self) -> String {
        let program = self.program.trim_end_matches('\n');
        let mut script = format!("{HEAD}{}\n{program}\n", self.ending);
        if !self.checks.is_empty() {
            script.push_str(BEGIN);
            for check in &self.checks {
                script.extend(["  ", check, "\n"]);
            }
            script.push_str(END);
        }
        script
    }

    /// Reads a test from its script.
    pub fn read(script: &str) -> Option<Self> {
        let (head, rest) = script.strip_prefix(HEAD)?.split_once('\n')?;
        let (program, checks) = match rest.rsplit_once(BEGIN) {
            Some((program, checks)) => (program, checks.strip_suffix(END)?),
            None => (rest, ""),
        };
        Some(Test {
            ending: Ending::parse(head)?,
            program: program.trim_end_matches('\n').to_owned(),
            checks: checks.lines().map(|line| line.trim_start().to_owned()).collect(),
        })
    }
}

/// What the manifest says of a suite.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of this file and of the tests.
    pub version: u32,
    /// The edition that says what is right.
    pub edition: String,
    /// The tests.
    pub tests: Vec<ManifestEntry>,
}

/// What the manifest says of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestEntry {
    /// The file, in the manifest's folder.
    pub file: String,
    /// How its program came to be: a seed, and the mutations after it.
    pub origin: Vec<String>,
    /// The algorithms of the edition that running it touches, by name, in the order of first use.
    pub algorithms: Vec<String>,
}

/// A suite that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file that cannot be read or written.
    #[error("cannot use {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// A manifest that is none.
    #[error("{path} is not the manifest of a suite")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: serde_json::Error,
    },
    /// A manifest of another version.
    #[error(
        "{path} is of version {version}, and this Parallax reads version {VERSION}: generate it anew"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// A manifest that lists nothing.
    #[error("there is no test in {path}")]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// A test that is none.
    #[error("{path} is not a test: its first line must begin with `{HEAD}`")]
    Test {
        /// The file.
        path: PathBuf,
    },
}

/// A suite that has been read.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The edition that says what is right.
    pub edition: String,
    /// The tests, each with what the manifest says of it.
    pub tests: Vec<(ManifestEntry, Test)>,
}

impl Suite {
    /// Reads the suite in a folder.
    ///
    /// # Errors
    /// Where a file cannot be used, or there is no test.
    pub fn read(folder: &Path) -> Result<Self, SuiteError> {
        let manifest = Manifest::read(folder)?;
        let test = |entry: ManifestEntry| entry.read(folder).map(|test| (entry, test));
        let tests: Vec<_> = manifest.tests.into_iter().map(test).collect::<Result<_, _>>()?;
        match tests.is_empty() {
            true => Err(SuiteError::Empty { path: folder.to_owned() }),
            false => Ok(Suite { edition: manifest.edition, tests }),
        }
    }
}

impl Manifest {
    /// Reads the manifest of the suite in a folder.
    pub fn read(folder: &Path) -> Result<Self, SuiteError> {
        let path = folder.join(MANIFEST);
        let text =
            std::fs::read(&path).map_err(|cause| SuiteError::File { path: path.clone(), cause })?;
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|cause| SuiteError::Manifest { path: path.clone(), cause })?;
        match manifest.version {
            VERSION => Ok(manifest),
            version => Err(SuiteError::Version { path, version }),
        }
    }

    /// Writes the manifest, whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), SuiteError> {
        let path = folder.join(MANIFEST);
        let text = serde_json::to_vec_pretty(self)
            .map_err(|cause| SuiteError::Manifest { path: path.clone(), cause })?;
        write_whole(&path, &text)
    }
}

impl ManifestEntry {
    /// Reads the test.
    pub fn read(&self, folder: &Path) -> Result<Test, SuiteError> {
        let path = folder.join(&self.file);
        let text = std::fs::read_to_string(&path)
            .map_err(|cause| SuiteError::File { path: path.clone(), cause })?;
        Test::read(&text).ok_or(SuiteError::Test { path })
    }

    /// Writes the test.
    pub fn write(&self, folder: &Path, test: &Test) -> Result<(), SuiteError> {
        write_whole(&folder.join(&self.file), test.script().as_bytes())
    }
}

fn write_whole(path: &Path, text: &[u8]) -> Result<(), SuiteError> {
    let beside = path.with_extension("part");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(|cause| SuiteError::File { path: path.to_owned(), cause })
}

impl From<&Test> for TestScript {
    fn from(test: &Test) -> Self {
        TestScript {
            text: test.script(),
            ending: test.ending.clone(),
            has_checks: !test.checks.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_engines::ThrownValue;

    use super::*;

    fn tests() -> [Test; 5] {
        let test = |ending, program: &str, checks: &[&str]| Test {
            ending,
            program: program.into(),
            checks: checks.iter().map(|&check| check.into()).collect(),
        };
        [
            test(
                Ending::Normal,
                "\"use strict\";\nvar x = -0;",
                &["if (!Object.is(x, -0)) throw 1;"],
            ),
            test(Ending::Throws(ThrownValue::Error("TypeError")), "null.x", &[]),
            test(Ending::SyntaxError, "let let", &[]),
            test(Ending::NotDeclared, "let undefined", &[]),
            test(Ending::Aborts, "x++", &[]),
        ]
    }

    #[test]
    fn a_script_is_read_as_the_test_that_it_was() {
        for test in tests() {
            assert_eq!(Test::read(&test.script()), Some(test));
        }
    }

    #[test]
    fn a_suite_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = Manifest { version: VERSION, edition: "es2026".into(), tests: vec![] };
        for (number, test) in tests().iter().enumerate() {
            let entry =
                ManifestEntry { file: format!("{number:04}.js"), ..ManifestEntry::default() };
            entry.write(folder.path(), test).unwrap();
            manifest.tests.push(entry);
        }
        manifest.write(folder.path()).unwrap();
        let read = Manifest::read(folder.path()).unwrap();
        assert_eq!(read.tests, manifest.tests);
        for (entry, test) in read.tests.iter().zip(tests()) {
            assert_eq!(entry.read(folder.path()).unwrap(), test);
        }
    }

    #[test]
    fn what_is_no_suite_is_said_so() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Manifest::read(folder.path()), Err(SuiteError::File { .. })));
        std::fs::write(folder.path().join(MANIFEST), "[]").unwrap();
        assert!(matches!(Manifest::read(folder.path()), Err(SuiteError::Manifest { .. })));
        let newer = Manifest { version: VERSION + 1, ..Manifest::default() };
        newer.write(folder.path()).unwrap();
        assert!(matches!(Manifest::read(folder.path()), Err(SuiteError::Version { .. })));
    }
}
