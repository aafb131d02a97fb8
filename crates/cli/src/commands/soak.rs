//! `parallax soak`: many workers on one store, with think time in place of debuggers, and with faults. Nothing may be
//! lost, and nothing may be there twice.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
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
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};

use crate::exit_code::{Exit, Failure};
use crate::shards::Shards;
use crate::{Context, terminal};

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
    let (number, disturbances) = crew(&args, &context.store).await?;
    let took = begun.elapsed();
    let store = Store::open(&context.store)?;
    let campaign = store.campaign(Some(number))?;
    let export = store.export(campaign.id, false)?;
    let sessions = store.session_count(campaign.id)?;
    let compared = Compared::of(&expected, &export);
    let Compared { lost, more, harmed } = compared;
    let is_same = lost + more == 0 && campaign.finished;
    let left = left_behind().await;
    terminal::say(&format!(
        "{sessions} sessions by {} workers in {:.2} s ({:.0} a second; one worker without think time or faults: {:.2} s)\n\
         {disturbances} workers disturbed, {harmed} sessions harmed by their debugger; {lost} results lost, {more} too many; \
         {left} processes and folders left behind; the canonical export is {}",
        args.workers,
        took.as_secs_f64(),
        sessions as f64 / took.as_secs_f64(),
        told.as_secs_f64(),
        match (is_same, harmed) {
            (true, 0) => "that of one worker, byte for byte",
            (true, _) => "that of one worker but for the harmed, byte for byte",
            (false, _) => "another",
        },
    ));
    Ok(if is_same && left == 0 { Exit::Success } else { Exit::Failed })
}

/// What became of the results of one worker without faults.
struct Compared {
    lost: usize,
    more: usize,
    /// Sessions that say themselves that a debugger failed, or did not repeat itself.
    harmed: usize,
}

impl Compared {
    fn of(expected: &[String], found: &[String]) -> Self {
        let known: HashSet<&String> = expected.iter().collect();
        let (same, other): (Vec<&String>, Vec<&String>) =
            found.iter().partition(|line| known.contains(line));
        let missing: HashSet<&String> = {
            let same: HashSet<&String> = same.iter().copied().collect();
            expected.iter().filter(|line| !same.contains(line)).collect()
        };
        let keys: Vec<_> = other.iter().map(|line| key(line)).collect();
        let harmed: HashSet<&str> = keys.iter().filter(|it| it.2).map(|it| it.0.as_str()).collect();
        // A harmed session is there once, and lacks the findings behind the harm.
        let is_of_harmed = |line: &&&String| harmed.contains(key(line).0.as_str());
        let lost = missing.iter().filter(|line| !is_of_harmed(line)).count();
        let odd = keys.iter().filter(|it| !harmed.contains(it.0.as_str())).count();
        let sessions: Vec<String> =
            found.iter().map(|line| key(line)).filter(|it| !it.1).map(|it| it.0).collect();
        let twice = sessions.len() - sessions.iter().collect::<HashSet<_>>().len();
        Compared { lost, more: odd + twice, harmed: harmed.len() }
    }
}

/// What a line of an export is about, whether it is a finding, and whether it says that a debugger failed: once, which ends
/// the session, when the session was repeated, which makes it unstable, or both times, which is a finding.
fn key(line: &str) -> (String, bool, bool) {
    let line: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    let key = format!("{} {} {}", line["program"], line["part"], line["seed"]);
    let kind = &line["finding"]["divergences"][0]["class"]["kind"];
    let is_harmed = line["outcome"] == "failed" || line["outcome"] == "unstable";
    (key, !line["finding"].is_null(), is_harmed || *kind == "failure")
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

/// Has many workers do all, disturbs them now and then, and replaces those that die; the campaign, and how many were
/// disturbed.
async fn crew(args: &Args, place: &Path) -> anyhow::Result<(i64, usize)> {
    // There is one campaign from the first moment on, whoever of them comes first.
    let mut store = Store::create(place)?;
    let plan = match &args.debuggers {
        Some(program) => debuggers(args, program, 0.0).await?.0,
        None => plan(args.programs, args.seeds),
    };
    let (campaign, _) = store.begin(&plan)?;
    let mut workers: Vec<Child> =
        (0..args.workers).map(|_| spawn(args, place)).collect::<io::Result<_>>()?;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut disturbed, mut frozen) = (0, Vec::new());
    let total = args.programs * args.seeds;
    while !store.campaign(Some(campaign))?.finished {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let done = store.session_count(campaign)?;
        let due = (done as f64 * args.faults / 100.0) as usize;
        if disturbed < due && done < total {
            let at = rng.random_range(0..workers.len());
            if let Some(id) =
                workers[at].id().filter(|id| frozen.iter().all(|(_, other)| other != id))
            {
                send(id, Signal::STOP);
                if is_at_retry(&store, id)? {
                    // A second death would have its program skipped, as it should.
                    send(id, Signal::CONT);
                    continue;
                }
                disturbed += 1;
                // One that stands still long enough loses what it is at to others.
                match disturbed % 4 {
                    0 => frozen.push((Instant::now(), id)),
                    _ => drop(send(id, Signal::KILL)),
                }
            }
        }
        frozen.retain(|(since, id)| {
            let is_over = since.elapsed() > Duration::from_secs(40);
            if is_over {
                send(*id, Signal::CONT);
            }
            !is_over
        });
        for worker in &mut workers {
            let is_gone = worker.try_wait()?.is_some();
            if is_gone && !store.campaign(Some(campaign))?.finished {
                *worker = spawn(args, place)?;
            }
        }
    }
    for (_, id) in &frozen {
        send(*id, Signal::CONT);
    }
    for worker in &mut workers {
        worker.wait().await?;
    }
    Ok((campaign, disturbed))
}

/// Whether a worker does what another has died at.
fn is_at_retry(store: &Store, id: u32) -> anyhow::Result<bool> {
    let workers = store.workers()?;
    let mut own = workers.iter().filter(|it| it.pid == id && !it.ended);
    Ok(own.any(|it| it.at.iter().any(|job| job.deaths > 0)))
}

/// Sends a signal to a worker; whether it was there.
fn send(id: u32, signal: Signal) -> bool {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| kill_process(pid, signal).is_ok())
}

fn spawn(args: &Args, place: &Path) -> io::Result<Child> {
    let own: PathBuf = std::env::current_exe()?;
    let mut command = Command::new(own);
    command.arg("--store").arg(place).args(["soak", "--alone"]);
    command.args(["--programs", &args.programs.to_string(), "--seeds", &args.seeds.to_string()]);
    command.args(["--think", &args.think.to_string(), "--faults", &args.faults.to_string()]);
    command.args(["--begun-by", &std::process::id().to_string()]);
    if let Some(program) = &args.debuggers {
        command.arg("--debuggers").arg(program);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true).spawn()
}
