//! Establishes that a case fails, and how, before anything is tried.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use parallax_process::{Finished, Termination};

use super::observe::{COMPILER_TIME, Coverage, ToolRun};
use super::{IsolateError, TrialRunner};
use crate::error::file_error;
use crate::execute::{FLUSH_COVERAGE, Invocation, OUTPUT};
use crate::oracle::{Observed, Symptom, same};
use crate::subject::Language;

/// A run that takes so many times as long as the right one hangs.
const HANG_FACTOR: u32 = 20;

/// But not before this time: a machine may be busy.
const MIN_TIME: Duration = Duration::from_secs(2);

impl TrialRunner<'_> {
    pub(super) async fn establish(&mut self) -> Result<(), IsolateError> {
        let good = self.good_behaviour().await?;
        let (first, again) = self.fail_twice().await?;
        self.symptom = Symptom::of(&first.observed, &again.observed, Some(&good))?;
        self.failure_output.clone_from(&first.error_output);
        self.failing = self.covered(first).await?;
        if self.failing.is_clear() {
            return Err(IsolateError::NoCoverage);
        }
        self.has_reference = self.reference_agrees(&good).await;
        self.is_screened = self.sanitizer_agrees(&good).await?;
        Ok(())
    }

    /// What the program should do. The time that it takes bounds that of all trials.
    async fn good_behaviour(&mut self) -> Result<Observed, IsolateError> {
        if let Some(expected) = &self.case.expected {
            let (stdout, stderr) = (expected.clone(), String::new());
            let termination = Termination::SUCCESS;
            return Ok(Observed::Done(Some(Finished { termination, stdout, stderr })));
        }
        let begun = Instant::now();
        let good = self.expected(&self.case.text).await?;
        self.time = self.time.min((begun.elapsed() * HANG_FACTOR).max(MIN_TIME));
        Ok(good)
    }

    /// Runs the program with the bad options twice.
    async fn fail_twice(&mut self) -> Result<(ToolRun, ToolRun), IsolateError> {
        let mut first = self.fail().await?;
        if first.observed == Observed::Hung {
            self.flush_coverage = self.make_library("flush_coverage", FLUSH_COVERAGE).await?;
            first = self.fail().await?;
        }
        // What it did before does not show whether it does it again.
        self.outcomes = Mutex::default();
        let again = self.fail().await?;
        Ok((first, again))
    }

    async fn fail(&self) -> Result<ToolRun, IsolateError> {
        self.observe(&self.case.text, &self.case.bad, true, Coverage::Kept).await
    }

    /// Compiles a library that is loaded into the tool; none without a compiler.
    pub(super) async fn make_library(
        &self,
        name: &str,
        text: &str,
    ) -> Result<Option<PathBuf>, IsolateError> {
        let folder = self.scratch.path();
        let (source, library) =
            (folder.join(format!("{name}.c")), folder.join(format!("{name}.so")));
        fs::write(&source, text).map_err(file_error("write", &source))?;
        let words = ["gcc", "-shared", "-fPIC", "-o"].map(str::to_owned).into_iter();
        let paths = [&library, &source].map(|path| path.display().to_string());
        let words: Vec<String> = words.chain(paths).collect();
        let invocation = Invocation {
            words: &words,
            folder,
            root: self.built.root,
            coverage: None,
            time: COMPILER_TIME,
            preloaded: None,
            max_output: OUTPUT,
        };
        Ok(invocation.run().await?.succeeded().then_some(library))
    }

    /// Whether the subject's reference, another engine, shows what the program should show.
    async fn reference_agrees(&self, good: &Observed) -> bool {
        let subject = self.built.subject;
        let is_asked = subject.language == Language::Js
            && self.case.good.is_empty()
            && !subject.reference.is_empty();
        is_asked && self.expected(&self.case.text).await.is_ok_and(|it| show_the_same(&it, good))
    }

    /// Whether the program shows with sanitizers what it should show.
    async fn sanitizer_agrees(&self, good: &Observed) -> Result<bool, IsolateError> {
        if !self.symptom.needs_program() || self.built.subject.sanitizer.is_empty() {
            return Ok(false);
        }
        Ok(self.sanitized(&self.case.text).await?.is_some_and(|observed| observed == *good))
    }
}

/// Whether two programs that ended have shown the same.
fn show_the_same(one: &Observed, other: &Observed) -> bool {
    match (one, other) {
        (Observed::Done(Some(one)), Observed::Done(Some(other))) => same(one, other),
        _ => false,
    }
}
