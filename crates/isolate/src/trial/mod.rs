//! The trial runner: a subject at work on programs near a failing one, and what is known so far.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use parallax_process::{Finished, Scratch, Termination};

use crate::built::BuiltSubject;
use crate::case::Case;
use crate::coverage::{Lines, Map};
use crate::error::{IsolateError, file_error};
use crate::execute::CRASH;
use crate::journal::{Entry, Journal, Journals};
use crate::mutate::Meaning;
use crate::oracle::{Observed, Symptom, Verdict};
use crate::subject::{Language, Subject};

mod establish;
mod folder;
mod observe;
mod smaller;

use folder::TrialFolder;
use observe::{Coverage, ToolRun};
pub(crate) use smaller::{Smaller, Standard};

/// One trial: a program and options, the given ones or others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The program, if it is not the given one.
    pub text: Option<Arc<str>>,
    /// More options.
    pub extra: Vec<String>,
}

/// A subject at work on a case.
pub struct TrialRunner<'a> {
    built: &'a BuiltSubject<'a>,
    case: &'a Case,
    scratch: Scratch,
    journal: Mutex<Journal>,
    /// What the tool does with other programs, whatever fails.
    others: Mutex<Journal>,
    /// What programs did, by the fingerprint of what the tool made of them.
    outcomes: Mutex<HashMap<u64, Observed>>,
    symptom: Symptom,
    time: Duration,
    /// Whether sanitizers say which mutants have undefined behaviour.
    is_screened: bool,
    /// Whether the reference knows what the program should show, so that it is asked of mutants.
    has_reference: bool,
    jobs: usize,
    next_folder: AtomicUsize,
    /// The library that has a hanging tool write its coverage; made when the program hangs.
    flush_coverage: Option<PathBuf>,
    failing: Lines,
    failure_output: String,
}

impl<'a> TrialRunner<'a> {
    /// Establishes that a case fails, and how.
    pub async fn open(
        built: &'a BuiltSubject<'a>,
        case: &'a Case,
        journals: Journals,
        jobs: usize,
    ) -> Result<Self, IsolateError> {
        let scratch = Scratch::in_memory()
            .map_err(file_error("create a folder in", &std::env::temp_dir()))?;
        let mut runner = TrialRunner {
            built,
            case,
            scratch,
            journal: Mutex::new(journals.case),
            others: Mutex::new(journals.others),
            outcomes: Mutex::default(),
            symptom: Symptom::Hang,
            time: Duration::from_secs_f64(built.subject.seconds.clamp(0.1, 3600.0)),
            is_screened: false,
            has_reference: false,
            jobs: jobs.max(1),
            next_folder: AtomicUsize::new(0),
            flush_coverage: None,
            failing: Lines::new(),
            failure_output: String::new(),
        };
        runner.establish().await?;
        Ok(runner)
    }

    /// What is wrong.
    pub fn symptom(&self) -> &Symptom {
        &self.symptom
    }

    /// The case.
    pub fn case(&self) -> &Case {
        self.case
    }

    /// The subject.
    pub fn subject(&self) -> &Subject {
        self.built.subject
    }

    /// The subject, with its lines.
    pub fn built(&self) -> &BuiltSubject<'a> {
        self.built
    }

    /// The subject's lines.
    pub fn map(&self) -> &Map {
        &self.built.map
    }

    /// What the failing run executes.
    pub fn failing(&self) -> &Lines {
        &self.failing
    }

    /// The tool's error output when it failed.
    pub fn failure_output(&self) -> &str {
        &self.failure_output
    }

    /// What rules may do to what the program should show: where it matters, somebody must be able to
    /// say what a mutant should show.
    pub fn meaning(&self) -> Meaning {
        let is_open = self.subject().language == Language::Js && self.symptom.needs_program();
        let is_judged = self.has_reference || self.case.oracle.is_some();
        if is_open && !is_judged { Meaning::Kept } else { Meaning::Changed }
    }

    /// Makes trials, several at a time, and gives their results in order.
    pub async fn judge_all(&self, trials: Vec<Trial>) -> Result<Vec<Entry>, IsolateError> {
        let judged = stream::iter(trials).map(|trial| self.judge(trial)).buffered(self.jobs);
        let judged: Vec<_> = judged.collect().await;
        judged.into_iter().collect()
    }

    /// Makes a trial, or looks it up if it was made before.
    pub async fn judge(&self, trial: Trial) -> Result<Entry, IsolateError> {
        let key =
            format!("{}\0{}", trial.extra.join(" "), trial.text.as_deref().unwrap_or_default());
        if let Some(entry) = self.journal().get(&key) {
            return Ok(entry.clone());
        }
        let entry = match &trial.text {
            None => self.judge_options(&trial.extra).await?,
            Some(text) => self.judge_mutant(text, &trial.extra).await?,
        };
        self.journal().put(key, entry.clone())?;
        Ok(entry)
    }

    /// What the tool executes on other programs, several at a time.
    pub async fn cover_all(&self, texts: Vec<Arc<str>>) -> Result<Vec<Entry>, IsolateError> {
        let covered = stream::iter(texts).map(|text| self.cover_once(text)).buffered(self.jobs);
        let covered: Vec<_> = covered.collect().await;
        covered.into_iter().collect()
    }

    async fn cover_once(&self, text: Arc<str>) -> Result<Entry, IsolateError> {
        if let Some(entry) = self.others().get(&text) {
            return Ok(entry.clone());
        }
        let entry = self.cover(&text).await?;
        self.others().put(text.to_string(), entry.clone())?;
        Ok(entry)
    }

    /// What the tool executes on another program when it is made to crash; none if it cannot be.
    pub async fn cover_crash(&self, text: &str) -> Result<Option<Entry>, IsolateError> {
        let key = format!("crash\0{text}");
        if let Some(entry) = self.others().get(&key) {
            return Ok(Some(entry.clone()));
        }
        let Some(library) = self.make_library("crash", CRASH).await? else { return Ok(None) };
        let entry = self.crash(text, &library).await?;
        self.others().put(key, entry.clone())?;
        Ok(Some(entry))
    }

    fn others(&self) -> MutexGuard<'_, Journal> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn judge_options(&self, extra: &[String]) -> Result<Entry, IsolateError> {
        let options = [&self.case.bad[..], extra].concat();
        let runs = self.symptom.needs_program();
        let run = self.observe(&self.case.text, &options, runs, Coverage::Kept).await?;
        let verdict = self.symptom.judge_options(&run.observed);
        self.entry(verdict, run).await
    }

    /// Judges a mutant. What it should do comes first: that is cheaper, and shows most mutants that
    /// are of no use, since they do not compile, loop or end badly.
    async fn judge_mutant(&self, text: &str, extra: &[String]) -> Result<Entry, IsolateError> {
        let good = match self.expected_of_mutant(text).await? {
            Expected::Nothing => None,
            Expected::Behaviour(good) => Some(good),
            Expected::Useless(reason) => return Ok(useless(reason)),
        };
        let options = [&self.case.bad[..], extra].concat();
        let runs = self.symptom.needs_program();
        let run = self.observe(text, &options, runs, Coverage::Kept).await?;
        let verdict = self.symptom.judge(&run.observed, good.as_ref());
        self.entry(verdict, run).await
    }

    async fn expected_of_mutant(&self, text: &str) -> Result<Expected, IsolateError> {
        let Symptom::Wrong { right, .. } = &self.symptom else { return Ok(Expected::Nothing) };
        let good = if let Some(oracle) = self.case.oracle.clone() {
            let text = text.to_owned();
            let says = tokio::task::spawn_blocking(move || oracle.says(&text)).await;
            match says.ok().flatten() {
                Some(stdout) => Observed::Done(Some(Finished {
                    termination: Termination::SUCCESS,
                    stdout,
                    stderr: String::new(),
                })),
                None => return Ok(Expected::Useless("it does not end normally".to_owned())),
            }
        } else if self.meaning() == Meaning::Kept {
            Observed::Done(Some(right.clone()))
        } else if self.is_screened {
            match self.sanitized(text).await? {
                Some(observed) => observed,
                None => return Ok(Expected::Useless("undefined behaviour".to_owned())),
            }
        } else {
            self.expected(text).await?
        };
        // A script that is not what it should be throws before it comes to the point.
        if let Observed::Done(Some(finished)) = &good
            && self.subject().language == Language::Js
            && finished.termination != Termination::SUCCESS
        {
            return Ok(Expected::Useless(format!("ends with {}", finished.termination)));
        }
        match self.symptom.judge(&good, Some(&good)) {
            Verdict::Useless(reason) => Ok(Expected::Useless(reason)),
            Verdict::Passes | Verdict::Fails => Ok(Expected::Behaviour(good)),
        }
    }

    async fn entry(&self, verdict: Verdict, run: ToolRun) -> Result<Entry, IsolateError> {
        let passes = match verdict {
            Verdict::Useless(reason) => return Ok(useless(reason)),
            Verdict::Passes => true,
            Verdict::Fails => false,
        };
        let lines = Some(self.covered(run).await?).filter(|lines| !lines.is_clear());
        let passes = lines.as_ref().map(|_| passes);
        Ok(Entry { passes, note: String::new(), lines })
    }

    /// A fresh folder that holds a program.
    fn folder(&self, text: &str) -> Result<TrialFolder, IsolateError> {
        let number = self.next_folder.fetch_add(1, Ordering::Relaxed);
        let path = self.scratch.path().join(number.to_string());
        TrialFolder::new(path, self.case.file_name(), text)
    }
}

/// What a mutant should do.
enum Expected {
    /// Anything that is not the symptom.
    Nothing,
    /// This.
    Behaviour(Observed),
    /// It is of no use, for this reason.
    Useless(String),
}

/// The entry of a trial that is of no use.
fn useless(note: String) -> Entry {
    Entry { passes: None, note, lines: None }
}
