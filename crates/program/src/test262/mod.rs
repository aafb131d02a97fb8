//! A checkout of test262, the conformance tests of ECMA-262.
//!
//! It has tests, what they say of themselves, and the files of its harness that they need.

mod front_matter;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use front_matter::{FrontMatter, Negative};

/// What a script starts with to be strict, as test262 asks.
pub const STRICT: &str = "\"use strict\";\n";
/// What an asynchronous test prints in the end if it passed.
pub const COMPLETE: &str = "Test262:AsyncTestComplete";
/// What an asynchronous test prints first if it failed; why stands behind it.
pub const FAILURE: &str = "Test262:AsyncTestFailure:";

/// Why a checkout cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Test262Error {
    /// A folder without the two folders that matter.
    #[error("{} is no checkout of test262: it has no folder {missing}", path.display())]
    NoCheckout {
        /// The folder.
        path: PathBuf,
        /// `test` or `harness`.
        missing: &'static str,
    },
    /// A path that cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// A test that includes a file which the harness does not have.
    #[error("the harness has no file {0}")]
    NoSuchInclude(String),
}

/// A checkout. The files of its harness are in memory; tests are read when asked for.
pub struct Suite {
    root: PathBuf,
    harness: BTreeMap<String, String>,
}

/// A test: its text, and what it says of itself.
pub struct Test {
    /// Where it is below the folder `test`, with `/`.
    pub name: String,
    /// Its text as it is in the file.
    pub source: String,
    /// What it says of itself.
    pub front_matter: FrontMatter,
}

impl Suite {
    /// Opens a checkout.
    pub fn open(root: &Path) -> Result<Self, Test262Error> {
        for missing in ["test", "harness"] {
            if !root.join(missing).is_dir() {
                return Err(Test262Error::NoCheckout { path: root.to_owned(), missing });
            }
        }
        let folder = root.join("harness");
        let mut harness = BTreeMap::new();
        for path in files(&folder)? {
            let name = below(&folder, &path);
            harness.insert(name, text(&path)?);
        }
        Ok(Suite { root: root.to_owned(), harness })
    }

    /// The checkout that a path lies in the tests of; none if it lies in none.
    pub fn around(path: &Path) -> Option<Result<Self, Test262Error>> {
        let path = path.canonicalize().ok()?;
        let holds = |root: &&Path| {
            root.join("harness/assert.js").is_file() && path.starts_with(root.join("test"))
        };
        path.ancestors().find(holds).map(Suite::open)
    }

    /// The names of all tests, in order. Files that belong to tests of modules are none.
    pub fn names(&self) -> Result<Vec<String>, Test262Error> {
        let folder = self.root.join("test");
        let names = files(&folder)?.into_iter().map(|path| below(&folder, &path));
        let mut names: Vec<_> = names.filter(|name| !name.contains("_FIXTURE")).collect();
        names.sort();
        Ok(names)
    }

    /// Reads a test.
    pub fn test(&self, name: &str) -> Result<Test, Test262Error> {
        Test::read(&self.root.join("test").join(name), name.to_owned())
    }

    /// The text of a file among the tests, by its path below the folder `test`.
    pub fn file(&self, name: &str) -> Option<String> {
        text(&self.root.join("test").join(name)).ok()
    }

    /// The names of the harness's files that have to run before a test, in order.
    pub fn includes<'test>(&self, test: &'test Test) -> Vec<&'test str> {
        let front_matter = &test.front_matter;
        if front_matter.has_flag("raw") {
            return Vec::new();
        }
        let mut names = vec!["assert.js", "sta.js"];
        if front_matter.has_flag("async") {
            names.push("doneprintHandle.js");
        }
        for name in &front_matter.includes {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// A file of the harness.
    pub fn harness(&self, name: &str) -> Result<&str, Test262Error> {
        let source = self.harness.get(name);
        source.map(String::as_str).ok_or_else(|| Test262Error::NoSuchInclude(name.to_owned()))
    }

    /// The files of the harness that have to run before a test, as one script.
    pub fn prelude(&self, test: &Test) -> Result<String, Test262Error> {
        let mut prelude = String::new();
        for name in self.includes(test) {
            prelude.push_str(self.harness(name)?);
            prelude.push('\n');
        }
        Ok(prelude)
    }

    /// A test with its harness as one script, for those who can run only one.
    pub fn assemble(&self, test: &Test, strict: bool) -> Result<String, Test262Error> {
        let prelude = self.prelude(test)?;
        Ok(format!("{}{prelude}{}", if strict { STRICT } else { "" }, test.source))
    }
}

impl Test {
    /// Reads a test from its file.
    pub fn read(file: &Path, name: String) -> Result<Self, Test262Error> {
        let source = text(file)?;
        let front_matter = FrontMatter::of(&source);
        Ok(Test { name, source, front_matter })
    }

    /// The text to run after the harness: the file's, made strict if it is to be.
    pub fn script(&self, strict: bool) -> String {
        format!("{}{}", if strict { STRICT } else { "" }, self.source)
    }
}

/// All `.js` files below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Test262Error> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let unreadable = |cause| Test262Error::Unreadable { path: folder.clone(), cause };
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            if entry.file_type().map_err(unreadable)?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "js") {
                found.push(path);
            }
        }
    }
    Ok(found)
}

fn below(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Some tests are about text that is not well-formed; the rest of it is still read.
fn text(path: &Path) -> Result<String, Test262Error> {
    let unreadable = |cause| Test262Error::Unreadable { path: path.to_owned(), cause };
    let bytes = fs::read(path).map_err(unreadable)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkout(test: &str) -> (tempfile::TempDir, Suite) {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, text).expect("a file");
        };
        for name in ["assert.js", "sta.js", "doneprintHandle.js", "sm/extra.js"] {
            write(&format!("harness/{name}"), &format!("// {name}"));
        }
        write("test/language/one.js", test);
        write("test/language/one_FIXTURE.js", "");
        let suite = Suite::open(folder.path()).expect("a suite");
        (folder, suite)
    }

    #[test]
    fn a_test_comes_after_the_files_it_needs() {
        let source = "/*---\nflags: [async]\nincludes: [sm/extra.js, sta.js]\n---*/\nbody";
        let (_folder, suite) = checkout(source);
        assert_eq!(suite.names().expect("names"), ["language/one.js"]);
        let test = suite.test("language/one.js").expect("a test");
        let script = suite.assemble(&test, true).expect("a script");
        let harness = "// assert.js\n// sta.js\n// doneprintHandle.js\n// sm/extra.js\n";
        assert_eq!(script, format!("\"use strict\";\n{harness}{source}"));
    }

    #[test]
    fn a_raw_test_is_left_as_it_is() {
        let source = "/*---\nflags: [raw]\n---*/\nbody";
        let (_folder, suite) = checkout(source);
        let test = suite.test("language/one.js").expect("a test");
        assert_eq!(suite.assemble(&test, false).expect("a script"), source);
    }

    #[test]
    fn an_unknown_include_is_named() {
        let (_folder, suite) = checkout("/*---\nincludes: [none.js]\n---*/");
        let test = suite.test("language/one.js").expect("a test");
        let error = suite.assemble(&test, false).expect_err("no such file");
        assert_eq!(error.to_string(), "the harness has no file none.js");
    }

    #[test]
    fn a_folder_of_something_else_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = Suite::open(folder.path()).err().expect("no suite");
        assert!(error.to_string().ends_with("is no checkout of test262: it has no folder test"));
    }
}
