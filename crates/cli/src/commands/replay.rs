//! `parallax replay`: a finding's recorded actions again, on the same or other debuggers.

use parallax_campaign::Store;
use parallax_debug::generate::Script;
use parallax_debug::lockstep::AtDifference;
use parallax_model::Outcome;

use crate::commands::{diff::instances, trace};
use crate::exit_code::Exit;
use crate::lane::{Debuggers, Laboratory};
use crate::{Context, Format, terminal};

/// Run a finding's recorded actions again
#[derive(clap::Args)]
pub struct Args {
    /// The finding's number.
    id: i64,
    /// Other debuggers than those of the finding, separated by commas.
    #[arg(long, value_delimiter = ',')]
    debuggers: Option<Vec<String>>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. It succeeds when the debuggers differ as recorded.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let finding = Store::open(&context.store)?.finding(args.id)?;
    let recorded = || {
        finding
            .session
            .traces
            .iter()
            .map(|trace| trace.debugger.split('#').next().unwrap_or_default().to_owned())
    };
    let names = args.debuggers.unwrap_or_else(|| recorded().collect());
    let instances = instances(&names, context)?;
    let programs = [finding.program.clone()];
    let laboratory =
        Laboratory::new(context.config.parameters()?, context.config.normaliser(&[])?, &programs);
    let mut debuggers = Debuggers::new(laboratory, &instances, context.config.limits()?)?;
    let versions = debuggers.bring_up().await?;
    let mut script = Script::new(&finding.session.actions);
    let pass = debuggers.pass(&finding.program, &mut script, AtDifference::Stop).await?;
    trace::show(&pass, &versions, &debuggers, args.format)?;
    let session = debuggers.conclude(&finding.program, pass).await?;
    let (exit, words) = match session.outcome {
        Outcome::Diverged(again) if again.class == finding.divergence.class => (
            Exit::Success,
            format!("the difference is there: {}; verdict: {}", again.class, again.verdict),
        ),
        Outcome::Diverged(other) => (
            Exit::Failed,
            format!(
                "another difference than the recorded {}: {}",
                finding.divergence.class, other.class
            ),
        ),
        other => (
            Exit::Failed,
            format!(
                "the recorded difference ({}) did not come: {}",
                finding.divergence.class,
                other.name()
            ),
        ),
    };
    if args.format == Format::Text {
        terminal::say(&terminal::printable(&words));
    }
    Ok(exit)
}
