//! Collects known bugs of GCC: tests of a later test suite that fail, and what their fixes changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use futures_util::{StreamExt, stream};

use crate::changelog::{self, Change};
use crate::error::{IsolateError, file_error};
use crate::includes;

mod attempt;
mod dejagnu;

use attempt::{Failing, Stock};

/// What is collected, and from where.
#[derive(Debug, Clone)]
pub struct Collection {
    /// The folder `gcc` of a later version's sources, with its histories and its test suite.
    pub sources: PathBuf,
    /// The compiler that the tests have to fail on.
    pub compiler: String,
    /// Changes before this date, as year, month and day, are in it.
    pub since: String,
    /// Which bugs are collected, by their numbers; others are not even tried.
    pub numbers: Numbers,
    /// Bugs that are left out.
    pub without: BTreeSet<u64>,
    /// Compilers at the same time.
    pub jobs: usize,
}

/// Which bugs are collected, by their numbers. Those of one parity can be kept apart for a judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// All.
    All,
    /// Odd ones.
    Odd,
    /// Even ones.
    Even,
}

impl Numbers {
    fn has(self, number: u64) -> bool {
        match self {
            Numbers::All => true,
            Numbers::Odd => number % 2 == 1,
            Numbers::Even => number.is_multiple_of(2),
        }
    }
}

/// A row of the list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CollectedBug {
    /// Its number.
    pub pr: u64,
    /// The component that it was reported for.
    pub component: String,
    /// The path of its test.
    pub test: String,
    /// The test's lines.
    pub lines: usize,
    /// Options with which it fails.
    pub bad_options: String,
    /// Options with which it does not, or the nearest to them.
    pub good_options: String,
    /// What kind of failure it is.
    pub kind: &'static str,
    /// What is seen.
    pub symptom: String,
    /// The files that the fix changed, separated by `|`.
    pub fixed_files: String,
    /// The functions that it changed, in the same way.
    pub fixed_functions: String,
}

/// A bug that was fixed later, with its tests.
#[derive(Debug)]
struct Fixed {
    number: u64,
    component: String,
    tests: Vec<String>,
    files: Vec<String>,
    functions: Vec<String>,
}

impl Collection {
    /// The bugs that show, in the order of their numbers; `observer` is told how many of how many were
    /// tried.
    pub async fn collect(
        &self,
        observer: &mut dyn FnMut(usize, usize),
    ) -> Result<Vec<CollectedBug>, IsolateError> {
        let fixed = self.fixed()?;
        let stock = Stock::new(&self.compiler)?;
        let all = fixed.len();
        let tried =
            stream::iter(&fixed).map(|bug| self.tried(&stock, bug)).buffered(self.jobs.max(1));
        let mut tried = std::pin::pin!(tried);
        let mut found: Vec<CollectedBug> = Vec::new();
        let mut done = 0;
        while let Some(bug) = tried.next().await {
            // Several reports may be of one bug, with one test.
            found.extend(bug?.filter(|bug| found.iter().all(|known| known.test != bug.test)));
            done += 1;
            observer(done, all);
        }
        Ok(found)
    }

    /// Tries a bug's tests until one fails.
    async fn tried(
        &self,
        stock: &Stock,
        bug: &Fixed,
    ) -> Result<Option<CollectedBug>, IsolateError> {
        let suite = self.sources.join("testsuite");
        for name in &bug.tests {
            let path = suite.join(name);
            let Ok(text) = fs::read(&path) else { continue };
            let text = String::from_utf8_lossy(&text);
            let Some(test) = dejagnu::read(name, &text) else { continue };
            let Ok(program) = includes::read(&path) else { continue };
            if let Some(Failing { bad, good, kind, symptom }) =
                stock.failing(&program, &test).await?
            {
                return Ok(Some(CollectedBug {
                    pr: bug.number,
                    component: bug.component.clone(),
                    test: name.clone(),
                    lines: text.lines().count(),
                    bad_options: bad.join(" "),
                    good_options: good.join(" "),
                    kind,
                    symptom,
                    fixed_files: bug.files.join("|"),
                    fixed_functions: bug.functions.join("|"),
                }));
            }
        }
        Ok(None)
    }

    /// The bugs that were fixed later, and have a test and files.
    fn fixed(&self) -> Result<Vec<Fixed>, IsolateError> {
        let mut sources = Vec::new();
        for folder in ["", "c", "c-family", "analyzer"] {
            sources.extend(self.history(folder)?);
        }
        let mut tests: BTreeMap<u64, Vec<(Change, String)>> = BTreeMap::new();
        for change in self.history("testsuite")? {
            for (component, number) in &change.bugs {
                let is_asked = self.numbers.has(*number) && !self.without.contains(number);
                if is_asked && component != "testsuite" {
                    tests.entry(*number).or_default().push((change.clone(), component.clone()));
                }
            }
        }
        let fixed = tests.into_iter().filter_map(|(number, tests)| fixed(number, &tests, &sources));
        Ok(fixed.collect())
    }

    /// The changes of a folder since the date, with files named from the sources.
    fn history(&self, folder: &str) -> Result<Vec<Change>, IsolateError> {
        let path = self.sources.join(folder);
        let year = self.since.get(..4).unwrap_or_default();
        let mut found = Vec::new();
        for entry in fs::read_dir(&path).map_err(file_error("read", &path))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_recent =
                |rest: &str| rest.is_empty() || rest.strip_prefix('-').is_some_and(|of| of >= year);
            if name.strip_prefix("ChangeLog").is_some_and(is_recent) {
                let text = fs::read(entry.path()).map_err(file_error("read", &entry.path()))?;
                found.extend(changelog::changes(&String::from_utf8_lossy(&text)));
            }
        }
        found.retain(|change| change.date() >= self.since.as_str() && !change.bugs.is_empty());
        for file in found.iter_mut().flat_map(|change| &mut change.files) {
            if !folder.is_empty() && folder != "testsuite" {
                file.name = format!("{folder}/{}", file.name);
            }
        }
        Ok(found)
    }
}

/// A bug, its new tests, and what the changes with its number changed: those that came with the tests,
/// else all.
fn fixed(number: u64, tests: &[(Change, String)], sources: &[Change]) -> Option<Fixed> {
    let is_of_bug = |change: &&Change| change.bugs.iter().any(|(_, of)| *of == number);
    let of_bug: Vec<&Change> = sources.iter().filter(is_of_bug).collect();
    let is_new = |text: &str| text.to_lowercase().contains("new");
    let mut names: Vec<String> = Vec::new();
    for (change, _) in tests {
        let new =
            change.files.iter().filter(|file| is_new(&file.text) && file.name.ends_with(".c"));
        names.extend(new.map(|file| file.name.clone()));
    }
    let came_with = |change: &&&Change| tests.iter().any(|(test, _)| test.head == change.head);
    let mut fixes: Vec<&Change> = of_bug.iter().filter(came_with).copied().collect();
    if fixes.is_empty() {
        fixes = of_bug;
    }
    let (mut files, mut functions) = (Vec::new(), Vec::new());
    for file in fixes.iter().flat_map(|change| &change.files) {
        if !files.contains(&file.name) && !is_of_another_machine(&file.name) {
            files.push(file.name.clone());
        }
        functions.extend(file.functions.iter().cloned());
    }
    functions.dedup();
    let is_code = |name: &String| [".cc", ".pd", ".md"].iter().any(|ending| name.ends_with(ending));
    if names.is_empty() || !files.iter().any(is_code) {
        return None;
    }
    names.dedup();
    let component = tests.first()?.1.clone();
    Some(Fixed { number, component, tests: names, files, functions })
}

fn is_of_another_machine(name: &str) -> bool {
    name.starts_with("config/")
        && name.matches('/').count() > 1
        && !name.starts_with("config/i386/")
}

/// Writes a list of bugs.
pub fn write(bugs: &[CollectedBug], path: &Path) -> Result<(), IsolateError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = bugs.iter().try_for_each(|bug| writer.serialize(bug));
    let text = written.map_err(std::io::Error::other).and_then(|()| {
        writer.into_inner().map_err(|error| std::io::Error::other(error.to_string()))
    });
    text.and_then(|text| fs::write(path, text)).map_err(file_error("write", path))
}

#[cfg(test)]
mod tests;
