//! From a pool to a suite on disk.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use parallax_spec::run::{Budget, RunOptions, Specification};

use super::generation::BUDGET;
use super::inject::{Injector, Refusal};
use super::pool::{Member, Pool};
use super::realm::Realm;
use crate::suite::{Manifest, ManifestEntry, SuiteError, Test, VERSION};
use parallax_engines::Ending;

/// What became of the programs of a pool.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Tests.
    pub tests: usize,
    /// The fewest programs that keep the coverage.
    pub programs: usize,
    /// Programs whose result the text leaves to the implementation.
    pub open: usize,
    /// Tests that do not pass by the text itself, and were left out: why, and the program.
    pub mistaken: Vec<(String, String)>,
    /// Tests for which the text has no meaning.
    pub aborts: usize,
    /// Lines of all programs, and of all tests.
    pub lines: (usize, usize),
}

/// Writes the fewest tests that keep the coverage of a pool, and removes those of an earlier suite
/// that are not among them.
///
/// # Errors
/// Where the folder cannot be written.
pub fn write(
    folder: &Path,
    edition: &str,
    specification: &Specification,
    pool: &Pool,
) -> Result<Written, SuiteError> {
    let realm = Realm::read(specification);
    // Checks take more steps than the program that they are of.
    let budget = Budget { steps: 100 * BUDGET.steps, cells: 100 * BUDGET.cells };
    let injector = Injector::new(specification, &realm, budget);
    let before = Manifest::read(folder).map(|it| it.tests).unwrap_or_default();
    let mut manifest =
        Manifest { version: VERSION, edition: edition.to_owned(), ..Manifest::default() };
    let mut written = Written::default();
    // A program may be kept for each of its origins, which say what it observes.
    let mut programs = HashSet::new();
    let mut members = pool.fewest();
    members.retain(|it| programs.insert(it.program.to_string()));
    for made in all(&members, &injector, folder) {
        written.programs += 1;
        match made? {
            Ok(Made { entry, lines }) => {
                written.lines.0 += lines.0;
                written.lines.1 += lines.1;
                manifest.tests.push(entry);
            }
            Err((Refusal::NoResult, _)) => written.open += 1,
            Err((Refusal::Mistaken(why), program)) => written.mistaken.push((why, program)),
        }
    }
    for (program, origin) in pool.aborted().filter(|(it, _)| programs.insert((*it).to_owned())) {
        let run = specification.run(program, &RunOptions::within(BUDGET));
        let test = Test { ending: Ending::Aborts, program: program.to_owned(), checks: Vec::new() };
        let file = format!("{:016x}.js", fingerprint(program));
        let entry = ManifestEntry { file, origin: origin.to_vec(), algorithms: run.algorithms };
        entry.write(folder, &test)?;
        written.aborts += 1;
        manifest.tests.push(entry);
    }
    written.tests = manifest.tests.len();
    manifest.write(folder)?;
    let kept: HashSet<&str> = manifest.tests.iter().map(|it| it.file.as_str()).collect();
    for entry in before.iter().filter(|entry| !kept.contains(entry.file.as_str())) {
        // It may be gone already.
        let _ = std::fs::remove_file(folder.join(&entry.file));
    }
    Ok(written)
}

/// A test on disk, and the lines of its program and of the whole.
struct Made {
    entry: ManifestEntry,
    lines: (usize, usize),
}

/// What became of a program.
type Outcome = Result<Result<Made, (Refusal, String)>, SuiteError>;

/// The tests for programs, in their order, made on all cores: each is run twice.
fn all(members: &[&Member], injector: &Injector<'_>, folder: &Path) -> Vec<Outcome> {
    let threads = std::thread::available_parallelism().map_or(1, |it| it.get());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(member) = members.get(at) else { break done };
            done.push((at, one(member, injector, folder)));
        }
    };
    let mut done: Vec<(usize, Outcome)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

fn one(member: &Member, injector: &Injector<'_>, folder: &Path) -> Outcome {
    let (test, run) = match injector.test(&member.program) {
        Ok(made) => made,
        Err(refusal) => return Ok(Err((refusal, member.program.to_string()))),
    };
    let file = format!("{:016x}.js", fingerprint(&member.program));
    let entry = ManifestEntry { file, origin: member.origin.clone(), algorithms: run.algorithms };
    entry.write(folder, &test)?;
    let lines = (test.program.lines().count(), test.script().lines().count());
    Ok(Ok(Made { entry, lines }))
}

/// The same program has the same name in every suite.
pub(super) fn fingerprint(text: &str) -> u64 {
    parallax_model::fingerprint(text.bytes())
}
