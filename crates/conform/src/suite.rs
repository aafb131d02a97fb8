//! A suite of conformance tests: a folder with a file for each, and a manifest.
//!
//! A test is a script that any engine runs by itself. Its first line says how the program ends; the
//! program follows as it was generated, then the functions that it observes with; a last part checks what
//! it leaves behind, once all jobs have run, and tells all that is wrong. A host that knows better when that
//! is defines `$parallax`, and calls what it is given.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use parallax_engines::Ending;
use parallax_engines::runner::TestScript;
use serde::{Deserialize, Serialize};

use crate::generate::observed;

/// The version of the manifest and of the tests' form.
pub const VERSION: u32 = 1;

/// The name of the manifest in its folder.
const MANIFEST: &str = "manifest.json";

const HEAD: &str = "// parallax conform 1: ";
const BEGIN: &str = "// checks\n;(function (check) {\n  if (typeof $parallax === \"function\") $parallax(check);\n  else if (typeof setTimeout === \"function\") setTimeout(check, 0);\n  else check();\n})(function () {\n";
const END: &str = "});\nvoid 0;\n";
const OBSERVERS: &str = "// observers\n";
/// Before the checks, around each, and after them: what is wrong is told a line for each.
const NONE_WRONG: &str = "  var $wrong = \"\";\n";
const AROUND: (&str, &str) = ("  try { ", " } catch (e) { $wrong += ($wrong && \"\\n\") + e; }\n");
const TOLD: &str = "  if ($wrong) throw $wrong;\n";

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
        let program = &self.program;
        self.with_observers(&observed::needed(&format!("{program}\n{}", self.checks.join("\n"))))
    }

    /// The test as a script for a realm that has the functions that observe.
    pub fn own_script(&self) -> String {
        self.with_observers("")
    }

    fn with_observers(&self, observers: &str) -> String {
        let mut script = self.head();
        if !observers.is_empty() {
            script.extend([OBSERVERS, observers]);
        }
        if !self.checks.is_empty() {
            script.extend([BEGIN, NONE_WRONG]);
            for check in &self.checks {
                script.extend([AROUND.0, check, AROUND.1]);
            }
            script.extend([TOLD, END]);
        }
        script
    }

    /// The first line and the program.
    fn head(&self) -> String {
        let program = self.program.trim_end_matches('\n');
        format!("{HEAD}{}\n{program}\n", self.ending)
    }

    /// Reads a test from its script.
    pub fn read(script: &str) -> Option<Self> {
        let (head, rest) = script.strip_prefix(HEAD)?.split_once('\n')?;
        let (program, checks) = match rest.rsplit_once(BEGIN) {
            Some((program, checks)) => (program, checks.strip_suffix(END)?),
            None => (rest, ""),
        };
        let program = program.rsplit_once(OBSERVERS).map_or(program, |(program, _)| program);
        let own = [NONE_WRONG, TOLD].map(str::trim);
        let checks = checks.lines().map(str::trim_start).filter(|line| !own.contains(line));
        let (before, after) = (AROUND.0.trim_start(), AROUND.1.trim_end_matches('\n'));
        let check = |line: &str| {
            let within = line.strip_prefix(before).and_then(|line| line.strip_suffix(after));
            within.unwrap_or(line).to_owned()
        };
        Some(Test {
            ending: Ending::parse(head)?,
            program: program.trim_end_matches('\n').to_owned(),
            checks: checks.map(check).collect(),
        })
    }
}

/// The manifest as it is on disk. The names of algorithms are long, and the same in many tests: each is there
/// once, and tests have its number. Manifests of earlier versions of Parallax have the names with each test.
#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    edition: String,
    #[serde(default)]
    names: Vec<String>,
    tests: Vec<StoredEntry>,
}

#[derive(Serialize, Deserialize)]
struct StoredEntry {
    file: String,
    origin: Vec<String>,
    algorithms: Vec<StoredName>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredName {
    Number(usize),
    Name(String),
}

/// What the manifest says of a suite.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// The form of this file and of the tests.
    pub version: u32,
    /// The edition that says what is right.
    pub edition: String,
    /// The tests.
    pub tests: Vec<ManifestEntry>,
}

/// What the manifest says of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// A manifest that names a file outside of its folder.
    #[error("{path} names {file:?}, which is not in its folder")]
    LeadsOut {
        /// The file.
        path: PathBuf,
        /// What it names.
        file: String,
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
        Self::of_text(&text, &path)
    }

    /// Reads the text of a manifest. The files that it names are in its folder, whatever they are called.
    pub fn of_text(text: &[u8], path: &Path) -> Result<Self, SuiteError> {
        let path = path.to_owned();
        let stored: Stored = serde_json::from_slice(text)
            .map_err(|cause| SuiteError::Manifest { path: path.clone(), cause })?;
        if stored.version != VERSION {
            return Err(SuiteError::Version { path, version: stored.version });
        }
        let manifest = Manifest::from(stored);
        let leads_out = |entry: &&ManifestEntry| {
            !Path::new(&entry.file).components().all(|it| matches!(it, Component::Normal(_)))
        };
        match manifest.tests.iter().find(leads_out) {
            None => Ok(manifest),
            Some(entry) => Err(SuiteError::LeadsOut { path, file: entry.file.clone() }),
        }
    }

    /// Writes the manifest, whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), SuiteError> {
        let path = folder.join(MANIFEST);
        let text = serde_json::to_vec(&Stored::from(self))
            .map_err(|cause| SuiteError::Manifest { path: path.clone(), cause })?;
        write_whole(&path, &text)
    }
}

impl From<Stored> for Manifest {
    fn from(stored: Stored) -> Self {
        let Stored { version, edition, names, tests } = stored;
        let name = |name| match name {
            StoredName::Number(number) => names.get(number).cloned(),
            StoredName::Name(name) => Some(name),
        };
        let entry = |entry: StoredEntry| ManifestEntry {
            file: entry.file,
            origin: entry.origin,
            algorithms: entry.algorithms.into_iter().filter_map(name).collect(),
        };
        Manifest { version, edition, tests: tests.into_iter().map(entry).collect() }
    }
}

impl From<&Manifest> for Stored {
    fn from(manifest: &Manifest) -> Self {
        let (mut names, mut numbers) = (Vec::new(), HashMap::new());
        let mut number = |name: &String| {
            StoredName::Number(*numbers.entry(name.clone()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            }))
        };
        let mut entry = |entry: &ManifestEntry| StoredEntry {
            file: entry.file.clone(),
            origin: entry.origin.clone(),
            algorithms: entry.algorithms.iter().map(&mut number).collect(),
        };
        let tests = manifest.tests.iter().map(&mut entry).collect();
        Stored { version: manifest.version, edition: manifest.edition.clone(), names, tests }
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

pub(crate) fn write_whole(path: &Path, text: &[u8]) -> Result<(), SuiteError> {
    let beside = path.with_extension("part");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(|cause| SuiteError::File { path: path.to_owned(), cause })
}

impl From<&Test> for TestScript {
    fn from(test: &Test) -> Self {
        let (text, program) = (test.script(), test.head().len());
        TestScript { text, program, ending: test.ending.clone() }
    }
}

#[cfg(test)]
mod tests {
    use parallax_engines::ThrownValue;

    use super::*;

    fn tests() -> [Test; 6] {
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
            test(Ending::Normal, "$log ( 1 ) ;", &["if (1) throw 2;", "$differs(\"1; \");"]),
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
        for file in ["../a.js", "/etc/passwd", "a/../../b.js"] {
            let entry = ManifestEntry { file: file.into(), ..ManifestEntry::default() };
            let leading = Manifest { version: VERSION, tests: vec![entry], ..Manifest::default() };
            leading.write(folder.path()).unwrap();
            assert!(matches!(Manifest::read(folder.path()), Err(SuiteError::LeadsOut { .. })));
        }
        let newer = Manifest { version: VERSION + 1, ..Manifest::default() };
        newer.write(folder.path()).unwrap();
        assert!(matches!(Manifest::read(folder.path()), Err(SuiteError::Version { .. })));
    }
}
