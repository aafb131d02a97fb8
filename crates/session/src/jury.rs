//! Holds every answer of every debugger of a session against the truth.

use std::sync::Arc;

use parallax_model::{
    Action, Breach, Difference, DifferenceKind, Observation, Program, Rank, Side, Trace,
};
use parallax_oracle::{Follower, Oracle, Unknown};

use crate::lockstep::Pass;
use crate::normalise::Normaliser;

/// What the truth is called among the sides of a difference.
pub const TRUTH: &str = "spec";

/// Followers of all debuggers of a session.
pub struct Jury<'o> {
    followers: Vec<Follower<'o>>,
}

impl<'o> Jury<'o> {
    /// Followers of debuggers that have loaded a program.
    ///
    /// # Errors
    /// Where the truth about the program is not known.
    pub fn new(
        oracle: &'o Oracle,
        program: &Program,
        debuggers: impl Iterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Unknown> {
        let truth = oracle.truth(program)?;
        let follow = |name| Follower::new(oracle, Arc::clone(&truth), AsRef::<str>::as_ref(&name));
        Ok(Jury { followers: debuggers.map(follow).collect() })
    }

    /// The laws that the answers to an action break, in the order of the debuggers.
    pub fn hear(
        &mut self,
        action: &Action,
        shown: &[Observation],
        normaliser: &Normaliser,
    ) -> Vec<Breach> {
        let pairs = self.followers.iter_mut().zip(shown);
        let breaches: Vec<Breach> =
            pairs.flat_map(|(it, raw)| it.follow(action, raw, &normaliser.apply(raw))).collect();
        let count = self.followers.len();
        breaches.iter().filter(|it| !is_disputed(it, &breaches, count)).cloned().collect()
    }

    /// Whether it is known where each debugger is.
    pub fn knows_all(&self) -> bool {
        self.followers.iter().all(Follower::knows)
    }
}

/// The laws that a pass breaks, each with the number of the action after which it is broken.
///
/// # Errors
/// Where the truth about the program is not known.
pub fn judge(
    oracle: &Oracle,
    program: &Program,
    pass: &Pass,
    normaliser: &Normaliser,
) -> Result<Vec<(usize, Breach)>, Unknown> {
    let mut jury = Jury::new(oracle, program, pass.traces.iter().map(|it| &it.debugger))?;
    let mut found = Vec::new();
    for (at, action) in pass.actions.iter().enumerate() {
        let shown: Vec<Observation> =
            pass.traces.iter().filter_map(|it| it.observations.get(at).cloned()).collect();
        found.extend(jury.hear(action, &shown, normaliser).into_iter().map(|it| (at, it)));
    }
    Ok(found)
}

/// Whether all of several debuggers show the same other value. Then it is likelier that engines do not do
/// what the text says than that all debuggers have the same bug, and debuggers are held to their engines.
fn is_disputed(breach: &Breach, all: &[Breach], debuggers: usize) -> bool {
    let same = all.iter().filter(|it| it.law == breach.law && it.sentence == breach.sentence);
    debuggers > 1
        && matches!(breach.law.as_str(), "values" | "ending" | "output" | "evaluation")
        && same.count() == debuggers
}

/// The difference between debuggers that break a law and the truth, where they agree with each other.
pub fn against_truth(breaches: &[Breach], traces: &[Trace]) -> Option<Difference> {
    let first = breaches.iter().min_by_key(|it| it.rank)?;
    let mut groups: Vec<Side> = Vec::new();
    for breach in breaches.iter().filter(|it| it.law == first.law) {
        match groups.iter_mut().find(|it| it.shown == breach.sentence) {
            Some(side) => side.debuggers.push(breach.debugger.clone()),
            None => groups.push(Side {
                debuggers: vec![breach.debugger.clone()],
                shown: breach.sentence.clone(),
            }),
        }
    }
    let is_right = |name: &String| !groups.iter().any(|it| it.debuggers.contains(name));
    let others = traces.iter().map(|it| &it.debugger).filter(|name| is_right(name));
    let debuggers = others.cloned().chain([TRUTH.to_owned()]).collect();
    groups.push(Side { debuggers, shown: format!("{} is kept", first.law) });
    Some(Difference { kind: kind(&first.law), groups })
}

/// The kind of difference that a law is about.
fn kind(law: &str) -> DifferenceKind {
    match law {
        "breakpoint-line" | "breakpoint-place" => DifferenceKind::BreakpointLocation,
        "removal" => DifferenceKind::BreakpointRemoval,
        "ending" => DifferenceKind::Termination,
        "stack" | "function-names" | "frame-places" => DifferenceKind::CallStack,
        "values" | "variables-exist" | "variables-shown" | "evaluation" => {
            DifferenceKind::Variables
        }
        "output" => DifferenceKind::Output,
        _ => DifferenceKind::PausedLine,
    }
}

/// Whether some debugger breaks a fact.
pub fn breaks_fact(breaches: &[Breach]) -> bool {
    breaches.iter().any(|it| it.rank == Rank::Fact)
}
