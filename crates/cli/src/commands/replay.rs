//! `parallax replay`: a finding's recorded actions, or its test, again on the same or others.

use parallax_campaign::{Finding, Found, Store};
use parallax_debug::{Instance, Subject};
use parallax_model::{Lineage, Outcome, Trace};
use parallax_session::generate::Script;
use parallax_session::lockstep::{AtDifference, End, Pass};
use parallax_session::metamorphic::{self, EXPECTED};

use crate::commands::conform::deviations;
use crate::commands::{diff::instances, trace};
use crate::exit_code::{Exit, Failure};
use crate::lane::{Debuggers, Laboratory};
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

/// Runs the command. It succeeds when the debuggers differ as recorded.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let finding = match Store::open(&context.store)?.found(args.id)? {
        Found::Divergence(finding) => *finding,
        Found::Deviation(row) => {
            let engines = args.debuggers.as_deref();
            return deviations::replay(&row, engines, args.format, context).await;
        }
    };
    if let Some(lineage) = finding.session.lineage.as_deref() {
        return replay_follow_up(&finding, lineage, &args, context).await;
    }
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

/// Runs both runs of a metamorphic test again. It succeeds when the follow-up again shows something
/// else than the relation expects.
async fn replay_follow_up(
    finding: &Finding,
    lineage: &Lineage,
    args: &Args,
    context: &Context,
) -> anyhow::Result<Exit> {
    let [expected, recorded] = finding.session.traces.as_slice() else {
        anyhow::bail!("finding {} has no follow-up run", finding.id);
    };
    let name = match args.debuggers.as_deref() {
        Some([name]) => name.clone(),
        Some(_) => return Err(Failure::usage("name one debugger: this finding is about one")),
        None => recorded.debugger.clone(),
    };
    let instance = context.config.instance(&name)?;
    let limits = context.config.limits()?;
    let normaliser = context.config.normaliser(&[])?;
    let mut subject = Subject::new(instance.clone(), limits)?;
    let initial = metamorphic::comes_back(&mut subject, &lineage.initial, &normaliser).await?;
    let mut script = Script::new(&finding.session.actions);
    let run = metamorphic::run(&mut subject, &lineage.program, &mut script).await?;
    let at = run.shown.len().saturating_sub(1);
    let difference = match (expected.observations.get(at), run.shown.get(at)) {
        (Some(expected), Some(shown)) => {
            metamorphic::difference(expected, shown, &subject, &normaliser)
        }
        _ => None,
    };
    // Only the names of these are needed.
    let sides = [Instance { name: EXPECTED.into(), ..instance.clone() }, instance];
    let laboratory = Laboratory::new(context.config.parameters()?, normaliser, &[]);
    let debuggers = Debuggers::new(laboratory, &sides, limits)?;
    let shown = Trace { debugger: name.clone(), observations: run.shown };
    let traces = vec![expected.clone(), shown];
    let pass = Pass { actions: run.actions, traces, end: End::Exhausted };
    let by = lineage.chain.last().cloned().unwrap_or_default();
    let versions = [(EXPECTED.to_owned(), by), (name, subject.version().to_owned())];
    trace::show(&pass, &versions, &debuggers, args.format)?;
    let class = &finding.divergence.class;
    let is_there = difference.is_some_and(|difference| difference.kind == class.kind);
    let words = match (is_there, initial) {
        (true, true) => format!("the violation is there: {class}"),
        (true, false) => format!(
            "the follow-up shows the recorded violation ({class}), but the initial run is not what it was"
        ),
        (false, _) => format!("the recorded violation ({class}) did not come"),
    };
    if args.format == Format::Text {
        terminal::say(&terminal::printable(&words));
    }
    Ok(if is_there && initial { Exit::Success } else { Exit::Failed })
}
