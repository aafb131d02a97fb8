//! Where trials are made: a subject with its coverage, a failing program, and what is known so far.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use parallax_process::Scratch;

use crate::coverage::{CoverageError, Lines, Map};
use crate::execute::{self, COMPLAINS, Ended, How, Order};
use crate::journal::{Entry, Journal, fingerprint};
use crate::mutate::Meaning;
use crate::oracle::{NoFailure, Observed, Symptom, Verdict, same};
use crate::subject::{Language, Places, Subject};

/// Why nothing can be isolated.
#[derive(Debug, thiserror::Error)]
pub enum IsolateError {
    /// There is nothing to isolate.
    #[error(transparent)]
    NoFailure(#[from] NoFailure),
    /// Coverage cannot be read.
    #[error(transparent)]
    Coverage(#[from] CoverageError),
    /// A file cannot be written, a command cannot be run.
    #[error("{what}: {cause}")]
    System {
        /// What was tried.
        what: String,
        /// The system's word.
        cause: io::Error,
    },
    /// The failing run leaves no coverage.
    #[error("the failing run has left no coverage: the tool was killed before it could write it")]
    NoCoverage,
}

/// A failing program, and how it is to be run.
#[derive(Debug, Clone)]
pub struct Case {
    /// The program's file name.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// Options with which it fails.
    pub bad: Vec<String>,
    /// Options with which it does not; without any, the subject's reference is right, if it has one.
    pub good: Vec<String>,
    /// What it should print, where good options and the reference are not asked.
    pub expected: Option<String>,
}

/// One trial: a program and options, the given ones or others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The program, if it is not the given one.
    pub text: Option<Arc<str>>,
    /// More options.
    pub extra: Vec<String>,
}

/// A subject at work on a case.
pub struct Laboratory<'a> {
    subject: &'a Subject,
    root: &'a Path,
    /// The subject's lines.
    pub map: Arc<Map>,
    case: Case,
    scratch: Scratch,
    journal: Mutex<Journal>,
    /// What programs did, by what the tool made of them.
    outcomes: Mutex<HashMap<u64, Observed>>,
    symptom: Symptom,
    time: Duration,
    screened: bool,
    /// The reference knows what the program should show, so it is asked of mutants.
    referenced: bool,
    jobs: usize,
    next: AtomicUsize,
    /// Has a tool that hangs write its coverage; made when one does.
    farewell: Option<PathBuf>,
    /// What the failing run executes.
    pub failing: Lines,
    /// What the tool said when it failed.
    pub said: String,
}

impl<'a> Laboratory<'a> {
    /// Establishes that the case fails, and how.
    pub async fn open(
        subject: &'a Subject,
        root: &'a Path,
        map: Arc<Map>,
        case: Case,
        journal: Journal,
        jobs: usize,
    ) -> Result<Self, IsolateError> {
        let mut laboratory = Laboratory {
            subject,
            root,
            map,
            case,
            scratch: Scratch::in_memory().map_err(system("cannot make a folder for trials"))?,
            journal: Mutex::new(journal),
            outcomes: Mutex::default(),
            symptom: Symptom::Hang,
            time: Duration::from_secs_f64(subject.seconds.clamp(0.1, 3600.0)),
            screened: false,
            referenced: false,
            jobs: jobs.max(1),
            next: AtomicUsize::new(0),
            farewell: None,
            failing: Lines::new(),
            said: String::new(),
        };
        laboratory.establish().await?;
        Ok(laboratory)
    }

    async fn establish(&mut self) -> Result<(), IsolateError> {
        let text = self.case.text.clone();
        let begun = Instant::now();
        let good = match &self.case.expected {
            Some(expected) => Observed::Done(Some(Ended {
                how: How::Code(0),
                out: expected.clone(),
                err: String::new(),
            })),
            None => self.right(&text).await?,
        };
        // A run that takes much longer than this one hangs; but a machine may be busy.
        let usual = (begun.elapsed() * 20).max(Duration::from_secs(2));
        if self.case.expected.is_none() {
            self.time = self.time.min(usual);
        }
        let mut first = self.observe(&text, &self.case.bad, true, Coverage::Kept).await?;
        if first.seen == Observed::Hung {
            self.farewell = self.make_farewell().await?;
            first = self.observe(&text, &self.case.bad, true, Coverage::Kept).await?;
        }
        // What it did before says nothing about whether it does it again.
        self.outcomes = Mutex::default();
        let again = self.observe(&text, &self.case.bad, true, Coverage::Kept).await?;
        self.symptom = Symptom::of(&first.seen, &again.seen, Some(&good))?;
        self.said = first.said.clone();
        self.failing = self.covered(first).await?;
        if self.failing.is_clear() {
            return Err(IsolateError::NoCoverage);
        }
        self.referenced = self.subject.language == Language::Js
            && self.case.good.is_empty()
            && !self.subject.reference.is_empty()
            && self.right(&text).await.is_ok_and(|seen| shows_the_same(&seen, &good));
        self.screened = self.symptom.needs_program()
            && !self.subject.sanitizer.is_empty()
            && self.sanitized(&text).await?.is_some_and(|seen| seen == good);
        Ok(())
    }

    /// Compiles the library that lets a hanging tool end in good order; none without a compiler.
    async fn make_farewell(&self) -> Result<Option<PathBuf>, IsolateError> {
        let (source, library) =
            (self.scratch.path().join("farewell.c"), self.scratch.path().join("farewell.so"));
        fs::write(&source, execute::FAREWELL).map_err(system("cannot write a library"))?;
        let words = ["gcc", "-shared", "-fPIC", "-o"].map(str::to_owned).into_iter();
        let paths = [&library, &source].map(|path| path.display().to_string());
        let words: Vec<String> = words.chain(paths).collect();
        let ended = self.plain(&words, self.scratch.path(), Duration::from_secs(20)).await?;
        Ok(ended.succeeded().then_some(library))
    }

    /// Runs a command of which no coverage is wanted.
    async fn plain(
        &self,
        words: &[String],
        folder: &Path,
        time: Duration,
    ) -> Result<Ended, IsolateError> {
        let order = Order { words, folder, coverage: None, time, farewell: None };
        execute::run(order).await.map_err(system("cannot run a command"))
    }

    /// What is wrong.
    pub fn symptom(&self) -> &Symptom {
        &self.symptom
    }

    /// The case.
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// The subject.
    pub fn subject(&self) -> &Subject {
        self.subject
    }

    /// Whether mutants are screened for undefined behaviour.
    pub fn is_screened(&self) -> bool {
        self.screened
    }

    /// What rules may do to what the program should show: where it matters, somebody must be able to
    /// say what a mutant should show.
    pub fn meaning(&self) -> Meaning {
        let is_open = self.subject.language == Language::Js && self.symptom.needs_program();
        if is_open && !self.referenced { Meaning::Kept } else { Meaning::Changed }
    }

    /// What the tool says when it is asked to list something.
    pub async fn listing(&self, options: &[String]) -> Result<String, IsolateError> {
        let options = [&self.case.bad[..], options].concat();
        let place = self.place()?;
        fs::write(place.join(&self.case.name), &*self.case.text)
            .map_err(system("cannot write the program"))?;
        let ended = self.tool(&place, &options, None).await?;
        let _ = fs::remove_dir_all(&place);
        Ok(format!("{}\n{}", ended.out, ended.err))
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
        let kept = self.journal().put(key, entry.clone());
        kept.map_err(system("cannot write the journal"))?;
        Ok(entry)
    }

    fn journal(&self) -> std::sync::MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a program should do.
    async fn right(&self, text: &str) -> Result<Observed, IsolateError> {
        if !self.case.good.is_empty() || self.subject.reference.is_empty() {
            return Ok(self.observe(text, &self.case.good, true, Coverage::Dropped).await?.seen);
        }
        let place = Place(self.place()?);
        fs::write(place.0.join(&self.case.name), text)
            .map_err(system("cannot write the program"))?;
        self.follow(&self.subject.reference, &place.0).await
    }

    async fn judge_options(&self, extra: &[String]) -> Result<Entry, IsolateError> {
        let options = [&self.case.bad[..], extra].concat();
        let runs = self.symptom.needs_program();
        let run = self.observe(&self.case.text, &options, runs, Coverage::Kept).await?;
        let verdict = self.symptom.judge_options(&run.seen);
        self.entry(verdict, run).await
    }

    /// Judges a mutant. What it should do comes first: that is cheaper, and most mutants that are of
    /// no use, since they do not compile, loop or end badly, are known by then.
    async fn judge_mutant(&self, text: &str, extra: &[String]) -> Result<Entry, IsolateError> {
        let runs = self.symptom.needs_program();
        let good = match &self.symptom {
            Symptom::Wrong { right, .. } if self.meaning() == Meaning::Kept => {
                Some(Observed::Done(Some(right.clone())))
            }
            Symptom::Wrong { .. } if self.screened => match self.sanitized(text).await? {
                Some(seen) => Some(seen),
                None => return Ok(nothing(Verdict::Useless("undefined behaviour".to_owned()))),
            },
            Symptom::Wrong { .. } => Some(self.right(text).await?),
            Symptom::Crash(_) | Symptom::Hang => None,
        };
        // A script that is not what it should be throws before it comes to the point.
        if let Some(Observed::Done(Some(ended))) = &good
            && self.subject.language == Language::Js
            && ended.how != How::Code(0)
        {
            return Ok(nothing(Verdict::Useless(format!("ends with {}", ended.how))));
        }
        if let Some(good) = &good
            && let useless @ Verdict::Useless(_) = self.symptom.judge(good, Some(good))
        {
            return Ok(nothing(useless));
        }
        let options = [&self.case.bad[..], extra].concat();
        let bad = self.observe(text, &options, runs, Coverage::Kept).await?;
        let verdict = self.symptom.judge(&bad.seen, good.as_ref());
        self.entry(verdict, bad).await
    }

    async fn entry(&self, verdict: Verdict, run: Run) -> Result<Entry, IsolateError> {
        if matches!(verdict, Verdict::Useless(_)) {
            return Ok(nothing(verdict));
        }
        let lines = Some(self.covered(run).await?).filter(|lines| !lines.is_clear());
        let passes = lines.as_ref().map(|_| verdict == Verdict::Passes);
        Ok(Entry { passes, note: String::new(), lines })
    }

    /// Runs the tool on a program, and the program if that is wanted.
    async fn observe(
        &self,
        text: &str,
        options: &[String],
        runs: bool,
        kept: Coverage,
    ) -> Result<Run, IsolateError> {
        let place = self.place()?;
        let coverage = place.join("coverage");
        let written = (kept == Coverage::Kept).then_some(coverage.as_path());
        fs::write(place.join(&self.case.name), text).map_err(system("cannot write the program"))?;
        let tool = self.tool(&place, options, written).await?;
        let said = tool.err.clone();
        let seen = match self.seen(&tool) {
            Observed::Done(_) if runs && !self.subject.then.is_empty() => {
                self.outcome(&place).await?
            }
            seen => seen,
        };
        Ok(Run { seen, said, coverage, _place: Place(place) })
    }

    async fn tool(
        &self,
        place: &Path,
        options: &[String],
        coverage: Option<&Path>,
    ) -> Result<Ended, IsolateError> {
        let words = self.words(&self.subject.tool, place, options);
        let farewell = self.farewell.as_deref();
        let order = Order { words: &words, folder: place, coverage, time: self.time, farewell };
        execute::run(order).await.map_err(system("cannot run the subject"))
    }

    fn words(&self, command: &[String], place: &Path, options: &[String]) -> Vec<String> {
        let (program, output) = (place.join(&self.case.name), place.join("output"));
        let places = Places { root: self.root, program: &program, output: &output, options };
        Subject::fill(command, &places)
    }

    /// What the tool's end means.
    fn seen(&self, tool: &Ended) -> Observed {
        let said = |marker: &String| {
            let at = tool.err.find(marker.as_str())? + marker.len();
            Some(tool.err[at..].lines().next().unwrap_or_default().to_owned())
        };
        if let Some(message) = self.subject.crash.iter().find_map(said) {
            return Observed::Crashed(message);
        }
        match tool.how {
            How::Timeout => Observed::Hung,
            How::Signal(signal) => Observed::Crashed(format!("signal {signal}")),
            _ if self.subject.then.is_empty() => Observed::Done(Some(tool.shown())),
            How::Code(0) => Observed::Done(None),
            How::Code(_) => {
                let first = tool.err.lines().find(|line| line.contains("error"));
                Observed::Refused(first.or(tool.err.lines().next()).unwrap_or_default().to_owned())
            }
        }
    }

    /// Does with the tool's output what is to be done with it. Most options that are switched off
    /// change nothing of it, and then nothing has to be done again.
    async fn outcome(&self, place: &Path) -> Result<Observed, IsolateError> {
        let made = made(place).map_err(system("cannot read the tool's output"))?;
        let known = || self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = known().get(&made) {
            return Ok(seen.clone());
        }
        let seen = self.follow(&self.subject.then, place).await?;
        known().insert(made, seen.clone());
        Ok(seen)
    }

    /// Runs commands, the last of which is the program.
    async fn follow(
        &self,
        commands: &[Vec<String>],
        place: &Path,
    ) -> Result<Observed, IsolateError> {
        let last = commands.len() - 1;
        for (at, command) in commands.iter().enumerate() {
            let words = self.words(command, place, &[]);
            let time = Duration::from_secs(if at == last { 1 } else { 20 });
            let ended = self.plain(&words, place, time).await?;
            if at == last {
                return Ok(Observed::Done(Some(ended.shown())));
            }
            if !ended.succeeded() {
                let first = ended.err.lines().next().unwrap_or_default();
                return Ok(Observed::Refused(first.to_owned()));
            }
        }
        Ok(Observed::Done(None))
    }

    /// What a program does that a second compiler made with sanitizers; none if they complain.
    async fn sanitized(&self, text: &str) -> Result<Option<Observed>, IsolateError> {
        let place = Place(self.place()?);
        fs::write(place.0.join(&self.case.name), text)
            .map_err(system("cannot write the program"))?;
        let program = vec![place.0.join("output").display().to_string()];
        let commands = [self.subject.sanitizer.clone(), program];
        let seen = self.follow(&commands, &place.0).await?;
        let complains =
            matches!(&seen, Observed::Done(Some(ended)) if ended.how == How::Code(COMPLAINS));
        Ok((!complains).then_some(seen))
    }

    /// Reads what a run has executed, on another thread, since it takes a while.
    async fn covered(&self, run: Run) -> Result<Lines, IsolateError> {
        let map = self.map.clone();
        let read = tokio::task::spawn_blocking(move || {
            let Run { coverage, _place, .. } = run;
            map.read(&coverage)
        })
        .await;
        match read {
            // A tool that crashes while it writes its counters has left none.
            Ok(Err(error)) if error.is_cut_short() => Ok(Lines::new()),
            Err(_) => Ok(Lines::new()),
            Ok(read) => Ok(read?),
        }
    }

    /// A fresh folder.
    fn place(&self) -> Result<PathBuf, IsolateError> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let place = self.scratch.path().join(number.to_string());
        fs::create_dir(&place).map_err(system("cannot make a folder for a trial"))?;
        Ok(place)
    }
}

/// What a tool has written, as a number.
fn made(place: &Path) -> io::Result<u64> {
    let mut files = Vec::new();
    for entry in fs::read_dir(place)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("output")) {
            files.push(path);
        }
    }
    files.sort();
    let texts = files.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
    Ok(fingerprint(&texts))
}

/// What becomes of the coverage of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coverage {
    Kept,
    Dropped,
}

/// What is written down of a trial that says nothing.
fn nothing(verdict: Verdict) -> Entry {
    let note = match verdict {
        Verdict::Useless(note) => note,
        Verdict::Passes | Verdict::Fails => String::new(),
    };
    Entry { passes: None, note, lines: None }
}

/// One run of the tool, and its folder.
struct Run {
    seen: Observed,
    said: String,
    coverage: PathBuf,
    /// Removes the folder when it is dropped.
    _place: Place,
}

/// A folder that goes when it is no longer needed.
struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn system(what: &str) -> impl FnOnce(io::Error) -> IsolateError {
    let what = what.to_owned();
    move |cause| IsolateError::System { what, cause }
}

/// Whether two programs that ended have shown the same.
fn shows_the_same(one: &Observed, other: &Observed) -> bool {
    match (one, other) {
        (Observed::Done(Some(one)), Observed::Done(Some(other))) => same(one, other),
        _ => false,
    }
}
