//! One run of the subject on a program: what the tool did, and what the program does.

use std::path::Path;
use std::sync::PoisonError;
use std::time::Duration;

use parallax_process::{Finished, Termination};

use super::folder::TrialFolder;
use super::{IsolateError, TrialRunner};
use crate::coverage::Lines;
use crate::execute::{CommandError, Invocation, OUTPUT, SANITIZER_EXIT_CODE};
use crate::journal::Entry;
use crate::oracle::{Observed, shown};
use crate::subject::{Places, Subject};

/// How long a program may take, and a compiler or linker that makes it.
const PROGRAM_TIME: Duration = Duration::from_secs(1);
pub(super) const COMPILER_TIME: Duration = Duration::from_secs(20);

/// How much of a list is kept: a compiler may print one for each of a thousand functions.
const MAX_LISTING: usize = 64 << 20;

/// One run of the tool, and its folder.
pub(super) struct ToolRun {
    /// What it did.
    pub observed: Observed,
    /// Its error output.
    pub error_output: String,
    folder: TrialFolder,
}

/// What becomes of the coverage of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coverage {
    Kept,
    Dropped,
}

/// A message without the folder of the trial, and without the line that it is about: both differ from
/// trial to trial.
fn placeless(message: &str, folder: &TrialFolder) -> String {
    let message = message.replace(&format!("{}/", folder.path().display()), "");
    let is_place = |c: char| c.is_ascii_digit() || c == ':';
    let Some((file, rest)) = message.split_once(':') else { return message };
    if file.contains(' ') || !rest.starts_with(is_place) {
        return message;
    }
    format!("{file}: {}", rest.trim_start_matches(is_place).trim_start())
}

impl TrialRunner<'_> {
    /// Runs the tool on a program, and then the program if `runs` says so.
    pub(super) async fn observe(
        &self,
        text: &str,
        options: &[String],
        runs: bool,
        kept: Coverage,
    ) -> Result<ToolRun, IsolateError> {
        let folder = self.folder(text)?;
        let tool = self.run_tool(&folder, options, kept).await?;
        let observed = match self.meaning_of(&tool, &folder) {
            Observed::Done(_) if runs && !self.built.subject.then.is_empty() => {
                self.run_output(&folder).await?
            }
            observed => observed,
        };
        Ok(ToolRun { observed, error_output: tool.stderr, folder })
    }

    /// What the tool executes on a program with the bad options, if it takes it.
    pub(super) async fn cover(&self, text: &str) -> Result<Entry, IsolateError> {
        let run = self.observe(text, &self.case.bad, false, Coverage::Kept).await?;
        let passes = matches!(run.observed, Observed::Done(_)).then_some(true);
        let lines = self.covered(run).await?;
        Ok(Entry {
            passes,
            note: String::new(),
            lines: Some(lines).filter(|lines| !lines.is_clear()),
        })
    }

    /// What the tool executes on a program when it is made to crash; none if it cannot be.
    pub(super) async fn crash(&self, text: &str, library: &Path) -> Result<Entry, IsolateError> {
        let folder = self.folder(text)?;
        let (words, coverage) =
            (self.words(&self.built.subject.tool, &folder, &self.case.bad), folder.coverage());
        let invocation = self.invocation(&words, &folder, Some(&coverage));
        let tool = Invocation { preloaded: Some(library), ..invocation }.run().await?;
        let observed = self.meaning_of(&tool, &folder);
        let passes = matches!(observed, Observed::Crashed(_)).then_some(false);
        let run = ToolRun { observed, error_output: tool.stderr, folder };
        let lines =
            Some(self.covered(run).await?).filter(|lines| passes.is_some() && !lines.is_clear());
        Ok(Entry { passes, note: String::new(), lines })
    }

    /// What a program should do.
    pub(super) async fn expected(&self, text: &str) -> Result<Observed, IsolateError> {
        let reference = &self.built.subject.reference;
        if !self.case.good.is_empty() || reference.is_empty() {
            let run = self.observe(text, &self.case.good, true, Coverage::Dropped).await?;
            return Ok(run.observed);
        }
        let folder = self.folder(text)?;
        self.run_commands(reference, &folder).await
    }

    /// What a program does that a second compiler made with sanitizers; none if they complain.
    pub(super) async fn sanitized(&self, text: &str) -> Result<Option<Observed>, IsolateError> {
        let folder = self.folder(text)?;
        let program = vec![folder.output().display().to_string()];
        let commands = [self.built.subject.sanitizer.clone(), program];
        let observed = self.run_commands(&commands, &folder).await?;
        let complaint = Termination::Code(SANITIZER_EXIT_CODE);
        let complains = matches!(&observed, Observed::Done(Some(finished)) if finished.termination == complaint);
        Ok((!complains).then_some(observed))
    }

    /// What the tool prints when it is asked to list something, for each function of a program again.
    pub async fn listing(&self, options: &[String]) -> Result<String, IsolateError> {
        let options = [&self.case.bad[..], options].concat();
        let folder = self.folder(&self.case.text)?;
        let words = self.words(&self.built.subject.tool, &folder, &options);
        let invocation = self.invocation(&words, &folder, None);
        let tool = Invocation { max_output: MAX_LISTING, ..invocation }.run().await?;
        Ok(format!("{}\n{}", tool.stdout, tool.stderr))
    }

    async fn run_tool(
        &self,
        folder: &TrialFolder,
        options: &[String],
        kept: Coverage,
    ) -> Result<Finished, CommandError> {
        let coverage = (kept == Coverage::Kept).then(|| folder.coverage());
        let words = self.words(&self.built.subject.tool, folder, options);
        self.invocation(&words, folder, coverage.as_deref()).run().await
    }

    /// The tool, to be run with these words.
    fn invocation<'i>(
        &'i self,
        words: &'i [String],
        folder: &'i TrialFolder,
        coverage: Option<&'i Path>,
    ) -> Invocation<'i> {
        Invocation {
            words,
            folder: folder.path(),
            root: self.built.root,
            coverage,
            time: self.time,
            preloaded: self.flush_coverage.as_deref(),
            max_output: OUTPUT,
        }
    }

    /// What the tool's end means.
    fn meaning_of(&self, tool: &Finished, folder: &TrialFolder) -> Observed {
        let subject = self.built.subject;
        let crash_message = |marker: &String| {
            let at = tool.stderr.find(marker.as_str())? + marker.len();
            Some(tool.stderr[at..].lines().next().unwrap_or_default().to_owned())
        };
        if let Some(message) = subject.crash.iter().find_map(crash_message) {
            return Observed::Crashed(message);
        }
        match tool.termination {
            Termination::Timeout => Observed::Hung,
            Termination::Signal(signal) => Observed::Crashed(format!("signal {signal}")),
            _ if subject.then.is_empty() => Observed::Done(Some(shown(tool))),
            Termination::SUCCESS => Observed::Done(None),
            Termination::Code(_) => {
                let mut lines = tool.stderr.lines();
                let error = lines.clone().find(|line| line.contains("error"));
                Observed::Refused(placeless(error.or(lines.next()).unwrap_or_default(), folder))
            }
        }
    }

    /// Does with the tool's output what is to be done with it. Most options that are switched off
    /// change nothing of it, and then nothing has to be done again.
    async fn run_output(&self, folder: &TrialFolder) -> Result<Observed, IsolateError> {
        let output = folder.output_fingerprint()?;
        let known = || self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(observed) = known().get(&output) {
            return Ok(observed.clone());
        }
        let observed = self.run_commands(&self.built.subject.then, folder).await?;
        known().insert(output, observed.clone());
        Ok(observed)
    }

    /// Runs commands, the last of which is the program.
    async fn run_commands(
        &self,
        commands: &[Vec<String>],
        folder: &TrialFolder,
    ) -> Result<Observed, IsolateError> {
        let Some((program, compilers)) = commands.split_last() else {
            return Ok(Observed::Done(None));
        };
        for compiler in compilers {
            let finished = self.run_plain(compiler, folder, COMPILER_TIME).await?;
            if !finished.succeeded() {
                let message = finished.stderr.lines().next().unwrap_or_default();
                return Ok(Observed::Refused(placeless(message, folder)));
            }
        }
        let finished = self.run_plain(program, folder, PROGRAM_TIME).await?;
        Ok(Observed::Done(Some(shown(&finished))))
    }

    /// Runs a command whose coverage nobody asks for.
    async fn run_plain(
        &self,
        command: &[String],
        folder: &TrialFolder,
        time: Duration,
    ) -> Result<Finished, CommandError> {
        let words = &self.words(command, folder, &[]);
        let folder = folder.path();
        let root = self.built.root;
        let (preloaded, max_output) = (None, OUTPUT);
        Invocation { words, folder, root, coverage: None, time, preloaded, max_output }.run().await
    }

    fn words(&self, command: &[String], folder: &TrialFolder, options: &[String]) -> Vec<String> {
        let output = folder.output();
        let places =
            Places { root: self.built.root, program: folder.program(), output: &output, options };
        Subject::fill(command, &places)
    }

    /// Reads what a run has executed, on another thread, since it takes a while.
    pub(super) async fn covered(&self, run: ToolRun) -> Result<Lines, IsolateError> {
        let map = self.built.map.clone();
        // The folder goes to the thread, too, and is removed there.
        let read = move || map.read(&run.folder.coverage());
        match tokio::task::spawn_blocking(read).await {
            // A tool that crashes while it writes its counters leaves half of a file.
            Ok(Err(error)) if error.is_of_the_run() => Ok(Lines::new()),
            Err(_) => Ok(Lines::new()),
            Ok(read) => Ok(read?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_do_not_say_where_the_trial_was() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = TrialFolder::new(scratch.path().join("7"), "program.c", "").unwrap();
        let program = folder.program().display().to_string();
        let message = format!("{program}:12:3: error: expected ';'");
        assert_eq!(placeless(&message, &folder), "program.c: error: expected ';'");
        assert_eq!(placeless("ld: cannot find -lx: 3", &folder), "ld: cannot find -lx: 3");
    }
}
