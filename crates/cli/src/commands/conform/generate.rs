//! `parallax conform generate`: tests from an edition alone.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parallax_campaign::pool::worker_count;
use parallax_conform::generate::disagreement::{Disagreement, disagree};
use parallax_conform::generate::generation::{GenerationProgress, GenerationSettings};
use parallax_conform::generate::suite::{GeneratedSuite, generate_suite};
use parallax_conform::generate::write::Written;
use parallax_program::js::laid_out;
use tokio::sync::mpsc;

use super::bring_up;
use crate::commands::spec::text;
use crate::exit_code::Exit;
use crate::time_limit::TimeLimit;
use crate::{Context, terminal};

/// How long to generate where neither a time nor a number of programs is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3600);

/// Generate conformance tests from the text of an edition; the same command goes on where it stopped
#[derive(clap::Args)]
pub struct Args {
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(default_value = "es2026")]
    spec: String,
    /// The folder of the suite, and of what is needed to go on.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    #[command(flatten)]
    limit: TimeLimit,
    /// At most so many programs.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    programs: u64,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tell steps apart by the features of the language that run them: more tests, which find more.
    #[arg(long)]
    features: bool,
    /// Engines, separated by commas: programs near those about which they disagree get more mutants.
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// How many programs are run at once; as many as there are cores by default.
    #[arg(long)]
    jobs: Option<usize>,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let settings = GenerationSettings {
        edition: name_of(&args.spec),
        seed: args.seed,
        jobs: worker_count(args.jobs.unwrap_or(0)),
        time: args.limit.get().unwrap_or(match args.programs {
            u64::MAX => DEFAULT_TIME,
            _ => Duration::MAX,
        }),
        programs: args.programs,
        features: args.features,
        disagreement: disagreement(&args.engines, context).await?,
        stop: Arc::default(),
    };
    let stop = settings.stop.clone();
    let source = text::source(&args.spec, context)?;
    // On a thread of its own, so that an interrupt is heard. All that is kept is on disk at once.
    let mut generating =
        tokio::task::spawn_blocking(move || suite(&source, &args.output, &settings));
    tokio::select! {
        made = &mut generating => return made?,
        _ = tokio::signal::ctrl_c() => {}
    }
    // The suite of what is there; a second interrupt ends that, too.
    stop.store(true, Ordering::Relaxed);
    terminal::say_error("interrupted: writing the suite of what is there");
    tokio::select! {
        made = generating => made??,
        _ = tokio::signal::ctrl_c() => return Ok(Exit::Interrupted),
    };
    Ok(Exit::Interrupted)
}

/// Who asks engines about programs, if there are any.
async fn disagreement(
    engines: &[String],
    context: &Context,
) -> anyhow::Result<Option<Disagreement>> {
    if engines.is_empty() {
        return Ok(None);
    }
    let mut engines = bring_up(engines, context).await?;
    let (ask, mut questions) = mpsc::unbounded_channel::<(Vec<String>, Answer)>();
    tokio::spawn(async move {
        while let Some((programs, answer)) = questions.recv().await {
            // Who asked may have been interrupted.
            let _ = answer.send(disagree(&mut engines, &programs).await);
        }
    });
    Ok(Some(Disagreement(Arc::new(move |programs| {
        let (answer, answered) = std::sync::mpsc::channel();
        match ask.send((programs, answer)) {
            Ok(()) => answered.recv().unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }))))
}

/// Where an answer goes: of each program whether engines disagree about it.
type Answer = std::sync::mpsc::Sender<Vec<bool>>;

/// `es2026` for a path that ends so.
pub fn name_of(spec: &str) -> String {
    let path = Path::new(spec);
    let stem = path.file_stem().filter(|_| path.extension().is_some_and(|it| it == "html"));
    stem.map_or(spec.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn suite(source: &str, folder: &Path, settings: &GenerationSettings) -> anyhow::Result<Exit> {
    let is_watched = std::io::stderr().is_terminal();
    let report = |progress: &GenerationProgress| {
        if is_watched {
            terminal::say_error(&line(progress));
        }
    };
    let GeneratedSuite { progress, written } = generate_suite(source, folder, settings, &report)?;
    terminal::say(&for_people(&progress, &written, folder));
    Ok(Exit::Success)
}

fn line(progress: &GenerationProgress) -> String {
    let [steps, sides] = progress.counts.shares();
    format!(
        "{:.0} s: {} programs, {:.0} a second; steps {steps:.2} %, sides of branches {sides:.2} %; \
         {} kept, {} to aim at",
        progress.seconds, progress.programs, progress.rate, progress.pool, progress.targets
    )
}

fn for_people(progress: &GenerationProgress, written: &Written, folder: &Path) -> String {
    let counts = progress.counts;
    let [steps, sides] = counts.shares();
    let (used, usable) = progress.alternatives;
    let average = |lines: usize| lines as f64 / written.tests.max(1) as f64;
    let mut said = format!(
        "alternatives of the syntax in seeds: {used} of {usable} ({:.2} %)\n\
         programs: {} in {:.0} s, {:.0} a second at the end; {} kept\n\
         steps that a script can reach: {} of {} ({steps:.2} %)\n\
         sides of their branches: {} of {} ({sides:.2} %)\n\
         tests: {} in {}; {:.2} lines on average, {:.2} with checks\n\
         for {} of them the text has no meaning\n\
         no test: {} programs whose result is the implementation's, {} that do not pass by the text itself",
        100.0 * used as f64 / usable.max(1) as f64,
        progress.programs,
        progress.seconds,
        progress.rate,
        progress.pool,
        counts.steps,
        counts.all_steps,
        counts.sides,
        counts.all_sides,
        written.tests,
        folder.display(),
        average(written.lines.0),
        average(written.lines.1),
        written.aborts,
        written.open,
        written.mistaken.len(),
    );
    for (why, program) in written.mistaken.iter().take(5) {
        let why = terminal::printable(&terminal::shortened(why, 100));
        let program = laid_out(program).lines().map(str::trim_start).collect::<Vec<_>>().join(" ");
        let program = terminal::printable(&terminal::shortened(&program, 160));
        said.push_str(&format!("\n  {why}: {program}"));
    }
    said
}
