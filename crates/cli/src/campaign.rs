//! Running a campaign from the command line: its store, its progress, its summary.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context as _;
use indicatif::ProgressBar;
use parallax_campaign::run::Stopped;
use parallax_campaign::{Crew, Event, Known, Lane, Plan, Screening, Store, Watch};
use parallax_debug::LaunchError;
use parallax_model::{Outcome, Program};
use parallax_program::corpus;

use crate::commands::findings;
use crate::exit_code::{Exit, Failure};
use crate::terminal::printable;
use crate::{Context, progress, terminal};

/// Runs or continues the campaign of a plan, and says what it has found.
pub async fn run<L: Lane<Error = LaunchError> + 'static>(
    plan: &Plan,
    crew: Crew<L>,
    limit: Option<Duration>,
    known: &Known,
    context: &Context,
) -> anyhow::Result<Exit> {
    let store = Arc::new(Mutex::new(Store::create(&context.store)?));
    let (campaign, continued) = lock(&store).begin(plan)?;
    if continued {
        terminal::say(&format!("continuing campaign {campaign}"));
    }
    let finished = go(&store, campaign, plan, crew, limit).await?;
    if !finished {
        terminal::say("time is up: the same command goes on from here");
    }
    let news = findings::summarise(&lock(&store), campaign, known)?;
    Ok(if news { Exit::News } else { Exit::Success })
}

/// Runs the campaign; whether it has done all it was to do.
async fn go<L: Lane<Error = LaunchError> + 'static>(
    store: &Arc<Mutex<Store>>,
    campaign: i64,
    plan: &Plan,
    crew: Crew<L>,
    limit: Option<Duration>,
) -> anyhow::Result<bool> {
    let seeds = plan.first_seed..plan.first_seed + plan.seeds;
    let watcher = Watcher::default();
    let watch: Watch = Arc::new(move |event: Event<'_>| watcher.see(&event));
    let running = parallax_campaign::run(store, campaign, seeds, crew, &watch);
    let limit = limit.unwrap_or(Duration::from_secs(u64::from(u32::MAX)));
    match tokio::time::timeout(limit, running).await {
        Err(_) => Ok(false),
        Ok(Ok(())) => Ok(true),
        Ok(Err(Stopped::Store(error))) => Err(error.into()),
        Ok(Err(Stopped::Lane(error))) => Err(error.into()),
    }
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
            Event::Done(program, seed, outcome, _) => {
                if let (Outcome::Failed { debugger, misbehaviour }, Some(bar)) = (outcome, &*bar) {
                    let line = printable(&format!(
                        "{debugger} failed on {} with seed {seed}: {misbehaviour}",
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

/// Lanes at work, as many as are asked for.
pub fn crew<L: Send + 'static>(
    jobs: usize,
    lane: impl Fn() -> anyhow::Result<L>,
) -> anyhow::Result<Crew<L>> {
    let lanes = (0..jobs).map(|_| lane()).collect::<anyhow::Result<_>>()?;
    Crew::new(lanes).context("cannot start the threads of the lanes")
}

/// How many sessions to do at the same time; 0 stands for one for each core.
pub fn jobs(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
