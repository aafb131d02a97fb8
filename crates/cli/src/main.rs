//! The `parallax` command.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use tokio::signal::unix::{SignalKind, signal};

mod cache;
mod campaign;
mod commands;
mod config;
mod exit_code;
mod files;
mod progress;
mod side_by_side;
mod table;
mod terminal;
mod time_limit;
mod wrap;

use config::Config;
use exit_code::Exit;

/// Finds bugs in the tools developers trust: looks at them from several places and locates what
/// does not fit.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// Settings; the default is parallax.toml in the working folder, if there is one.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where campaigns and findings are kept.
    #[arg(long, global = true, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(commands::bench::Args),
    Completions(commands::completions::Args),
    Conform(commands::conform::Args),
    Diff(commands::diff::Args),
    Doctor(commands::doctor::Args),
    /// Be the process of an engine that is linked in.
    #[command(hide = true)]
    Engine {
        /// The engine.
        name: String,
        /// Its folder, which names whose process this is.
        folder: PathBuf,
    },
    Findings(commands::findings::Args),
    Isolate(Box<commands::isolate::Args>),
    Manual(commands::manual::Args),
    Maps(commands::maps::Args),
    Meta(commands::meta::Args),
    Laws(commands::laws::Args),
    Reduce(commands::reduce::Args),
    Relations(commands::relations::Args),
    Replay(commands::replay::Args),
    Report(commands::report::Args),
    Setup(commands::setup::Args),
    Spec(commands::spec::Args),
    Trace(commands::trace::Args),
}

/// How a reading command answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs: see docs/json.md.
    Json,
}

/// What every command gets.
struct Context {
    config: Config,
    store: PathBuf,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Command::Engine { name, .. } = &cli.command {
        return match parallax_engines::linked::serve(name) {
            Ok(()) => Exit::Success.into(),
            Err(error) => report(&error.into()),
        };
    }
    // One thread waits for everything but campaigns, whose workers have their own; the work is done
    // by the debuggers. Their lives are bound to the thread that started them, so it must be one
    // that lasts.
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return report(&error.into()),
    };
    let ended = runtime.block_on(until_interrupted(cli));
    runtime.shutdown_background();
    match ended {
        Ok(exit) => exit.into(),
        Err(error) => report(&error),
    }
}

/// Runs the command until it ends or a signal comes; dropping it ends all debuggers.
async fn until_interrupted(cli: Cli) -> anyhow::Result<Exit> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let handles_interrupts =
        matches!(&cli.command, Command::Conform(args) if args.handles_interrupts());
    let is_kept = matches!(
        &cli.command,
        Command::Conform(_)
            | Command::Diff(_)
            | Command::Isolate(_)
            | Command::Meta(_)
            | Command::Reduce(_)
    );
    tokio::select! {
        ended = dispatch(cli) => ended,
        _ = interrupt.recv(), if !handles_interrupts => Ok(interrupted(is_kept)),
        _ = terminate.recv() => Ok(interrupted(is_kept)),
    }
}

fn interrupted(is_kept: bool) -> Exit {
    terminal::say_error(match is_kept {
        true => "interrupted: what is finished is kept; the same command goes on from there",
        false => "interrupted",
    });
    Exit::Interrupted
}

fn report(error: &anyhow::Error) -> ExitCode {
    terminal::say_error(&format!("error: {error:#}"));
    exit_code::of(error).into()
}

async fn dispatch(cli: Cli) -> anyhow::Result<Exit> {
    parallax_process::sweep_scratch();
    let config = Config::load(cli.config.as_deref())?;
    let store = cli.store.unwrap_or_else(|| config.store.path.clone());
    let context = Context { config, store };
    match cli.command {
        Command::Bench(args) => commands::bench::run(args, &context).await,
        Command::Completions(args) => commands::completions::run(&args, Cli::command()),
        Command::Conform(args) => commands::conform::run(args, &context).await,
        Command::Diff(args) => commands::diff::run(args, &context).await,
        Command::Doctor(args) => commands::doctor::run(args, &context).await,
        Command::Engine { .. } => Ok(Exit::Success), // served before, without a runtime
        Command::Findings(args) => commands::findings::run(args, &context),
        Command::Isolate(args) => commands::isolate::run(*args, &context).await,
        Command::Manual(args) => commands::manual::run(&args, Cli::command()),
        Command::Maps(args) => commands::maps::run(args, &context).await,
        Command::Meta(args) => commands::meta::run(args, &context).await,
        Command::Laws(args) => commands::laws::run(&args),
        Command::Reduce(args) => commands::reduce::run(args, &context).await,
        Command::Relations(args) => commands::relations::run(&args),
        Command::Replay(args) => commands::replay::run(args, &context).await,
        Command::Report(args) => commands::report::run(&args, &context),
        Command::Setup(args) => commands::setup::run(args, &context).await,
        Command::Spec(args) => commands::spec::run(args, &context).await,
        Command::Trace(args) => commands::trace::run(args, &context).await,
    }
}
