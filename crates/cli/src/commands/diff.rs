//! `parallax diff`: a campaign of differential testing.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use indicatif::ProgressBar;
use parallax_campaign::plan::Participant;
use parallax_campaign::run::Stopped;
use parallax_campaign::{Event, Plan, Screening, Store};
use parallax_debug::Instance;
use parallax_model::{Outcome, Program};
use parallax_program::corpus;

use crate::commands::findings;
use crate::exit_code::{Exit, Failure};
use crate::lane::{Debuggers, Laboratory};
use crate::terminal::printable;
use crate::{Context, progress, terminal};

/// Drive debuggers through random sessions in lockstep and report where they differ
#[derive(clap::Args)]
pub struct Args {
    /// Programs, or folders of programs.
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// The debuggers, at least two, separated by commas.
    #[arg(long, value_delimiter = ',', required = true)]
    debuggers: Vec<String>,
    /// Sessions for each program.
    #[arg(long)]
    seeds: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    first_seed: u64,
    /// Sessions at the same time; the default is one for each core.
    #[arg(long)]
    jobs: Option<usize>,
    /// Stop after this many seconds; the same command goes on from there.
    #[arg(long, value_name = "SECONDS")]
    for_seconds: Option<u64>,
    /// Normalisations to switch off, separated by commas.
    #[arg(long, value_delimiter = ',')]
    no_normalise: Vec<String>,
    /// Write every message on the wire into this folder.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let config = &context.config;
    if args.debuggers.len() < 2 {
        return Err(Failure::usage(
            "name at least two debuggers to compare, as in --debuggers chromium,firefox",
        ));
    }
    let programs = read_all(&args.programs)?;
    let instances = recorded(instances(&args.debuggers, context)?, args.record.as_deref())?;
    let normaliser = config.normaliser(&args.no_normalise)?;
    let known = config.known()?;
    let parameters = config.parameters()?;
    let laboratory = Laboratory::new(parameters, normaliser, &programs);
    let jobs = jobs(args.jobs.unwrap_or(config.campaign.jobs));
    let lanes = (0..jobs).map(|_| {
        Debuggers::new(laboratory.clone(), &instances, config.limits()?)
            .map_err(anyhow::Error::from)
    });
    let mut lanes = lanes.collect::<anyhow::Result<Vec<_>>>()?;
    // The versions belong to the plan: an updated browser starts another campaign.
    let versions = lanes[0].bring_up().await?;
    let plan = Plan {
        debuggers: versions
            .into_iter()
            .map(|(name, version)| Participant { name, version })
            .collect(),
        programs,
        first_seed: args.first_seed,
        seeds: args.seeds.unwrap_or(config.campaign.seeds),
        settings: format!("{parameters:?} without normalisations {:?}", args.no_normalise),
    };
    let store = Mutex::new(Store::create(&context.store)?);
    let (campaign, continued) = lock(&store).begin(&plan)?;
    if continued {
        terminal::say(&format!("continuing campaign {campaign}"));
    }
    let finished = go(&store, campaign, &plan, &mut lanes, args.for_seconds).await?;
    drop(lanes);
    if !finished {
        terminal::say("time is up: the same command goes on from here");
    }
    let news = findings::summarise(&lock(&store), campaign, &known)?;
    Ok(if news { Exit::News } else { Exit::Success })
}

/// Runs the campaign; whether it has done all it was to do.
async fn go(
    store: &Mutex<Store>,
    campaign: i64,
    plan: &Plan,
    lanes: &mut [Debuggers],
    for_seconds: Option<u64>,
) -> anyhow::Result<bool> {
    let seeds = plan.first_seed..plan.first_seed + plan.seeds;
    let watcher = Watcher::default();
    let watch = |event: Event<'_>| watcher.see(&event);
    let running = parallax_campaign::run(store, campaign, seeds, lanes, &watch);
    let limit = std::time::Duration::from_secs(for_seconds.unwrap_or(u64::from(u32::MAX)));
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

/// The configured debuggers of these names.
pub fn instances(names: &[String], context: &Context) -> anyhow::Result<Vec<Instance>> {
    let mut instances: Vec<Instance> = Vec::new();
    for name in names {
        let mut instance = context.config.instance(name)?;
        // The same debugger against itself is a fair check of the debugger, and of Parallax.
        let again =
            instances.iter().filter(|other| other.name.split('#').next() == Some(name)).count();
        if again > 0 {
            instance.name = format!("{name}#{}", again + 1);
        }
        instances.push(instance);
    }
    Ok(instances)
}

/// The same debuggers, with every message on the wire written into a folder.
pub fn recorded(
    mut instances: Vec<Instance>,
    folder: Option<&Path>,
) -> anyhow::Result<Vec<Instance>> {
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::usage(format!("cannot make {}: {error}", folder.display()))
        })?;
        instances.iter_mut().for_each(|instance| instance.record = Some(folder.to_owned()));
    }
    Ok(instances)
}

fn read_all(paths: &[PathBuf]) -> anyhow::Result<Vec<Program>> {
    let mut programs: Vec<Program> = Vec::new();
    for path in paths {
        programs.extend(corpus::read(path)?);
    }
    for (at, program) in programs.iter().enumerate() {
        if programs[..at].iter().any(|other| other.name == program.name) {
            return Err(Failure::usage(format!(
                "two programs are called {}: name a folder above both",
                program.name
            )));
        }
    }
    Ok(programs)
}

fn jobs(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
