//! Running a campaign from the command line: its store, its progress, its summary.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use indicatif::ProgressBar;
use parallax_campaign::{
    Ended, Event, Known, Plan, Screening, Stopped, Store, Watch, Worker, WorkerPool,
};
use parallax_debug::LaunchError;
use parallax_model::{Outcome, Program};
use parallax_program::corpus;

use crate::commands::findings;
use crate::exit_code::{Exit, Failure};
use crate::terminal::printable;
use crate::{Context, progress, terminal};

/// Runs or continues the campaign of a plan, and says what it has found.
pub async fn run<W: Worker<Error = LaunchError> + 'static>(
    plan: &Plan,
    pool: WorkerPool<W>,
    limit: Option<Duration>,
    known: &Known,
    context: &Context,
) -> anyhow::Result<Exit> {
    let store = Arc::new(Mutex::new(Store::create(&context.store)?));
    let watcher = Watcher::default();
    let watch: Watch = Arc::new(move |event: Event<'_>| watcher.see(&event));
    let ended = parallax_campaign::run(&store, plan, pool, limit, &watch).await;
    let Ended { campaign, finished } = ended.map_err(|stopped| match stopped {
        Stopped::Store(error) => anyhow::Error::from(error),
        Stopped::Worker(error) => error.into(),
    })?;
    if !finished {
        terminal::say("time is up: the same command goes on from here");
    }
    let is_new = findings::summarise(&lock(&store), campaign, known)?;
    Ok(if is_new { Exit::NewFindings } else { Exit::Success })
}

/// Shows a campaign's events: a bar on a terminal, and in any case what needs attention.
#[derive(Default)]
struct Watcher {
    bar: Mutex<Option<ProgressBar>>,
}

impl Watcher {
    fn see(&self, event: &Event<'_>) {
        let mut bar = lock(&self.bar);
        match event {
            Event::Begins { campaign, continued: true } => {
                terminal::say(&format!("continuing campaign {campaign}"));
            }
            Event::Begins { .. } => {}
            Event::ScreeningBegins(0) | Event::SessionsBegin(0) => {}
            Event::ScreeningBegins(count) => {
                *bar = Some(progress::bar(*count, "screening programs"))
            }
            Event::SessionsBegin(count) => *bar = Some(progress::bar(*count, "sessions")),
            Event::Screened(program, screening) => {
                if let (Screening::Unfit(why), Some(bar)) = (screening, &*bar) {
                    let line = printable(&format!("skipped {}: {why}", program.name));
                    bar.suspend(|| terminal::say_error(&line));
                }
                step(bar.as_ref());
            }
            Event::Done(program, key, outcome) => {
                if let (Outcome::Failed { debugger, misbehaviour }, Some(bar)) = (outcome, &*bar) {
                    let line = printable(&format!(
                        "{debugger} failed on {} ({key}): {misbehaviour}",
                        program.name
                    ));
                    bar.suspend(|| terminal::say_error(&line));
                }
                step(bar.as_ref());
            }
        }
    }
}

fn step(bar: Option<&ProgressBar>) {
    if let Some(bar) = bar {
        bar.inc(1);
        if bar.length() == Some(bar.position()) {
            bar.finish_and_clear();
        }
    }
}

/// All programs in these files and folders.
pub fn read_all(paths: &[PathBuf]) -> anyhow::Result<Vec<Program>> {
    let mut programs: Vec<Program> = Vec::new();
    for path in paths {
        let corpus = corpus::read(path)?;
        for (why, count) in corpus.left_out {
            terminal::say_error(&format!("left out {count} {why}"));
        }
        programs.extend(corpus.programs);
    }
    let mut names = HashSet::new();
    for program in &programs {
        if !names.insert(&program.name) {
            return Err(Failure::usage(format!(
                "two programs are called {}: name a folder above both",
                program.name
            )));
        }
    }
    Ok(programs)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
