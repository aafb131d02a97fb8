//! The `parallax` command, as a library: [`main`] is all of it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use tokio::signal::unix::SignalKind;
use tokio::sync::oneshot;

mod cache;
mod campaign;
mod commands;
mod config;
mod exit_code;
mod files;
mod npm;
mod progress;
mod shards;
mod side_by_side;
mod signals;
mod table;
mod terminal;
mod time_limit;
mod wrap;

use config::Config;
use exit_code::Exit;
use parallax_process::Policy;

/// Finds bugs in the tools developers trust: looks at them from several places and locates what
/// does not fit.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// Settings; the default is parallax.toml in the working folder, if there is one.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where campaigns and findings are kept: a file, or the address of a PostgreSQL server,
    /// postgres://user@host/database.
    #[arg(long, global = true, value_name = "STORE")]
    store: Option<PathBuf>,
    /// Run debuggers, engines and programs without confining them: they can then do all that you can.
    #[arg(long, global = true)]
    unconfined: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(commands::bench::Args),
    Bisect(commands::bisect::Args),
    Completions(commands::completions::Args),
    Conform(commands::conform::Args),
    Diff(commands::diff::Args),
    Doctor(commands::doctor::Args),
    Export(commands::export::Args),
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
    Merge(commands::merge::Args),
    Meta(commands::meta::Args),
    Laws(commands::laws::Args),
    Reduce(commands::reduce::Args),
    Relations(commands::relations::Args),
    Replay(commands::replay::Args),
    Report(commands::report::Args),
    Setup(commands::setup::Args),
    Soak(commands::soak::Args),
    Spec(commands::spec::Args),
    Trace(commands::trace::Args),
    Versions(commands::versions::Args),
    Work(commands::work::Args),
    Workers(commands::workers::Args),
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

/// Reads the settings in a file's text, as far as they can be read without looking at any other file; whether they can.
pub fn reads_settings(text: &str) -> bool {
    Config::of_text(text).is_ok()
}

/// Does what the arguments of the process say.
pub fn main() -> ExitCode {
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
    let is_kept = cli.command.is_kept();
    let ended = signals::listen(is_kept)
        .map_err(anyhow::Error::from)
        .and_then(|signal| runtime.block_on(until_interrupted(cli, signal)));
    runtime.shutdown_background();
    let exit = ended.unwrap_or_else(|error| {
        terminal::say_error(&format!("error: {error:#}"));
        exit_code::of(&error)
    });
    terminal::as_written(exit).into()
}

/// Runs the command until it ends or a signal comes; dropping it ends all debuggers.
async fn until_interrupted(
    cli: Cli,
    signal: oneshot::Receiver<SignalKind>,
) -> anyhow::Result<Exit> {
    let is_kept = cli.command.is_kept();
    let handles_interrupts =
        matches!(&cli.command, Command::Conform(args) if args.handles_interrupts());
    let interrupted = async {
        match signal.await {
            Ok(kind) if kind == SignalKind::interrupt() && handles_interrupts => {
                std::future::pending().await
            }
            _ => {}
        }
    };
    let ended = tokio::select! {
        ended = dispatch(cli) => Some(ended),
        () = interrupted => None,
    };
    ended.unwrap_or_else(|| {
        signals::say_interrupted(is_kept);
        Ok(Exit::Interrupted)
    })
}

impl Command {
    /// Whether the same command goes on from where an interrupted one has stopped.
    fn is_kept(&self) -> bool {
        matches!(
            self,
            Command::Bisect(_)
                | Command::Conform(_)
                | Command::Diff(_)
                | Command::Isolate(_)
                | Command::Maps(_)
                | Command::Meta(_)
                | Command::Reduce(_)
                | Command::Work(_)
        )
    }
}

fn report(error: &anyhow::Error) -> ExitCode {
    terminal::say_error(&format!("error: {error:#}"));
    exit_code::of(error).into()
}

async fn dispatch(cli: Cli) -> anyhow::Result<Exit> {
    parallax_process::sweep_scratch();
    parallax_process::set_policy(Policy {
        is_unconfined: cli.unconfined,
        readable: cache::folder().ok().into_iter().collect(),
        way: None,
    });
    if cli.unconfined {
        terminal::say_error(
            "warning: programs under test are not confined: they can do all that you can",
        );
    }
    let config = Config::load(cli.config.as_deref())?;
    let store = cli.store.unwrap_or_else(|| config.store.path.clone());
    let context = Context { config, store };
    match cli.command {
        Command::Bench(args) => commands::bench::run(args, &context).await,
        Command::Bisect(args) => commands::bisect::run(args, &context).await,
        Command::Completions(args) => commands::completions::run(&args, Cli::command()),
        Command::Conform(args) => commands::conform::run(args, &context).await,
        Command::Diff(args) => commands::diff::run(args, &context).await,
        Command::Doctor(args) => commands::doctor::run(args, &context).await,
        Command::Engine { .. } => Ok(Exit::Success), // served before, without a runtime
        Command::Export(args) => commands::export::run(&args, &context),
        Command::Findings(args) => commands::findings::run(args, &context),
        Command::Isolate(args) => commands::isolate::run(*args, &context).await,
        Command::Manual(args) => commands::manual::run(&args, Cli::command()),
        Command::Maps(args) => commands::maps::run(args, &context).await,
        Command::Merge(args) => commands::merge::run(&args),
        Command::Meta(args) => commands::meta::run(args, &context).await,
        Command::Laws(args) => commands::laws::run(&args),
        Command::Reduce(args) => commands::reduce::run(args, &context).await,
        Command::Relations(args) => commands::relations::run(&args),
        Command::Replay(args) => commands::replay::run(args, &context).await,
        Command::Report(args) => commands::report::run(args, &context).await,
        Command::Setup(args) => commands::setup::run(args, &context).await,
        Command::Soak(args) => commands::soak::run(args, &context).await,
        Command::Spec(args) => commands::spec::run(args, &context).await,
        Command::Trace(args) => commands::trace::run(args, &context).await,
        Command::Versions(args) => commands::versions::run(args, &context).await,
        Command::Work(args) => commands::work::run(args, &context).await,
        Command::Workers(args) => commands::workers::run(&args, &context),
    }
}
