//! Folders of programs.
//!
//! Every program gets the prelude that pins what differs from run to run. The tests of a checkout of
//! test262 get what their front matter asks for as well.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parallax_model::{Goal, Program};
use rand::Rng;
use rand::seq::SliceRandom;

use crate::imports;
use crate::js;
use crate::prelude;
use crate::test262::{STRICT, Suite, Test, Test262Error};

/// Why programs could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A path that cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// A path that holds no program.
    #[error("no program in {}: Parallax looks for files that end in .js or .mjs", .0.display())]
    Empty(PathBuf),
    /// A checkout of test262 that cannot be used.
    #[error(transparent)]
    Test262(#[from] Test262Error),
}

/// What was found in a file or folder.
#[derive(Debug, Default)]
pub struct Corpus {
    /// The programs, sorted by name.
    pub programs: Vec<Program>,
    /// How many tests of test262 were left out, and why.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// The programs in a file or in a folder and the folders below it.
pub fn read(path: &Path) -> Result<Corpus, CorpusError> {
    let mut files = Vec::new();
    if fs::metadata(path).map_err(unreadable(path))?.is_dir() {
        collect(path, &mut files).map_err(unreadable(path))?;
        files.sort();
    } else {
        files.push(path.to_owned());
    }
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let corpus = match Suite::around(path) {
        Some(suite) => tests(&suite?, &files, folder)?,
        None => Corpus { programs: scripts(&files, folder)?, ..Corpus::default() },
    };
    if corpus.programs.is_empty() { Err(CorpusError::Empty(path.to_owned())) } else { Ok(corpus) }
}

/// Keeps so many of the programs, in the order of their names.
pub fn sample(programs: &mut Vec<Program>, count: usize, rng: &mut impl Rng) {
    if count < programs.len() {
        programs.shuffle(rng);
        programs.truncate(count);
        programs.sort_by(|one, other| one.name.cmp(&other.name));
    }
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> CorpusError {
    let path = path.to_owned();
    move |cause| CorpusError::Unreadable { path, cause }
}

fn name(file: &Path, folder: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

fn scripts(files: &[PathBuf], folder: &Path) -> Result<Vec<Program>, CorpusError> {
    let script = |file: &PathBuf| {
        let bytes = fs::read(file).map_err(unreadable(file))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let program = Program::new(name(file, folder), text);
        // One that imports what cannot be read is rejected by debuggers, who say what it is.
        let program = imports::gathered(program, folder);
        let prelude = prelude::of(&with_imports(&program));
        Ok(program.with_prelude(prelude))
    };
    files.iter().map(script).collect()
}

/// The tests among the files that can be debugged.
fn tests(suite: &Suite, files: &[PathBuf], folder: &Path) -> Result<Corpus, CorpusError> {
    let mut corpus = Corpus::default();
    // Thousands of tests share a few preludes.
    let mut preludes: HashMap<String, Arc<str>> = HashMap::new();
    for file in files.iter().filter(|file| !file.to_string_lossy().contains("_FIXTURE")) {
        let test = Test::read(file, name(file, folder))?;
        if let Some(why) = unfit(&test) {
            *corpus.left_out.entry(why).or_default() += 1;
            continue;
        }
        let strict = test.front_matter.has_flag("onlyStrict");
        let is_module = test.front_matter.has_flag("module");
        let goal = if is_module { Goal::Module } else { Goal::Script };
        // On the first line, so that no line moves.
        let start = if strict { STRICT.trim_end() } else { "" };
        let program = Program::new(test.name.clone(), format!("{start}{}", test.source));
        let program = imports::gathered(program.with_goal(goal), folder);
        if js::imports(&program) && program.imports.is_empty() {
            *corpus.left_out.entry(UNREADABLE).or_default() += 1;
            continue;
        }
        let own = prelude::of(&with_imports(&program));
        let before = format!("{PRINT}{own}{}", suite.prelude(&test)?);
        let before = preludes.entry(before).or_insert_with_key(|text| text.as_str().into());
        corpus.programs.push(program.with_prelude(before.clone()));
    }
    Ok(corpus)
}

/// Why modules are left out of which not all imported files can be given to debuggers.
const UNREADABLE: &str = "modules that import what is no script below the folder";

/// The text of a program and of all that it imports.
fn with_imports(program: &Program) -> String {
    let imported = program.imports.values().map(String::as_str);
    std::iter::once(&*program.text).chain(imported).collect::<Vec<_>>().join("\n")
}

/// What test262 asks of its host for tests that end later.
const PRINT: &str = "var print = console.log;\n";

/// Why a test cannot be debugged; none if it can.
fn unfit(test: &Test) -> Option<&'static str> {
    let front_matter = &test.front_matter;
    if front_matter.negative.as_ref().is_some_and(|negative| negative.phase != "runtime") {
        return Some("tests that must not compile");
    }
    let names_host = test.source.contains("$262") || test.source.contains("$DETACHBUFFER");
    names_host.then_some("tests that need a host of test262's own")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "js" || extension == "mjs")
            && !is_stream(&path)
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether something is there that may never end, such as a pipe or a device, or a link to one.
fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn write(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn a_sample_is_in_the_order_of_names_and_the_same_each_time() {
        let all: Vec<Program> =
            (0..9).map(|number| Program::new(format!("{number}.js"), "")).collect();
        let sampled = |count: usize| {
            let mut programs = all.clone();
            sample(&mut programs, count, &mut ChaCha8Rng::seed_from_u64(0));
            programs
        };
        let some = sampled(4);
        assert_eq!(some.len(), 4);
        assert!(some.is_sorted_by(|one, other| one.name < other.name));
        assert_eq!((sampled(4), sampled(20)), (some, all.clone()));
    }

    #[test]
    fn programs_are_files_and_pinned_where_they_would_differ() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "b/one.js", "let now = Date.now();");
        write(folder.path(), "a.js", "let a;");
        write(folder.path(), "a.txt", "");
        write(folder.path(), "c.mjs", "export let c;");
        std::os::unix::fs::symlink("/dev/null", folder.path().join("device.js")).unwrap();
        let programs = read(folder.path()).unwrap().programs;
        let names: Vec<_> = programs.iter().map(|program| &*program.name).collect();
        assert_eq!(names, ["a.js", "b/one.js", "c.mjs"]);
        assert!(programs.iter().map(|program| program.goal.is_script()).eq([true, true, false]));
        assert!(programs[0].prelude.is_empty());
        assert!(programs[1].prelude.contains("millisecond"));
    }

    #[test]
    fn tests_of_test262_get_what_their_front_matter_asks_for() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["assert.js", "sta.js", "more.js"] {
            write(folder.path(), &format!("harness/{name}"), &format!("// {name}"));
        }
        let tests = [
            ("strict.js", "/*---\nflags: [onlyStrict]\nincludes: [more.js]\n---*/\nlet a;"),
            ("module.js", "/*---\nflags: [module]\n---*/\nimport './module_FIXTURE.js';"),
            ("missing.js", "/*---\nflags: [module]\n---*/\nimport './no_FIXTURE.js';"),
            ("own.js", "/*---\nflags: [module]\n---*/\nexport let a = await 0;"),
            ("bad.js", "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\n"),
            ("host.js", "$262.gc()"),
            ("module_FIXTURE.js", "export {};"),
        ];
        for (name, text) in tests {
            write(folder.path(), &format!("test/language/{name}"), text);
        }
        let corpus = read(&folder.path().join("test/language")).unwrap();
        let [module, own, program] = corpus.programs.as_slice() else {
            panic!("{:?}", corpus.programs)
        };
        assert_eq!(module.imports.keys().collect::<Vec<_>>(), ["module_FIXTURE.js"]);
        assert_eq!((&*own.name, own.goal), ("own.js", Goal::Module));
        assert_eq!(&*program.name, "strict.js");
        assert!(program.text.starts_with("\"use strict\";/*---\n"), "{}", program.text);
        assert!(program.prelude.ends_with("// assert.js\n// sta.js\n// more.js\n"));
        assert_eq!(corpus.left_out.values().sum::<usize>(), 3);
    }
}
