//! At the end of a campaign, one finding of each new cause is made smaller.

use std::time::{Duration, Instant};

use parallax_campaign::classes::{causes, classes};
use parallax_campaign::{Known, SessionFinding, Store};
use parallax_debug::Limits;
use parallax_model::Reduction;
use parallax_program::reduce::Budget;
use parallax_session::reduce::{self, ReduceError, Work};

use super::{ACTION_LIMIT, chosen, count, session_context};
use crate::Context;
use crate::terminal::{printable, say_error};

/// One finding takes no longer; `parallax reduce` goes on with it.
const EACH: Duration = Duration::from_secs(10);

/// So many trials of one finding.
const TRIALS: usize = 2000;

/// Reduces one finding of each new cause of a campaign, as far as the time of the configuration goes.
pub async fn reduce_new(campaign: i64, known: &Known, context: &Context) -> anyhow::Result<()> {
    let time = Duration::from_secs(context.config.campaign.reduce_seconds);
    let mut store = Store::existing(&context.store)?;
    let findings = store.session_findings(campaign)?;
    let new = first_of_new_causes(&findings, known);
    let began = Instant::now();
    let mut done = 0;
    for (finding, debugger) in &new {
        let Some(left) = time.checked_sub(began.elapsed()).filter(|it| !it.is_zero()) else {
            break;
        };
        if store.reduction(finding.id)?.is_none() {
            one(finding, debugger.as_deref(), left.min(EACH), &mut store, context).await?;
        }
        done += 1;
    }
    if !new.is_empty() && !time.is_zero() {
        say_error(&format!(
            "made smaller: {done} of {} findings, one of each new cause, in {:.0} s; `parallax reduce ID` does others",
            new.len(),
            began.elapsed().as_secs_f64()
        ));
    }
    Ok(())
}

/// The smallest finding of each new cause, with the debugger whose law is kept; of each new class, where no law is
/// broken.
fn first_of_new_causes<'f>(
    findings: &'f [SessionFinding],
    known: &Known,
) -> Vec<(&'f SessionFinding, Option<String>)> {
    let size = |it: &&SessionFinding| (count(&it.program) + it.session.actions.len(), it.id);
    let by_law = causes(findings, known).into_iter().filter(|it| it.known.is_none());
    let mut new: Vec<_> = by_law
        .filter_map(|it| {
            Some((it.findings.iter().copied().min_by_key(size)?, Some(it.cause.debugger)))
        })
        .collect();
    let lawless = |it: &&SessionFinding| it.divergence.breaches.is_empty() && known.is_new(it);
    let classes = classes(findings, known);
    let by_class = classes.iter().filter_map(|class| {
        let new = class.findings.iter().copied().filter(lawless);
        Some((new.min_by_key(size)?, None))
    });
    new.extend(by_class);
    new
}

/// Reduces one finding. That it cannot be is said, and does not keep others from it.
async fn one(
    finding: &SessionFinding,
    debugger: Option<&str>,
    time: Duration,
    store: &mut Store,
    context: &Context,
) -> anyhow::Result<()> {
    let budget = Budget { trials: TRIALS, time };
    match reduced(finding, debugger, None, budget, store, context).await {
        Err(error) if matches!(error.downcast_ref(), Some(ReduceError::Store(_))) => Err(error),
        Err(error) => {
            let words = format!("{error:#}");
            say_error(&printable(&format!("finding {} is not made smaller: {words}", finding.id)));
            Ok(())
        }
        Ok(_) => Ok(()),
    }
}

/// What a finding is reduced to, from what was reached earlier or from the beginning; none where what was found does not come again.
pub async fn reduced(
    finding: &SessionFinding,
    debugger: Option<&str>,
    earlier: Option<Reduction>,
    budget: Budget,
    store: &mut Store,
    context: &Context,
) -> anyhow::Result<Option<Reduction>> {
    let names = reduce::debuggers(finding, debugger)?;
    let work = Work {
        finding,
        earlier: earlier.filter(|it| it.debuggers == names),
        context: session_context(finding, context)?,
        text: context.config.oracle()?,
        limits: Limits { action: ACTION_LIMIT, ..context.config.limits()? },
        budget,
    };
    let instances = chosen(finding, &names, context)?;
    let mut keep = |it: &Reduction| store.record_reduction(finding.id, it);
    Ok(reduce::run(work, &instances, &mut keep).await?)
}
