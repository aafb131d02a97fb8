//! Running a campaign from the command line: its store, its progress, its summary.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use indicatif::ProgressBar;
use parallax_campaign::{
    End, Ended, Event, Known, Plan, Screening, Shard, Store, Watch, Worker, WorkerPool,
};
use parallax_debug::LaunchError;
use parallax_model::{Outcome, Program};
use parallax_program::corpus;

use crate::commands::{findings, reduce};
use crate::exit_code::{Exit, Failure};
use crate::terminal::printable;
use crate::{Context, progress, terminal};

/// What of a campaign is to be done now.
pub struct Share {
    /// The shards of it.
    pub shards: Vec<Shard>,
    /// How long it may take.
    pub limit: Option<Duration>,
}

/// Runs or continues the campaign of a plan, and says what it has found.
pub async fn run<W: Worker<Error = LaunchError> + 'static>(
    plan: &Plan,
    pool: WorkerPool<W>,
    share: Share,
    known: &Known,
    context: &Context,
) -> anyhow::Result<Exit> {
    let store = Arc::new(Mutex::new(Store::create(&context.store)?));
    let watcher = Watcher::default();
    let watch: Watch = Arc::new(move |event: Event<'_>| watcher.see(&event));
    let Share { shards, limit } = share;
    let ended = parallax_campaign::run(&store, plan, &shards, pool, limit, &watch).await?;
    let Ended { campaign, end, has_part } = ended;
    if let End::TimeIsUp = end {
        terminal::say("time is up: the same command goes on from here");
    }
    let is_new = findings::summarise(&lock(&store), campaign, known)?;
    if let End::Failed(error) = end {
        terminal::say_error(
            "stopped: what is finished is kept; the same command goes on from there",
        );
        return Err(error.into());
    }
    if !has_part {
        terminal::say(
            "this part of the campaign has no sessions: there are more parts than sessions",
        );
        return Ok(Exit::Success);
    }
    if lock(&store).session_count(campaign)? == 0 {
        terminal::say_error(match end {
            End::TimeIsUp => "nothing was tested: the time was up before the first session",
            _ => "nothing was tested: no program is fit, as is said above for each",
        });
        return Ok(Exit::Failed);
    }
    if !matches!(end, End::TimeIsUp) && context.config.campaign.reduce_seconds > 0 {
        reduce::reduce_new(campaign, known, context).await?;
    }
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
            Event::LeftOut(tool, why) => {
                let line = printable(&format!("going on without {tool}: {why}"));
                match &*bar {
                    Some(bar) => bar.suspend(|| terminal::say_error(&line)),
                    None => terminal::say_error(&line),
                }
            }
            // Others may be at it, too.
            Event::Left(left) => {
                if let Some(bar) = &*bar {
                    let done = bar.length().unwrap_or(0).saturating_sub(*left as u64);
                    bar.set_position(done.max(bar.position()));
                }
            }
            Event::Screened(program, screening) => {
                let lines = match screening {
                    Screening::Fit => Vec::new(),
                    Screening::FitWithout(refusals) => refusals
                        .iter()
                        .map(|(name, why)| format!("{} without {name}: {why}", program.name))
                        .collect(),
                    Screening::Unfit(why) => vec![format!("skipped {}: {why}", program.name)],
                };
                if let Some(bar) = &*bar {
                    let say = |line| terminal::say_error(&printable(line));
                    bar.suspend(|| lines.iter().for_each(|line| say(line)));
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
