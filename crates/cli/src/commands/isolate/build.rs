//! `parallax isolate build`.

use parallax_campaign::pool::worker_count;
use parallax_isolate::build::{self, BuildEvent};

use super::configured;
use crate::exit_code::Exit;
use crate::{Context, progress, terminal};

/// Build a subject with coverage, into Parallax's cache; what was done before is not done again
#[derive(clap::Args)]
pub struct Args {
    /// The subject, such as gcc-12.2 or tcc.
    subject: String,
    /// Processes at the same time; 0 means one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let (subject, root) = configured(&args.subject, context)?;
    let bar = progress::bar(0, &args.subject);
    build::build(subject, &root, worker_count(args.jobs), &mut |event| match event {
        BuildEvent::Done(step) => terminal::say(&format!("{}: was done before", step.name)),
        BuildEvent::Begins(step) => {
            bar.set_length(step.makes.as_ref().map_or(0, |(_, all)| *all));
            terminal::say(&format!("{}: begins", step.name));
        }
        BuildEvent::Progress(done, _) => bar.set_position(done),
    })
    .await?;
    bar.finish_and_clear();
    terminal::say(&format!("{} is built, in {}", args.subject, root.display()));
    Ok(Exit::Success)
}
