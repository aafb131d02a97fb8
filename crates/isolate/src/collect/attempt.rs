//! Tries a test with a compiler that is installed: with which options it fails, and with which not.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parallax_process::{Finished, Scratch, Termination};

use super::dejagnu::{Action, Test};
use crate::error::{IsolateError, file_error};
use crate::execute::{Invocation, OUTPUT};

/// How long a compiler or a program may take.
const TIME: Duration = Duration::from_secs(10);

/// The levels of optimisation that a torture test fails on first, those with the fewest passes first.
const LEVELS: [&str; 5] = ["-O1", "-O2", "-Os", "-O3", "-O0"];

/// The levels that may be right where another is wrong.
const GOOD_LEVELS: [&str; 5] = ["-O0", "-O1", "-Os", "-O2", "-O3"];

/// What a compiler prints when it crashes.
const CRASH: &str = "internal compiler error: ";

/// How a test fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failing {
    /// The options with which it fails.
    pub bad: Vec<String>,
    /// Options with which it does not, or may not.
    pub good: Vec<String>,
    /// What kind of failure it is.
    pub kind: &'static str,
    /// What is seen.
    pub symptom: String,
}

/// How one attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ended {
    Well,
    Crashed(String),
    Hung,
    Refused(String),
    Wrong(Termination),
}

/// A compiler that is installed.
#[derive(Debug)]
pub struct Stock {
    compiler: Vec<String>,
    scratch: Scratch,
    next: AtomicUsize,
}

impl Stock {
    /// The compiler of a command, which may have options.
    pub fn new(compiler: &str) -> Result<Self, IsolateError> {
        let scratch = Scratch::in_memory()
            .map_err(file_error("create a folder in", &std::env::temp_dir()))?;
        let compiler = compiler.split_whitespace().map(str::to_owned).collect();
        Ok(Stock { compiler, scratch, next: AtomicUsize::new(0) })
    }

    /// How a test fails; none if it does not, or fails with all options alike.
    pub async fn failing(&self, text: &str, test: &Test) -> Result<Option<Failing>, IsolateError> {
        let levels = if test.is_torture { &LEVELS[..] } else { &[""][..] };
        for level in levels {
            let bad = with_level(level, &test.options);
            let ended = self.ended(text, &bad, test.action).await?;
            let (kind, symptom) = match ended {
                Ended::Well => continue,
                Ended::Crashed(message) => {
                    let good = with_level("-O0", &without_levels(&test.options));
                    return Ok(Some(Failing { bad, good, kind: "ICE", symptom: message }));
                }
                Ended::Hung => ("hang", "the compiler does not end".to_owned()),
                Ended::Refused(_) if test.has_errors => continue,
                Ended::Refused(message) => ("rejects-valid", message),
                Ended::Wrong(end) => ("wrong-code", end.to_string()),
            };
            if let Some(good) = self.good(text, test).await? {
                return Ok(Some(Failing { bad, good, kind, symptom }));
            }
        }
        Ok(None)
    }

    /// Options with which a test passes.
    async fn good(&self, text: &str, test: &Test) -> Result<Option<Vec<String>>, IsolateError> {
        for level in GOOD_LEVELS {
            let good = with_level(level, &without_levels(&test.options));
            if self.ended(text, &good, test.action).await? == Ended::Well {
                return Ok(Some(good));
            }
        }
        Ok(None)
    }

    async fn ended(
        &self,
        text: &str,
        options: &[String],
        action: Action,
    ) -> Result<Ended, IsolateError> {
        let folder =
            self.scratch.path().join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        fs::create_dir(&folder).map_err(file_error("create", &folder))?;
        let ended = self.ended_in(&folder, text, options, action).await;
        let _ = fs::remove_dir_all(&folder);
        ended
    }

    async fn ended_in(
        &self,
        folder: &Path,
        text: &str,
        options: &[String],
        action: Action,
    ) -> Result<Ended, IsolateError> {
        let program = folder.join("program.c");
        fs::write(&program, text).map_err(file_error("write", &program))?;
        let fixed = ["-fno-pie", "-S", "program.c", "-o", "program.s"].map(str::to_owned);
        let compile = [&self.compiler[..], options, &fixed].concat();
        let compiled = run(folder, &compile).await?;
        if let Some(at) = compiled.stderr.find(CRASH) {
            let message = compiled.stderr[at..].lines().next().unwrap_or_default();
            return Ok(Ended::Crashed(message.to_owned()));
        }
        match compiled.termination {
            Termination::SUCCESS => {}
            Termination::Timeout => return Ok(Ended::Hung),
            _ => return Ok(refused(&compiled)),
        }
        if action == Action::Compile {
            return Ok(Ended::Well);
        }
        let link = ["-no-pie", "program.s", "-o", "program", "-lm"].map(str::to_owned);
        let linked = run(folder, &[&self.compiler[..], &link].concat()).await?;
        if !linked.succeeded() {
            return Ok(refused(&linked));
        }
        let ran = run(folder, &[folder.join("program").display().to_string()]).await?;
        Ok(if ran.succeeded() { Ended::Well } else { Ended::Wrong(ran.termination) })
    }
}

fn refused(finished: &Finished) -> Ended {
    let mut lines = finished.stderr.lines();
    let error = lines.clone().find(|line| line.contains("error")).or(lines.next());
    Ended::Refused(error.unwrap_or_default().to_owned())
}

async fn run(folder: &Path, words: &[String]) -> Result<Finished, IsolateError> {
    let invocation = Invocation {
        words,
        folder,
        root: folder,
        coverage: None,
        time: TIME,
        preloaded: None,
        max_output: OUTPUT,
    };
    Ok(invocation.run().await?)
}

fn with_level(level: &str, options: &[String]) -> Vec<String> {
    let level = Some(level.to_owned()).filter(|level| !level.is_empty());
    level.into_iter().chain(options.iter().cloned()).collect()
}

fn without_levels(options: &[String]) -> Vec<String> {
    let mut options = options.to_vec();
    options.retain(|option| !option.starts_with("-O"));
    options
}
