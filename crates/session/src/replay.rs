//! Replay: a finding's recorded actions again, on the same debuggers or on others.

use parallax_campaign::SessionFinding;
use parallax_campaign::settings::Tool;
use parallax_debug::{Instance, LaunchError, Limits};
use parallax_model::{
    Action, Breach, Class, Divergence, Family, Lineage, Outcome, Program, Trace, Verdict,
};
use parallax_oracle::{Oracle, Unknown};

use crate::context::SessionContext;
use crate::differential::DifferentialWorker;
use crate::generate::Script;
use crate::jury::{TRUTH, judge};
use crate::lockstep::{AtDifference, End, Pass};
use crate::metamorphic::{self, EXPECTED};
use crate::normalise::Normaliser;
use crate::rows::{Row, rows};

/// A pass of scripted actions, ready to be shown.
#[derive(Debug, Clone)]
pub struct ScriptedPass {
    /// What was done and shown.
    pub pass: Pass,
    /// Who showed it; for a metamorphic finding, the expectation and the debugger.
    pub tools: Vec<Tool>,
    /// Action by action.
    pub rows: Vec<Row>,
    /// The laws that were broken, each with the number of the action; none where the truth is not known.
    pub breaches: Option<Vec<(usize, Breach)>>,
}

/// What came of a replay.
#[derive(Debug, Clone)]
pub enum Replayed {
    /// The recorded difference is there again.
    Reproduced(Divergence),
    /// Another difference than the recorded one.
    Other(Class),
    /// No reproducible difference; how the session ended.
    Gone(Outcome),
    /// The recorded difference is there, but the initial run is not what it was.
    InitialRunChanged,
}

/// Runs actions on debuggers in lockstep, past any difference.
pub async fn script(
    context: SessionContext,
    instances: &[Instance],
    limits: Limits,
    program: &Program,
    actions: &[Action],
) -> Result<ScriptedPass, LaunchError> {
    let mut worker = DifferentialWorker::new(context.clone(), instances, limits)?;
    let tools = worker.bring_up().await?;
    let pass = worker.pass(program, &mut Script::new(actions), AtDifference::Ignore).await?;
    let rows = worker.rows(&pass);
    let breaches = judged(&context, program, &pass, &worker.families());
    Ok(ScriptedPass { pass, tools, rows, breaches })
}

/// The laws that a pass breaks; none where the truth is not known.
fn judged(
    context: &SessionContext,
    program: &Program,
    pass: &Pass,
    families: &[Family],
) -> Option<Vec<(usize, Breach)>> {
    let oracle = context.oracle.as_deref()?;
    // The text is not held against itself.
    let mut pass = pass.clone();
    pass.traces.retain(|it| it.debugger != TRUTH);
    let families: Vec<Family> =
        families.iter().filter(|it| **it != Family::Specification).copied().collect();
    judge(oracle, program, &pass, &families, &context.normaliser).ok()
}

/// The laws that a finding's stored traces break, by the laws as they are now, each with the number of the
/// action. No debugger is run, so it is not known which engines run the program in another way.
///
/// # Errors
/// Where the truth about the program is not known.
pub fn judge_again(
    finding: &SessionFinding,
    oracle: &Oracle,
    families: &[Family],
    normaliser: &Normaliser,
) -> Result<Vec<(usize, Breach)>, Unknown> {
    let session = &finding.session;
    let actions = session.actions.iter().take(finding.divergence.at + 1).cloned().collect();
    let traces = session.traces.clone();
    let pass = Pass { actions, traces, found: Vec::new(), end: End::Finished, judged: 0 };
    judge(oracle, &finding.program, &pass, families, normaliser)
}

/// Repeats a differential finding.
pub async fn differential(
    finding: &SessionFinding,
    context: SessionContext,
    instances: &[Instance],
    limits: Limits,
) -> Result<(ScriptedPass, Replayed), LaunchError> {
    let mut worker = DifferentialWorker::new(context.clone(), instances, limits)?;
    let tools = worker.bring_up().await?;
    let mut script = Script::new(&finding.session.actions);
    let stop_at = stop_at(&finding.divergence);
    let pass = worker.pass(&finding.program, &mut script, stop_at).await?;
    let rows = worker.rows(&pass);
    let session = worker.conclude(&finding.program, pass.clone()).await?;
    let same = |it: &&Divergence| it.class == finding.divergence.class;
    let again = session.divergences.iter().rev().find(same);
    let replayed = match (again, session.divergences.last()) {
        (Some(again), _) => Replayed::Reproduced(again.clone()),
        (None, Some(other)) => Replayed::Other(other.class.clone()),
        (None, None) => Replayed::Gone(session.outcome),
    };
    let breaches = judged(&context, &finding.program, &pass, &worker.families());
    Ok((ScriptedPass { pass, tools, rows, breaches }, replayed))
}

/// Repeats a differential finding on debuggers that are up already; whether the same comes of it.
///
/// # Errors
/// Where a debugger cannot be brought up.
pub async fn comes_again(
    worker: &mut DifferentialWorker,
    context: &SessionContext,
    finding: &SessionFinding,
) -> Result<bool, LaunchError> {
    let program = &finding.program;
    worker.check_truth(program).await?;
    let mut script = Script::new(&finding.session.actions);
    let divergence = &finding.divergence;
    let pass = worker.pass(program, &mut script, stop_at(divergence)).await?;
    Ok(match divergence.verdict {
        Verdict::Law => {
            let broken = judged(context, program, &pass, &worker.families()).unwrap_or_default();
            divergence.breaches.iter().all(|breach| {
                let is_same =
                    |it: &Breach| (&it.law, &it.debugger) == (&breach.law, &breach.debugger);
                broken.iter().any(|(at, it)| *at == divergence.at && is_same(it))
            })
        }
        _ => {
            let mut found = pass.found.iter();
            found.any(|it| it.at == divergence.at && it.difference.kind == divergence.class.kind)
        }
    })
}

/// Where a session ends in which a divergence is to be seen again.
fn stop_at(divergence: &Divergence) -> AtDifference {
    match divergence.verdict {
        Verdict::Convention => AtDifference::Stop,
        _ => AtDifference::GoOn,
    }
}

/// What the runs of a metamorphic finding are repeated on; two tiers of one debugger, or the same.
pub struct Sides {
    /// For the initial run.
    pub initial: Instance,
    /// For the follow-up run.
    pub follow_up: Instance,
}

/// Repeats both runs of a metamorphic finding.
pub async fn metamorphic(
    finding: &SessionFinding,
    lineage: &Lineage,
    context: &SessionContext,
    sides: Sides,
    limits: Limits,
) -> Result<(ScriptedPass, Replayed), LaunchError> {
    let normaliser = &context.normaliser;
    let is_one = sides.initial.name == sides.follow_up.name;
    let mut first = crate::subject(sides.initial, limits)?;
    let initial = metamorphic::is_reproducible(&mut first, &lineage.initial, normaliser).await?;
    let mut subject = if is_one { first } else { crate::subject(sides.follow_up, limits)? };
    let mut script = Script::new(&finding.session.actions);
    let run = metamorphic::run(&mut subject, &lineage.program, &mut script).await?;
    let expected = finding.session.traces.first().cloned();
    let expected = expected.unwrap_or(Trace { debugger: EXPECTED.into(), observations: vec![] });
    let at = run.shown.len().saturating_sub(1);
    let difference = match (expected.observations.get(at), run.shown.get(at)) {
        (Some(expected), Some(shown)) => {
            metamorphic::difference(expected, shown, &subject, normaliser)
        }
        _ => None,
    };
    let is_there = difference.is_some_and(|it| it.kind == finding.divergence.class.kind);
    let replayed = match (is_there, initial) {
        (true, true) => Replayed::Reproduced(finding.divergence.clone()),
        (true, false) => Replayed::InitialRunChanged,
        (false, _) => Replayed::Gone(Outcome::Exhausted),
    };
    let relation = lineage.chain.last().cloned().unwrap_or_default();
    let tools = vec![
        Tool { name: EXPECTED.to_owned(), version: relation },
        Tool { name: subject.name().to_owned(), version: subject.version().to_owned() },
    ];
    let shown = Trace { debugger: subject.name().to_owned(), observations: run.shown };
    let traces = vec![expected, shown];
    let (found, end) = (Vec::new(), End::Exhausted);
    let pass = Pass { actions: run.actions, traces, found, end, judged: 0 };
    let rows = rows(&pass, &[subject.family(); 2], normaliser);
    Ok((ScriptedPass { pass, tools, rows, breaches: None }, replayed))
}
