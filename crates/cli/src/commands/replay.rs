//! `parallax replay`: a finding's recorded actions, or its test, again on the same or others.

use parallax_campaign::{Finding, SessionFinding, Store};
use parallax_debug::Instance;
use parallax_model::{Class, Lineage, Trace, Verdict};
use parallax_session::SessionContext;
use parallax_session::replay::{self, Replayed, ScriptedPass, Sides};

use crate::commands::conform::deviations;
use crate::commands::{diff::instances, trace};
use crate::exit_code::{Exit, Failure};
use crate::{Context, Format, terminal};

/// Run a finding's recorded actions, or its conformance test, again
#[derive(clap::Args)]
pub struct Args {
    /// The finding's number.
    id: i64,
    /// Other debuggers, or engines, than those of the finding, separated by commas.
    #[arg(long, visible_alias = "engines", value_delimiter = ',')]
    debuggers: Option<Vec<String>>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. It succeeds when what was found is there again.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    match Store::open(&context.store)?.finding(args.id)? {
        Finding::Conformance(finding) => {
            let engines = args.debuggers.as_deref();
            deviations::replay(&finding, engines, args.format, context).await
        }
        Finding::Isolation(finding) => Err(Failure::usage(format!(
            "finding {} is an isolation: `parallax isolate` repeats it with the same seed",
            finding.id
        ))),
        Finding::Map(finding) => Err(Failure::usage(format!(
            "finding {} is about a source map: `parallax maps` repeats it with the same program, debugger and compiler",
            finding.id
        ))),
        Finding::Session(finding) => match finding.session.lineage() {
            Some(lineage) => replay_violation(&finding, lineage, &args, context).await,
            None => replay_difference(&finding, &args, context).await,
        },
    }
}

/// What a finding's session runs with.
fn session_context(finding: &SessionFinding, context: &Context) -> anyhow::Result<SessionContext> {
    let (parameters, normaliser) = (context.config.parameters()?, context.config.normaliser(&[])?);
    let session =
        SessionContext::new(parameters, normaliser, std::slice::from_ref(&finding.program));
    let is_judged = matches!(finding.divergence.verdict, Verdict::Law | Verdict::Convention);
    let oracle = if is_judged { context.config.oracle()? } else { None };
    Ok(session.with_oracle(oracle))
}

async fn replay_difference(
    finding: &SessionFinding,
    args: &Args,
    context: &Context,
) -> anyhow::Result<Exit> {
    let name = |trace: &Trace| Instance::configured_name(&trace.debugger).to_owned();
    let recorded = finding.session.traces.iter().map(name);
    let names = args.debuggers.clone().unwrap_or_else(|| recorded.collect());
    let instances = instances(&names, context)?;
    let session = session_context(finding, context)?;
    let limits = context.config.limits()?;
    let (shown, replayed) = replay::differential(finding, session, &instances, limits).await?;
    show(&shown, &replayed, finding, args.format)
}

async fn replay_violation(
    finding: &SessionFinding,
    lineage: &Lineage,
    args: &Args,
    context: &Context,
) -> anyhow::Result<Exit> {
    let [_expected, recorded] = finding.session.traces.as_slice() else {
        return Err(Failure::usage(format!("finding {} has no follow-up run", finding.id)));
    };
    let name = match args.debuggers.as_deref() {
        Some([name]) => name.clone(),
        Some(_) => return Err(Failure::usage("name one debugger: this finding is about one")),
        None => recorded.debugger.clone(),
    };
    let initial = Instance::split_tier(&name).map_or(name.as_str(), |(debugger, _)| debugger);
    let sides = Sides {
        initial: context.config.instance(initial)?,
        follow_up: context.config.instance(&name)?,
    };
    let session = session_context(finding, context)?;
    let limits = context.config.limits()?;
    let (shown, replayed) = replay::metamorphic(finding, lineage, &session, sides, limits).await?;
    show(&shown, &replayed, finding, args.format)
}

/// Prints the replay and what came of it.
fn show(
    shown: &ScriptedPass,
    replayed: &Replayed,
    finding: &SessionFinding,
    format: Format,
) -> anyhow::Result<Exit> {
    trace::show(shown, format)?;
    if format == Format::Text {
        let words = conclusion(replayed, &finding.divergence.class);
        terminal::say(&terminal::fitted(&terminal::printable(&words)));
    }
    let is_there = matches!(replayed, Replayed::Reproduced(_));
    Ok(if is_there { Exit::Success } else { Exit::Failed })
}

fn conclusion(replayed: &Replayed, class: &Class) -> String {
    match replayed {
        Replayed::Reproduced(again) => {
            format!("the difference is there: {class}; verdict: {}", again.verdict_in_words())
        }
        Replayed::Other(other) => format!("another difference than the recorded {class}: {other}"),
        Replayed::Gone(outcome) => {
            format!("the recorded difference ({class}) is not there: {}", outcome.name())
        }
        Replayed::InitialRunChanged => format!(
            "the recorded difference ({class}) is there, but the initial run is not what it was"
        ),
    }
}
