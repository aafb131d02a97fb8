//! `parallax soak`: many workers on one store, with think time in place of debuggers, and with faults. Nothing may be
//! lost, and nothing may be there twice.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parallax_campaign::identity::Identity;
use parallax_campaign::settings::{Plan, Seeds};
use parallax_campaign::simulated::{Thinker, plan};
use parallax_campaign::store::jobs::{Part, Taken};
use parallax_campaign::{End, Shard, Store, Watch, WorkerPool};
use parallax_debug::{Instance, Limits};
use parallax_model::{Parameters, Program};
use parallax_session::differential::{self, DifferentialWorker};
use parallax_session::lockstep::AtDifference;
use parallax_session::{Normaliser, Work};

use crate::exit_code::{Exit, Failure};
use crate::shards::Shards;
use crate::{Context, terminal};
use comparison::Comparison;
use crew::Crew;

mod comparison;
mod crew;

/// Run simulated sessions with many workers, with faults, and check that nothing is lost and nothing is there twice
#[derive(clap::Args)]
pub struct Args {
    /// Programs.
    #[arg(long, default_value_t = 50)]
    programs: u64,
    /// Sessions for each program.
    #[arg(long, default_value_t = 40)]
    seeds: u64,
    /// How long a session takes on average, in milliseconds.
    #[arg(long, default_value_t = 20.0)]
    think: f64,
    /// Workers, each a process.
    #[arg(long, default_value_t = 4)]
    workers: usize,
    /// Of a hundred sessions, how many are disturbed: by the death of their worker, or by its standing still.
    #[arg(long, default_value_t = 0.0)]
    faults: f64,
    /// Have sessions on simulated debuggers, of which so many in a hundred go wrong, too: the program that is one, which is
    /// `target/release/parallax-testing`.
    #[arg(long, value_name = "PROGRAM")]
    debuggers: Option<PathBuf>,
    /// The number of the process that began all this, for debuggers to be known by.
    #[arg(long, hide = true)]
    begun_by: Option<u32>,
    /// Only take leases on the sessions, with a connection for each worker, and measure how fast that is.
    #[arg(long)]
    leases: bool,
    /// Be one worker, and do one shard of the work.
    #[arg(long)]
    alone: bool,
    #[command(flatten)]
    shards: Shards,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    if args.alone {
        return alone(&args, &context.store).await;
    }
    if args.leases {
        return leases(&args, &context.store);
    }
    let begun = Instant::now();
    let expected = reference(&args).await?;
    let told = begun.elapsed();
    let begun = Instant::now();
    let (campaign, disturbed) = crew(&args, &context.store).await?;
    let took = begun.elapsed().as_secs_f64();
    let store = Store::open(&context.store)?;
    let found = store.export(campaign, false)?;
    let sessions = store.session_count(campaign)?;
    let compared = Comparison::of(&expected, &found);
    let left = left_behind().await;
    terminal::say(&format!(
        "{sessions} sessions by {} workers in {took:.2} s ({:.0} a second; one worker without think time or faults: {:.2} s)\n\
         {disturbed} workers disturbed, {} sessions harmed by their debugger; {} results lost, {} too many; {} programs skipped; \
         {left} processes and folders left behind; the canonical export is {}",
        args.workers,
        sessions as f64 / took,
        told.as_secs_f64(),
        compared.harmed,
        compared.lost.len(),
        compared.more.len(),
        compared.skipped.len(),
        match (compared.is_same(), compared.harmed) {
            (true, 0) => "that of one worker, byte for byte",
            (true, _) => "that of one worker but for the harmed, byte for byte",
            (false, _) => "another",
        },
    ));
    show(&compared);
    Ok(if compared.is_same() && left == 0 { Exit::Success } else { Exit::Failed })
}

/// Shows what is otherwise than it should be, as far as a few lines go.
fn show(compared: &Comparison) {
    for (what, lines) in [("lost", &compared.lost), ("too many", &compared.more)] {
        for line in lines.iter().take(5) {
            terminal::say(&format!("{what}: {}", line.chars().take(200).collect::<String>()));
        }
    }
    for program in &compared.skipped {
        terminal::say(&format!("skipped: {program}, at which two workers have died"));
    }
}

/// How many debuggers of this command and folders of processes that are gone are there, once they have had a moment.
async fn left_behind() -> usize {
    parallax_process::sweep_scratch();
    let own = begun_by(std::process::id());
    let is_own = |line: Vec<u8>| line.split(|byte| *byte == 0).any(|it| it == own.as_bytes());
    let count = || {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = processes.filter_map(|it| std::fs::read(it.path().join("cmdline")).ok());
        lines.filter(|line| is_own(line.clone())).count() + parallax_process::stale_scratch()
    };
    for _ in 0..100 {
        if count() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    count()
}

/// What is on the command line of debuggers.
fn begun_by(id: u32) -> String {
    format!("--begun-by={id}")
}

/// Takes leases on all sessions of a campaign, as fast as the store gives them.
fn leases(args: &Args, place: &Path) -> anyhow::Result<Exit> {
    let mut store = Store::create(place)?;
    let plan = plan(args.programs, args.seeds);
    let (campaign, _) = store.begin(&plan)?;
    let programs = store.programs(campaign)?;
    for row in &programs {
        store.screened(row.id, None)?;
    }
    let seeds = Seeds { first: 0, count: args.seeds };
    let part =
        Part { campaign, shard: Shard::WHOLE, seeds, programs: programs.len(), is_guided: false };
    store.plan_sessions(&part, 0, args.seeds)?;
    let begun = Instant::now();
    let taken: Vec<anyhow::Result<usize>> = std::thread::scope(|scope| {
        let one = || taken_by_one(place, &part);
        let threads: Vec<_> = (0..args.workers).map(|_| scope.spawn(one)).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    });
    let taken: usize = taken.into_iter().sum::<anyhow::Result<usize>>()?;
    let seconds = begun.elapsed().as_secs_f64();
    terminal::say(&format!(
        "{taken} leases taken over {} connections in {seconds:.2} s: {:.0} a second",
        args.workers,
        taken as f64 / seconds
    ));
    store.finish(campaign)?;
    let is_all = taken as u64 == args.programs * args.seeds;
    Ok(if is_all { Exit::Success } else { Exit::Failed })
}

fn taken_by_one(place: &Path, part: &Part) -> anyhow::Result<usize> {
    let mut store = Store::create(place)?;
    let worker = store.enrol(&Identity::own(), 1)?;
    let (label, mut count) = (part.label(0), 0);
    while let Taken::Job(_) = store.take(part.campaign, &label, worker)? {
        count += 1;
    }
    Ok(count)
}

/// What one worker finds that is not disturbed.
async fn reference(args: &Args) -> anyhow::Result<Vec<String>> {
    let scratch = parallax_process::Scratch::new()?;
    let place = scratch.path().join("reference.sqlite");
    match &args.debuggers {
        Some(program) => debug(args, &place, program, 0.0, &[Shard::WHOLE]).await?,
        None => work(args, &place, Thinker { think: Duration::ZERO }, &[Shard::WHOLE]).await?,
    }
    let store = Store::open(&place)?;
    Ok(store.export(store.campaign(None)?.id, false)?)
}

/// Is one worker.
async fn alone(args: &Args, place: &Path) -> anyhow::Result<Exit> {
    match &args.debuggers {
        Some(program) => debug(args, place, program, args.faults, &args.shards.get()).await?,
        None => {
            let thinker = Thinker { think: Duration::from_secs_f64(args.think / 1e3) };
            work(args, place, thinker, &args.shards.get()).await?;
        }
    }
    Ok(Exit::Success)
}

/// The campaign of the simulated debuggers, and one worker with them.
async fn debuggers(
    args: &Args,
    program: &Path,
    faults: f64,
) -> anyhow::Result<(Plan, WorkerPool<DifferentialWorker>)> {
    let instance = |name: &str, odd: &[&str]| {
        let faults = format!("--faults={}", (faults * 10.0).round());
        let own = begun_by(args.begun_by.unwrap_or(std::process::id()));
        let words = ["--simulated-debugger", &faults, &own].into_iter().chain(odd.iter().copied());
        let args = words.map(str::to_owned).collect();
        Instance { args, ..Instance::new(name, "chromium", program) }
    };
    let text =
        |at: u64| (0..20).map(|line| format!("let x{line} = {at} + {line};\n")).collect::<String>();
    let program = |at: u64| Program::new(format!("{at:04}.js"), text(at));
    let work = Work {
        programs: (0..args.programs).map(program).collect(),
        seeds: Seeds { first: 0, count: args.seeds },
        // Sessions that are guided would depend on those before that were harmed.
        parameters: Parameters { novelty: false, ..Parameters::default() },
        normaliser: Normaliser::default(),
        limits: Limits { action: Duration::from_secs(2), ..Limits::default() },
        oracle: None,
        stop_at: AtDifference::GoOn,
        jobs: 1,
    };
    Ok(differential::prepare(
        work,
        &[instance("one", &[]), instance("two", &["--odd"])],
        Vec::new(),
    )
    .await?)
}

async fn debug(
    args: &Args,
    place: &Path,
    program: &Path,
    faults: f64,
    shards: &[Shard],
) -> anyhow::Result<()> {
    let (plan, pool) = debuggers(args, program, faults).await?;
    let store = Arc::new(Mutex::new(Store::create(place)?));
    let watch: Watch = Arc::new(|_| {});
    let ended = parallax_campaign::run(&store, &plan, shards, pool, None, &watch).await?;
    match ended.end {
        End::Finished => Ok(()),
        _ => Err(Failure::environment("a worker on simulated debuggers stopped")),
    }
}

async fn work(args: &Args, place: &Path, thinker: Thinker, shards: &[Shard]) -> anyhow::Result<()> {
    let store = Arc::new(Mutex::new(Store::create(place)?));
    let watch: Watch = Arc::new(|_| {});
    let pool = WorkerPool::new(vec![thinker])?;
    let plan = plan(args.programs, args.seeds);
    let ended = parallax_campaign::run(&store, &plan, shards, pool, None, &watch).await?;
    match ended.end {
        End::Finished => Ok(()),
        _ => Err(Failure::environment("a simulated worker stopped")),
    }
}

/// Has many workers do all; the campaign, and how many were disturbed.
async fn crew(args: &Args, place: &Path) -> anyhow::Result<(i64, usize)> {
    // There is one campaign from the first moment on, whoever of them comes first.
    let mut store = Store::create(place)?;
    let plan = match &args.debuggers {
        Some(program) => debuggers(args, program, 0.0).await?.0,
        None => plan(args.programs, args.seeds),
    };
    let (campaign, _) = store.begin(&plan)?;
    let disturbed = Crew::new(args, place, store, campaign)?.work().await?;
    Ok((campaign, disturbed))
}
