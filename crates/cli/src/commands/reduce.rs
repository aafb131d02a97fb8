//! `parallax reduce`: the program and the actions of a finding made smaller together.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use parallax_campaign::{Finding, SessionFinding, Store};
use parallax_debug::{Instance, Limits};
use parallax_model::{Action, Program, Reduction, Verdict, format_actions};
use parallax_program::reduce::Budget;
use parallax_session::SessionContext;
use parallax_session::reduce::{self, Work};
use serde_json::json;

use crate::commands::diff::instances;
use crate::commands::findings::say_json;
use crate::exit_code::{Exit, Failure};
use crate::terminal::{printable_lines, say, say_error};
use crate::{Context, Format, time_limit};

/// A trial that takes longer is not worth waiting for.
pub const ACTION_LIMIT: Duration = Duration::from_secs(3);

/// Make the program and the actions of a finding smaller, as long as the same goes wrong
#[derive(clap::Args)]
pub struct Args {
    /// The finding's number.
    #[arg(required_unless_present_any = ["sample", "bugs"])]
    id: Option<i64>,
    /// So many findings of a campaign instead, drawn by the seed; a table says what came of them.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["id", "debugger"])]
    sample: Option<usize>,
    /// Draws the sample.
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
    /// The campaign that the sample is drawn from; the default is the latest.
    #[arg(long, requires = "sample")]
    campaign: Option<i64>,
    /// The first finding of each bug in a list instead, such as docs/results/triage/bugs.toml.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["id", "debugger", "sample"])]
    bugs: Option<PathBuf>,
    /// The debugger whose broken law is kept; the finding's fastest, if nothing is said.
    #[arg(long)]
    debugger: Option<String>,
    /// Stop after so many trials.
    #[arg(long, default_value_t = 2000)]
    trials: usize,
    /// Stop after this time, such as 30s or 10m; the same command goes on from there.
    #[arg(long, value_name = "TIME", value_parser = time_limit::parse, default_value = "5m")]
    time: Duration,
    /// Forget what was reached before.
    #[arg(long)]
    again: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

mod by_itself;
mod campaign;
mod deviation;
mod many;

pub use campaign::reduce_new;

/// Runs the command. It succeeds when what was found is there.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    match (args.sample, &args.bugs, args.id) {
        (Some(size), ..) => many::sample(size, &args, context).await,
        (_, Some(list), _) => many::bugs(list, &args, context).await,
        (.., id) => one(id.unwrap_or_default(), &args, context).await,
    }
}

async fn one(id: i64, args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let mut store = Store::existing(&context.store)?;
    let finding = match store.finding(id)? {
        Finding::Session(finding) => finding,
        Finding::Conformance(finding) => {
            return deviation::reduce(&finding, &mut store, args, context).await;
        }
        Finding::Isolation(finding) => {
            return by_itself::isolation(&finding, &mut store, args, context).await;
        }
        Finding::Map(finding) => {
            return by_itself::map(&finding, &mut store, args, context).await;
        }
    };
    let names = reduce::debuggers(&finding, args.debugger.as_deref()).map_err(Failure::usage)?;
    let chosen = chosen(&finding, &names, context)?;
    let is_same = |it: &Reduction| it.debuggers.iter().eq(chosen.iter().map(|one| &one.name));
    let earlier = store.reduction(id)?.filter(|it| !args.again && is_same(it));
    if let Some(done) = earlier.as_ref().filter(|it| it.is_complete) {
        show(&finding, done, 0.0, args.format)?;
        return Ok(Exit::Success);
    }
    let work = Work {
        finding: &finding,
        earlier,
        context: session_context(&finding, context)?,
        text: context.config.oracle()?,
        limits: Limits { action: ACTION_LIMIT, ..context.config.limits()? },
        budget: Budget { trials: args.trials, time: args.time },
    };
    let mut keep = |reduction: &Reduction| {
        let lines = count(&reduction.program);
        let actions = reduction.actions.len();
        say_error(&format!("{} trials: {lines} lines, {actions} actions", reduction.trials));
        store.record_reduction(id, reduction)
    };
    let began = Instant::now();
    let Some(reduction) = reduce::run(work, &chosen, &mut keep).await? else {
        say_error(
            "what was found does not come again, so there is nothing to make smaller; `parallax replay` shows what comes instead",
        );
        return Ok(Exit::Failed);
    };
    show(&finding, &reduction, began.elapsed().as_secs_f64(), args.format)?;
    Ok(Exit::Success)
}

/// What a finding's session runs with.
pub fn session_context(
    finding: &SessionFinding,
    context: &Context,
) -> anyhow::Result<SessionContext> {
    let (parameters, normaliser) = (context.config.parameters()?, context.config.normaliser(&[])?);
    let session =
        SessionContext::new(parameters, normaliser, std::slice::from_ref(&finding.program));
    // Where the families have voted, the truth was not known or not asked for.
    let is_judged = matches!(finding.divergence.verdict, Verdict::Law | Verdict::Convention);
    Ok(session.with_oracle(if is_judged { context.config.oracle()? } else { None }))
}

/// The debuggers to run; two for a relation between tiers.
pub fn chosen(
    finding: &SessionFinding,
    names: &[String],
    context: &Context,
) -> anyhow::Result<Vec<Instance>> {
    let tier = names.first().filter(|_| finding.session.lineage().is_some());
    let initial = tier.and_then(|name| Instance::split_tier(name)).map(|(name, _)| name.to_owned());
    let names: Vec<String> = match initial {
        Some(initial) => [initial].into_iter().chain(names.iter().cloned()).collect(),
        None => names.iter().map(|it| Instance::configured_name(it).to_owned()).collect(),
    };
    instances(&names, context)
}

fn show(
    finding: &SessionFinding,
    reduction: &Reduction,
    took: f64,
    format: Format,
) -> anyhow::Result<()> {
    if format == Format::Json {
        return say_json(&json!({
            "schema": "parallax/reduction/1",
            "finding": finding.id,
            "before": {
                "lines": count(&finding.program),
                "actions": finding.session.actions.len(),
            },
            "reduction": reduction,
        }));
    }
    let (lines, actions) = (count(&finding.program), finding.session.actions.len());
    let rate = reduction.trials as f64 / reduction.seconds.max(1e-9);
    let mut words = vec![
        format!(
            "finding {}: {lines} lines and {actions} actions became {} lines and {} actions",
            finding.id,
            count(&reduction.program),
            reduction.actions.len()
        ),
        format!(
            "{} trials in {:.1} s ({rate:.0} a second), {took:.1} s of them now{}",
            reduction.trials,
            reduction.seconds,
            if reduction.is_complete { "" } else { "; not finished: the same command goes on" }
        ),
        String::new(),
    ];
    words.extend(self::lines(reduction));
    say(&printable_lines(&words.join("\n")));
    Ok(())
}

/// What a reduced finding is, for people.
pub fn lines(reduction: &Reduction) -> Vec<String> {
    let mut lines = vec![reduction.what.clone()];
    lines.extend(case_lines(&reduction.program, &reduction.actions));
    if let Some(control) = &reduction.control {
        lines.push("beside it, this runs well:".to_owned());
        lines.extend(case_lines(&control.program, &control.actions));
    }
    lines.push(format!(
        "write the program to a file; `parallax trace FILE --debuggers {},spec --actions \"{}\"` shows it",
        reduction.debuggers.join(","),
        format_actions(&reduction.actions)
    ));
    lines
}

/// The lines of a program; what follows the last line's end is none.
fn count(program: &Program) -> usize {
    program.lines().len() - usize::from(program.text.ends_with('\n'))
}

fn case_lines(program: &Program, actions: &[Action]) -> Vec<String> {
    let numbered = program.lines().into_iter().enumerate().take(count(program));
    let mut lines: Vec<String> =
        numbered.map(|(index, line)| format!("  {:>4} {line}", index + 1)).collect();
    if !actions.is_empty() {
        lines.push(format!("  actions {}", format_actions(actions)));
    }
    lines
}
