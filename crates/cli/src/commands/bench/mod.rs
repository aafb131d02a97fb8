//! `parallax bench`: how fast sessions and campaigns are here, against the floor of this machine.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parallax_campaign::Worker;
use parallax_campaign::pool::{WorkerPool, worker_count};
use parallax_campaign::run::each;
use parallax_debug::transport::Meter;
use parallax_debug::{Instance, Load, Subject};
use parallax_model::{Action, Observation, Pairs, Program, Session, parse_actions};
use parallax_process::Usage;
use parallax_program::corpus;
use parallax_session::SessionContext;
use parallax_session::differential::DifferentialWorker;
use parallax_session::sensitivity::{MAX_SESSIONS, MAX_TESTS};

use crate::commands::diff::instances;
use crate::exit_code::{Exit, Failure};
use crate::table::{Table, table};
use crate::time_limit::{self, OldLimit};
use crate::{Context, terminal};

mod conform;
mod depth;
mod maps;
mod metamorphic;
mod spec;
mod truth;

/// Measure the time of sessions and the rate of campaigns
#[derive(clap::Args)]
pub struct Args {
    /// The debuggers to time, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "chromium,firefox,node,bun,deno")]
    debuggers: Vec<String>,
    /// Sessions to time for each.
    #[arg(long, default_value_t = 200)]
    sessions: usize,
    /// Sets of debuggers to run a campaign with, each written as chromium+firefox.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "chromium+firefox,chromium+chromium,node+bun"
    )]
    campaigns: Vec<String>,
    /// Sets of debuggers to run sessions of one worker with, at full depth, each written as chromium+firefox.
    #[arg(long, value_delimiter = ',', default_value = "chromium,firefox,chromium+firefox")]
    depths: Vec<String>,
    /// How long each campaign runs, such as 30s or 1m.
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = time_limit::parse)]
    time: Duration,
    #[command(flatten)]
    old: OldLimit,
    /// Debuggers to run metamorphic tests on, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "node,chromium")]
    metamorphic: Vec<String>,
    /// The debugger to break on purpose, to see which faults metamorphic tests find.
    #[arg(long, value_name = "DEBUGGER", default_value = "node")]
    sensitivity: String,
    /// The debugger to break on purpose, to see which faults the text finds; recordings are timed with it.
    #[arg(long, value_name = "DEBUGGER", default_value = "node")]
    truth: String,
    /// Debuggers to look through source maps that are broken on purpose, to see which faults are found,
    /// separated by commas; none by default.
    #[arg(long, value_delimiter = ',', default_value = "")]
    maps: Vec<String>,
    /// The programs whose maps are broken.
    #[arg(long, value_delimiter = ',', default_value = "corpus/ts")]
    map_programs: Vec<PathBuf>,
    /// Editions of ECMA-262 to read and run, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "es2026")]
    specs: Vec<String>,
    /// Engines to run conformance tests on, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "node,bun,firefox,quickjs")]
    engines: Vec<String>,
    /// The programs of the campaigns.
    #[arg(long, default_value = "corpus/js")]
    programs: PathBuf,
}

impl Args {
    fn limit(&self) -> Duration {
        self.old.get().unwrap_or(self.time)
    }
}

const PROGRAM: &str = include_str!("program.js");

/// Five breakpoints and twenty actions that run the program.
const ACTIONS: &str = "break 12; break 26; break 33; break 40; break 49; start; over; in; over; \
    resume; out; over; over; in; in; over; out; resume; over; over; in; resume; over; out; resume";

/// Runs the command. An empty list leaves that part out.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    sessions(&named(&args.debuggers), args.sessions, context).await?;
    depths(&named(&args.depths), &args, context).await?;
    campaigns(&named(&args.campaigns), &args, context).await?;
    editions(&named(&args.specs), args.limit(), context);
    engines(&named(&args.engines), args.limit(), context).await?;
    chains(&named(&args.metamorphic), &args, context).await?;
    for name in named(std::slice::from_ref(&args.sensitivity)) {
        sensitivity(&name, &args, context).await?;
    }
    for name in named(std::slice::from_ref(&args.truth)) {
        truths(&name, &args, context).await?;
    }
    broken_maps(&named(&args.maps), &args, context).await?;
    Ok(Exit::Success)
}

/// Which faults of source maps are found.
async fn broken_maps(names: &[String], args: &Args, context: &Context) -> anyhow::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let (found, count) = maps::sensitivity(names, &args.map_programs, context).await?;
    let mut rows = table(&["fault of a map", "found after tests", "by debuggers alone", "by"]);
    let all = found.len();
    found.into_iter().for_each(|row| rows.add_row(row));
    terminal::say(&format!("\n{rows}"));
    terminal::say(&format!("{count} of {all} faults of maps are found within {MAX_TESTS} tests"));
    Ok(())
}

/// Guided sessions that are held against the text, against the time that the debuggers need for them.
async fn depths(sets: &[String], args: &Args, context: &Context) -> anyhow::Result<()> {
    let Some(oracle) = context.config.oracle()?.filter(|_| !sets.is_empty()) else {
        return Ok(());
    };
    let programs = corpus::read(&args.programs)?.programs;
    let mut rows = table(&[
        "full depth",
        "sessions",
        "actions",
        "pauses",
        "a second",
        "floor",
        "p50",
        "floor p50",
        "ratio",
    ]);
    for names in sets {
        let oracle = oracle.clone();
        rows.add_row(depth::measure(names, &programs, args.limit(), oracle, context).await?);
    }
    terminal::say(&terminal::fitted(
        "Guided sessions of one worker on one core with everything on, repetitions included. `floor` is without the \
         worker's own processor time: what is left, it waits for debuggers.",
    ));
    say_rows(&rows, sets);
    Ok(())
}

/// Random sessions on sets of debuggers.
async fn campaigns(sets: &[String], args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut rows = table(&[
        "campaign",
        "workers",
        "sessions a second",
        "actions a second",
        "diverged",
        "processor",
    ]);
    for names in sets {
        rows.add_row(time_campaign(names, args, context).await?);
    }
    say_rows(&rows, sets);
    Ok(())
}

/// Programs by the text. The texts are not part of the repository, so one may be missing.
fn editions(names: &[String], limit: Duration, context: &Context) {
    let mut rows = table(&[
        "edition",
        "extraction, s",
        "realm, s",
        "programs a second, one core",
        "without result",
    ]);
    for edition in names {
        match spec::measure(edition, limit, context) {
            Ok(row) => rows.add_row(row),
            Err(error) => terminal::say_error(&format!("{edition} is left out: {error:#}")),
        }
    }
    say_rows(&rows, names);
}

/// Conformance tests on all engines at the same time.
async fn engines(names: &[String], limit: Duration, context: &Context) -> anyhow::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let mut rows =
        table(&["engines", "tests run a second", "by each engine", "processor", "failed"]);
    rows.add_row(conform::measure(names, limit, context).await?);
    say_rows(&rows, names);
    Ok(())
}

/// Metamorphic tests on each debugger.
async fn chains(names: &[String], args: &Args, context: &Context) -> anyhow::Result<()> {
    let programs = corpus::read(&args.programs)?.programs;
    let mut rows = table(&["metamorphic", "workers", "tests a second", "a chain", "violations"]);
    for name in names {
        let instance = context.config.instance(name)?;
        rows.add_row(metamorphic::rate(&instance, &programs, args.limit(), context).await?);
    }
    say_rows(&rows, names);
    Ok(())
}

/// Which faults of a debugger metamorphic tests find.
async fn sensitivity(name: &str, args: &Args, context: &Context) -> anyhow::Result<()> {
    let programs = corpus::read(&args.programs)?.programs;
    let instance = context.config.instance(name)?;
    let (found, count) = metamorphic::sensitivity(&instance, &programs, context).await?;
    let mut rows = table(&["fault", "found after tests", "by"]);
    let all = found.len();
    found.into_iter().for_each(|row| rows.add_row(row));
    terminal::say(&format!("\n{rows}"));
    terminal::say(&format!("{count} of {all} faults of {name} are found within {MAX_TESTS} tests"));
    Ok(())
}

/// Recordings by the text, sessions from them, and which faults of a debugger they find.
async fn truths(name: &str, args: &Args, context: &Context) -> anyhow::Result<()> {
    let Some(oracle) = context.config.oracle()? else {
        terminal::say_error("recordings are left out: the text of ECMA-262 is not at hand");
        return Ok(());
    };
    let programs = corpus::read(&args.programs)?.programs;
    let (row, unknown) = truth::recordings(&oracle, &programs);
    let mut rows = table(&["scripts recorded", "seconds", "longest", "steps", "segments"]);
    rows.add_row(row);
    terminal::say(&format!("\n{rows}"));
    unknown.iter().for_each(|it| terminal::say(&terminal::printable(&format!("not known: {it}"))));
    let program = Program::new("bench.js", PROGRAM);
    let spec = context.config.instance("spec")?;
    let (median, slowest) =
        truth::sessions(spec, &program, ACTIONS, args.sessions, context).await?;
    terminal::say(&format!(
        "a session of the text from its recording: median {median:.2} ms, slowest {slowest:.2} ms"
    ));
    let instance = context.config.instance(name)?;
    let (found, count) = truth::sensitivity(&instance, &programs, oracle, context).await?;
    let mut rows = table(&["fault", "found after sessions", "law", "what is said"]);
    let all = found.len();
    found.into_iter().for_each(|row| rows.add_row(row));
    terminal::say(&format!("\n{rows}"));
    terminal::say(&format!(
        "{count} of {all} faults of {name} are found against the text alone within {MAX_SESSIONS} sessions"
    ));
    Ok(())
}

/// Prints a table that has something in it.
fn say_rows(rows: &Table, measured: &[String]) {
    if !measured.is_empty() {
        terminal::say(&format!("\n{rows}"));
    }
}

/// The names that are not empty.
fn named(names: &[String]) -> Vec<String> {
    names.iter().filter(|name| !name.is_empty()).cloned().collect()
}

/// Times sessions on each debugger alone.
async fn sessions(debuggers: &[String], count: usize, context: &Context) -> anyhow::Result<()> {
    if debuggers.is_empty() {
        return Ok(());
    }
    let mut rows = table(&[
        "debugger",
        "version",
        "p50",
        "p90",
        "waiting p50",
        "ratio",
        "round trips",
        "processor",
        "memory after 10 %",
        "at the end",
    ]);
    for instance in instances(debuggers, context)? {
        rows.add_row(time_sessions(instance, count, context).await?);
    }
    for line in [
        &machine_speed()?,
        "Sessions of 5 breakpoints and 20 execution actions, fully observed, in milliseconds.",
        "`waiting` is the part spent waiting for the debugger's messages, `ratio` the whole session over it.",
        "`processor` is the time that the debugger's processes and Parallax computed, a session.",
    ] {
        terminal::say(&terminal::fitted(line));
    }
    terminal::say(&format!("\n{rows}"));
    Ok(())
}

/// What this machine is like today: figures of two machines, or of two days on a shared one, can be
/// compared by it only.
fn machine_speed() -> anyhow::Result<String> {
    const ROUNDS: u32 = 20_000;
    let (mut ours, mut theirs) = UnixStream::pair()?;
    let other = std::thread::spawn(move || {
        let mut byte = [0];
        while theirs.read_exact(&mut byte).is_ok() && theirs.write_all(&byte).is_ok() {}
    });
    let mut byte = [0];
    let started = Instant::now();
    for _ in 0..ROUNDS {
        ours.write_all(&byte)?;
        ours.read_exact(&mut byte)?;
    }
    let trip = started.elapsed() / ROUNDS;
    drop(ours);
    let _ended = other.join();
    let started = Instant::now();
    let sum = (0..100_000_000u64).fold(1u64, |sum, n| std::hint::black_box(sum.rotate_left(5) ^ n));
    std::hint::black_box(sum);
    Ok(format!(
        "This machine, now: {:.1} µs for a byte to another thread and back, {:.0} ms for a hundred million simple steps.",
        trip.as_secs_f64() * 1e6,
        started.elapsed().as_secs_f64() * 1e3,
    ))
}

/// Times sessions on one debugger. Nothing else runs, so its processes may use all cores; in a
/// campaign each worker has one.
async fn time_sessions(
    mut instance: Instance,
    count: usize,
    context: &Context,
) -> anyhow::Result<Vec<String>> {
    let meter = Arc::new(Meter::default());
    instance.meter = Some(meter.clone());
    let name = instance.name.clone();
    let limits = context.config.limits()?;
    let mut subject = Subject::new(instance, limits)?;
    let mut timed = time(&mut subject, &meter, count).await?;
    let (p50, waiting) = (percentile(&mut timed.times, 50), percentile(&mut timed.waits, 50));
    let millis = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
    let megabytes = |bytes: u64| format!("{} MB", bytes >> 20);
    Ok(vec![
        name,
        timed.version,
        millis(p50),
        millis(percentile(&mut timed.times, 90)),
        millis(waiting),
        format!("{:.2}", p50.as_secs_f64() / waiting.as_secs_f64()),
        timed.trips.to_string(),
        millis(timed.processor),
        megabytes(timed.early),
        megabytes(timed.memory),
    ])
}

/// What sessions took.
#[derive(Default)]
struct Timed {
    version: String,
    times: Vec<Duration>,
    /// The part of each that was spent waiting for the debugger.
    waits: Vec<Duration>,
    /// Round trips of the last one.
    trips: u64,
    /// Processor time of each, on average.
    processor: Duration,
    /// Memory after a tenth of the sessions, and after all.
    early: u64,
    memory: u64,
}

async fn time(subject: &mut Subject, meter: &Meter, count: usize) -> anyhow::Result<Timed> {
    let program = Program::new("bench.js", PROGRAM);
    let actions = parse_actions(ACTIONS)?;
    for _ in 0..5 {
        session(subject, &program, &actions).await?;
    }
    let mut timed = Timed { version: subject.version().to_owned(), ..Timed::default() };
    let before = Usage::now();
    for at in 0..count {
        if at == count.div_ceil(10) {
            timed.early = Usage::now().memory;
        }
        let (waited, tripped) = meter.read();
        let started = Instant::now();
        session(subject, &program, &actions).await?;
        timed.times.push(started.elapsed());
        let (now_waited, now_tripped) = meter.read();
        timed.waits.push(now_waited - waited);
        timed.trips = now_tripped - tripped;
    }
    let after = Usage::now();
    timed.processor = (after.processor - before.processor) / u32::try_from(count.max(1))?;
    timed.memory = after.memory;
    Ok(timed)
}

async fn session(
    subject: &mut Subject,
    program: &Program,
    actions: &[Action],
) -> anyhow::Result<()> {
    if subject.load(program).await? != Load::Ready {
        return Err(Failure::usage(format!(
            "{} does not take the benchmark's program",
            subject.name()
        )));
    }
    for action in actions {
        let shown = subject.perform(action.clone()).await;
        if matches!(shown, Observation::Finished(_) | Observation::Misbehaved(_)) {
            return Err(Failure::usage(format!(
                "{}: `{action}` ended the benchmark: {shown:?}",
                subject.name()
            )));
        }
    }
    subject.unload().await;
    Ok(())
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort();
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}

/// Runs random sessions over the corpus for some time, on all cores.
async fn time_campaign(names: &str, args: &Args, context: &Context) -> anyhow::Result<Vec<String>> {
    let names: Vec<String> = names.split('+').map(str::to_owned).collect();
    let programs = corpus::read(&args.programs)?.programs;
    let config = &context.config;
    let session = SessionContext::new(config.parameters()?, config.normaliser(&[])?, &programs);
    let instances = instances(&names, context)?;
    let (count, limits) = (worker_count(0), config.limits()?);
    let workers = (0..count).map(|_| DifferentialWorker::new(session.clone(), &instances, limits));
    let pool = WorkerPool::new(workers.collect::<Result<_, _>>()?)?;
    pool.each(async |worker: &mut DifferentialWorker| worker.bring_up().await.map(drop)).await?;
    let before = Usage::now().processor;
    let count_session =
        |it: &Session| [1, it.actions.len(), usize::from(it.divergence().is_some())];
    let (sum, seconds) = run_for(&pool, programs, args.limit(), count_session).await?;
    let [sessions, actions, diverged] = sum;
    let processor = (Usage::now().processor - before).as_secs_f64() * 1e3 / sessions.max(1) as f64;
    Ok(vec![
        names.join(" + "),
        count.to_string(),
        format!("{:.1}", sessions as f64 / seconds),
        format!("{:.0}", actions as f64 / seconds),
        format!("{:.0} %", 100.0 * diverged as f64 / sessions.max(1) as f64),
        format!("{processor:.1}"),
    ])
}

/// Has workers run sessions until the time is up. What `count` says of each session, summed up, and
/// how many seconds it took.
async fn run_for<W>(
    pool: &WorkerPool<W>,
    programs: Vec<Program>,
    time: Duration,
    count: fn(&Session) -> [usize; 3],
) -> anyhow::Result<([usize; 3], f64)>
where
    W: Worker + 'static,
    W::Error: std::error::Error + Send + Sync + 'static,
{
    let sums = Arc::new(Mutex::new([0; 3]));
    let started = Instant::now();
    let counted = sums.clone();
    let one = async move |worker: &mut W, (program, seed): (Program, u64)| {
        let session = worker.session(&program, seed, &Pairs::default()).await?;
        if let Ok(mut sums) = counted.lock() {
            sums.iter_mut().zip(count(&session)).for_each(|(sum, more)| *sum += more);
        }
        anyhow::Ok(())
    };
    each(pool, jobs(programs, time), one).await?;
    let sums = sums.lock().map(|sums| *sums).unwrap_or_default();
    Ok((sums, started.elapsed().as_secs_f64()))
}

/// Programs and seeds until the time is up, each seed with every program.
fn jobs(programs: Vec<Program>, time: Duration) -> impl Iterator<Item = (Program, u64)> + Send {
    let until = Instant::now() + time;
    let all = (0..)
        .flat_map(move |seed| programs.clone().into_iter().map(move |program| (program, seed)));
    all.take_while(move |_| Instant::now() < until)
}
