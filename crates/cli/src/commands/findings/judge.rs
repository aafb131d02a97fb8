//! `parallax findings judge`: which broken laws of stored sessions are still broken, by the laws as they are now.

use std::collections::BTreeSet;

use parallax_campaign::{SessionFinding, Store};
use parallax_debug::{Instance, backends};
use parallax_model::{Breach, Family, Verdict};
use parallax_oracle::Oracle;
use parallax_session::{Normaliser, replay};

use crate::exit_code::{Exit, Failure};
use crate::{Context, terminal};

/// What came of all findings.
#[derive(Default)]
struct Tally {
    breaches: usize,
    gone: usize,
    unknown: usize,
    /// The causes that the campaign has found, and those that are new.
    causes: BTreeSet<(String, String, String)>,
}

/// Runs the command. It fails where a breach is gone.
pub fn run(store: &Store, campaign: Option<i64>, context: &Context) -> anyhow::Result<Exit> {
    let Some(oracle) = context.config.oracle()? else {
        return Err(Failure::usage(
            "the text of ECMA-262 is missing: run `parallax spec get es2026`",
        ));
    };
    let normaliser = context.config.normaliser(&[])?;
    let campaign = store.campaign(campaign)?;
    let findings = store.session_findings(campaign.id)?;
    let stored = findings.iter().flat_map(|it| &it.divergence.breaches).map(cause).collect();
    let mut tally = Tally { causes: stored, ..Tally::default() };
    for finding in findings {
        if finding.divergence.verdict == Verdict::Law {
            judge(&finding, &oracle, &normaliser, context, &mut tally)?;
        }
    }
    let Tally { breaches, gone, unknown, .. } = tally;
    terminal::say(&format!(
        "{breaches} broken laws judged again: {} are still broken, {gone} are not; the truth about {unknown} is not known",
        breaches - gone
    ));
    Ok(if gone == 0 { Exit::Success } else { Exit::Failed })
}

fn judge(
    finding: &SessionFinding,
    oracle: &Oracle,
    normaliser: &Normaliser,
    context: &Context,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let mut families = Vec::new();
    for trace in &finding.session.traces {
        families.push(family(&trace.debugger, context)?);
    }
    let stored = &finding.divergence.breaches;
    let Ok(now) = replay::judge_again(finding, oracle, &families, normaliser) else {
        tally.unknown += stored.len();
        return Ok(());
    };
    tally.breaches += stored.len();
    let is_same =
        |one: &Breach, other: &Breach| one.debugger == other.debugger && one.law == other.law;
    let at = finding.divergence.at;
    let is_there = |it: &Breach| now.iter().any(|(action, now)| *action == at && is_same(it, now));
    for breach in stored.iter().filter(|it| !is_there(it)) {
        tally.gone += 1;
        say(&format!("{} is gone: {breach}", finding.id));
    }
    for (action, breach) in &now {
        if tally.causes.insert(cause(breach)) {
            say(&format!("{} has more, after action {}: {breach}", finding.id, action + 1));
        }
    }
    Ok(())
}

fn cause(breach: &Breach) -> (String, String, String) {
    (breach.debugger.clone(), breach.law.clone(), breach.shape.clone())
}

fn say(line: &str) {
    terminal::say(&terminal::fitted(&terminal::printable(line)));
}

fn family(debugger: &str, context: &Context) -> anyhow::Result<Family> {
    let instance = context.config.instance(Instance::configured_name(debugger))?;
    Ok(backends::find(&instance.backend).map_or(Family::Specification, |it| it.family()))
}
