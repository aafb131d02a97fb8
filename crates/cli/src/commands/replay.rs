//! `parallax replay`: a finding's recorded actions, or its test, again on the same or others.

use parallax_campaign::{Finding, MapFinding, SessionFinding, Store};
use parallax_debug::Instance;
use parallax_maps::reduce;
use parallax_model::{Class, Lineage, MapMistake, Trace, Verdict};
use parallax_session::SessionContext;
use parallax_session::replay::{self, Replayed, ScriptedPass, Sides};

use crate::commands::conform::deviations;
use crate::commands::{diff::instances, maps, trace};
use crate::exit_code::{Exit, Failure};
use crate::{Context, Format, terminal};

mod all;

/// Run a finding's recorded actions, or its conformance test, again
#[derive(clap::Args)]
pub struct Args {
    /// The finding's number.
    #[arg(required_unless_present = "all")]
    id: Option<i64>,
    /// Repeat every finding of the latest campaign that compared several debuggers.
    #[arg(long, conflicts_with = "id")]
    all: bool,
    /// How often to repeat each of them.
    #[arg(long, value_name = "COUNT", default_value_t = 2, requires = "all")]
    times: usize,
    /// Other debuggers, or engines, than those of the finding, separated by commas.
    #[arg(long, visible_alias = "engines", value_delimiter = ',')]
    debuggers: Option<Vec<String>>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. It succeeds when what was found is there again.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let Some(id) = args.id else { return all::run(args.times, context).await };
    match Store::open(&context.store)?.finding(id)? {
        Finding::Conformance(finding) => {
            let engines = args.debuggers.as_deref();
            deviations::replay(&finding, engines, args.format, context).await
        }
        Finding::Isolation(finding) => Err(Failure::usage(format!(
            "finding {} is an isolation: `parallax isolate` repeats it with the same seed",
            finding.id
        ))),
        Finding::Map(finding) => replay_map(&finding, &args, context).await,
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

/// Compiles the program of a mistake again, and looks whether the same is wrong.
async fn replay_map(finding: &MapFinding, args: &Args, context: &Context) -> anyhow::Result<Exit> {
    if args.format == Format::Json {
        return Err(Failure::usage("what came of a source map is shown as text only"));
    }
    let store = Store::open(&context.store)?;
    let program = maps::program_of(finding, &store)?;
    let mistake = &finding.mistake;
    let compiler = context.config.compiler(&mistake.compiler)?;
    let recorded = || mistake.debugger.iter().cloned().collect();
    let names: Vec<String> = args.debuggers.clone().unwrap_or_else(recorded);
    let mut comparison = maps::comparison(&names, context)?;
    let found = reduce::mistakes(&mut comparison, &compiler, &program).await?;
    for one in &found {
        terminal::say(&terminal::printable(&format!("{one}; wrong: {}", one.wrong())));
    }
    // Another debugger is asked whether it is the compiler's mistake, or the first one's.
    let is_same = |it: &MapMistake| {
        let debugger = mistake.debugger.clone().and(it.debugger.clone());
        let it = MapMistake { debugger, ..it.clone() };
        let alike = MapMistake { debugger: it.debugger.clone(), ..mistake.clone() };
        it.original == mistake.original && reduce::is_alike((&it, &program), (&alike, &program))
    };
    let is_there = found.iter().any(is_same);
    let words = if is_there { "the mistake is there" } else { "the mistake is not there" };
    terminal::say(&terminal::printable(&format!("{words}: {mistake}")));
    Ok(if is_there { Exit::Success } else { Exit::Failed })
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
