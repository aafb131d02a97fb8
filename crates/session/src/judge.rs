//! Decides after each action what was found, and who goes on.
//!
//! Where the truth about a program is known, each debugger is held against it by itself: it does not matter
//! that others are elsewhere, so a session goes on after conventions and broken laws alike. Each cause is
//! noted once a session.
//!
//! Where the truth is not known, debuggers can only be compared while they are in step. Values, stacks and
//! output that differ leave them in step; that kind is not compared again in the session. At any other
//! difference the debuggers that are not on the largest side leave. Nothing is compared between debuggers
//! that have parted before.

use std::collections::HashSet;

use parallax_model::{Action, Breach, Cause, Difference, DifferenceKind, Observation, Verdict};

use crate::compare::{View, compare, vote};
use crate::foresight::Leads;
use crate::jury::{Jury, against_truth};
use crate::lockstep::{AtDifference, End};
use crate::normalise::Normaliser;

/// A difference between debuggers, or laws that some of them break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The number of the action.
    pub at: usize,
    /// What differs, and between whom.
    pub difference: Difference,
    /// Who is wrong.
    pub verdict: Verdict,
    /// The laws that are broken, where the truth is known.
    pub breaches: Vec<Breach>,
}

impl Found {
    /// The debuggers whose answers it stands on.
    pub fn debuggers(&self) -> Vec<&str> {
        match self.verdict {
            Verdict::Law => self.breaches.iter().map(|it| it.debugger.as_str()).collect(),
            _ => {
                let sides = self.difference.groups.iter();
                sides.flat_map(|it| it.debuggers.iter().map(String::as_str)).collect()
            }
        }
    }
}

/// What is known of a session so far.
pub(crate) struct Judge<'j> {
    pub(crate) normaliser: &'j Normaliser,
    at_difference: AtDifference,
    jury: Option<Jury<'j>>,
    /// What was noted already.
    seen: HashSet<Cause>,
    /// The kinds that are not compared any more.
    masked: HashSet<DifferenceKind>,
    /// The debuggers that have left.
    left: Vec<String>,
    /// Whether debuggers may be at different places, so that they cannot be compared.
    is_apart: bool,
    names: Vec<String>,
    /// For each debugger, whether it has taken the program.
    takes: Vec<bool>,
}

impl<'j> Judge<'j> {
    pub(crate) fn new(
        normaliser: &'j Normaliser,
        at_difference: AtDifference,
        jury: Option<Jury<'j>>,
        names: Vec<String>,
        takes: Vec<bool>,
    ) -> Self {
        Judge {
            normaliser,
            at_difference,
            jury,
            seen: HashSet::new(),
            masked: HashSet::new(),
            left: Vec::new(),
            is_apart: false,
            names,
            takes,
        }
    }

    /// Whether nothing can be found any more: there is no truth, and debuggers are apart.
    pub(crate) fn is_blind(&self) -> bool {
        self.at_difference == AtDifference::GoOn && self.jury.is_none() && self.is_apart
    }

    /// Which of the debuggers have left, or have never been there, in their order.
    pub(crate) fn has_left(&self) -> Vec<bool> {
        let all = self.names.iter().zip(&self.takes);
        all.map(|(name, takes)| !takes || self.left.contains(name)).collect()
    }

    /// Where each way to go on leads, as far as that is known.
    pub(crate) fn leads(&mut self) -> Vec<(Action, Leads)> {
        self.jury.as_mut().map_or_else(Vec::new, Jury::leads)
    }

    /// The pauses among answers that were held against the truth.
    pub(crate) fn judged(&self, action: &Action, shown: &[Option<Observation>]) -> usize {
        let pauses = shown.iter().map(|it| it.as_ref().is_some_and(|it| it.pause().is_some()));
        match &self.jury {
            Some(jury) if action.is_execution() => {
                jury.known().zip(pauses).filter(|(known, paused)| *known && *paused).count()
            }
            _ => 0,
        }
    }

    /// Notes what is found in the answers to an action; whether the pass ends with it.
    pub(crate) fn hear(
        &mut self,
        at: usize,
        action: &Action,
        shown: &[Option<Observation>],
        views: &[View<'_>],
        found: &mut Vec<Found>,
    ) -> Option<End> {
        if self.at_difference == AtDifference::Ignore {
            return None;
        }
        let judgement = self.judgement(action, shown);
        let difference = compare(views);
        let new = match (&judgement, difference.clone()) {
            (Some(breaches), difference) if !breaches.is_empty() => {
                self.breach(at, breaches, difference)
            }
            (Some(_), Some(difference)) if self.at_difference == AtDifference::Stop => {
                Some(Found { at, difference, verdict: Verdict::Convention, breaches: Vec::new() })
            }
            (None, Some(difference)) => self.difference(at, difference, views),
            _ => None,
        };
        self.keep_step(action, difference.is_some());
        let is_new = new.is_some();
        found.extend(new);
        match self.at_difference {
            AtDifference::Stop if is_new => Some(End::Differs),
            _ if views.len().saturating_sub(self.leaving(views)) < 2 && !self.left.is_empty() => {
                Some(End::Differs)
            }
            _ => all_failed(views),
        }
    }

    fn leaving(&self, views: &[View<'_>]) -> usize {
        views.iter().filter(|it| self.left.iter().any(|name| name == it.debugger)).count()
    }

    /// The laws that the answers break; none where the truth about some of them is not known.
    fn judgement(&mut self, action: &Action, shown: &[Option<Observation>]) -> Option<Vec<Breach>> {
        let jury = self.jury.as_mut()?;
        let breaches = jury.hear(action, shown, self.normaliser);
        (!breaches.is_empty() || jury.knows_all()).then_some(breaches)
    }

    /// Laws are broken. What was noted before is not noted again.
    fn breach(
        &mut self,
        at: usize,
        breaches: &[Breach],
        difference: Option<Difference>,
    ) -> Option<Found> {
        let fresh = breaches.iter().filter(|it| self.seen.insert(it.cause()));
        let fresh: Vec<Breach> = fresh.cloned().collect();
        let difference = difference.filter(|_| !self.is_apart && fresh.len() == breaches.len());
        // What a debugger broke before it does not keep now.
        let keeps = |name: &&str| !breaches.iter().any(|it| it.debugger == **name);
        let taking = self.names.iter().zip(&self.takes).filter(|(_, takes)| **takes);
        let right = taking.map(|(name, _)| name.as_str()).filter(keeps);
        let difference = difference.or_else(|| against_truth(&fresh, right))?;
        Some(Found { at, difference, verdict: Verdict::Law, breaches: fresh })
    }

    /// Debuggers differ, and the truth is not known.
    fn difference(
        &mut self,
        at: usize,
        difference: Difference,
        views: &[View<'_>],
    ) -> Option<Found> {
        if self.is_apart || self.masked.contains(&difference.kind) {
            return None;
        }
        match difference.kind {
            DifferenceKind::Variables | DifferenceKind::CallStack | DifferenceKind::Output => {
                self.masked.insert(difference.kind);
            }
            // Its breakpoints lie elsewhere from now on.
            DifferenceKind::BreakpointLocation | DifferenceKind::BreakpointRemoval => {
                self.is_apart = true;
            }
            _ => {
                let others = difference.groups.iter().skip(1);
                self.left.extend(others.flat_map(|it| it.debuggers.iter().cloned()));
            }
        }
        // By the laws somebody has moved wrongly before, which was noted; what follows from it was not.
        if self.jury.is_some() {
            return None;
        }
        let verdict = match difference.kind {
            // Where breakpoints slide, and how hosts print objects, is nobody's mistake.
            DifferenceKind::BreakpointLocation | DifferenceKind::Output => Verdict::Convention,
            _ => vote(views, &difference),
        };
        Some(Found { at, difference, verdict, breaches: Vec::new() })
    }

    /// Keeps track of whether debuggers are at the same moment.
    fn keep_step(&mut self, action: &Action, differ: bool) {
        let Some(jury) = &self.jury else { return };
        if differ {
            self.is_apart = true;
        } else if action.is_execution() && jury.is_together() {
            self.is_apart = false;
        }
    }
}

/// That all debuggers fail is the program's doing.
fn all_failed(views: &[View<'_>]) -> Option<End> {
    let failure = |view: &View<'_>| match &view.shown {
        Observation::Misbehaved(misbehaviour) => {
            Some((view.debugger.to_owned(), misbehaviour.clone()))
        }
        _ => None,
    };
    let failures: Option<Vec<_>> = views.iter().map(failure).collect();
    let (debugger, misbehaviour) = failures?.into_iter().next()?;
    Some(End::Failed(debugger, misbehaviour))
}
