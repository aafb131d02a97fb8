//! Holds every answer of every debugger of a session against the truth.

use std::sync::Arc;

use parallax_model::{
    Action, Breach, Difference, DifferenceKind, Family, Observation, Program, Side, Trace,
};
use parallax_oracle::{Follower, Oracle, Unknown};

use crate::foresight::{Foresight, Leads};
use crate::lockstep::Pass;
use crate::normalise::Normaliser;

/// What the truth is called among the sides of a difference.
pub const TRUTH: &str = "spec";

/// Followers of all debuggers of a session.
pub struct Jury<'o> {
    followers: Vec<Follower<'o>>,
    foresight: Foresight<'o>,
    families: Vec<Family>,
    /// For each debugger, whether it has taken the program.
    takes: Vec<bool>,
}

impl<'o> Jury<'o> {
    /// Followers of debuggers that have loaded a program.
    ///
    /// # Errors
    /// Where the truth about the program is not known.
    pub fn new(
        oracle: &'o Oracle,
        program: &Program,
        debuggers: impl Iterator<Item = (impl AsRef<str>, Family)>,
    ) -> Result<Self, Unknown> {
        let truth = oracle.truth(program)?;
        let foresight = Foresight::new(oracle, &truth);
        let follow = |(name, family)| {
            (Follower::new(oracle, Arc::clone(&truth), AsRef::<str>::as_ref(&name)), family)
        };
        let (followers, families): (Vec<_>, Vec<_>) = debuggers.map(follow).unzip();
        let takes = vec![true; followers.len()];
        Ok(Jury { followers, foresight, families, takes })
    }

    /// The same without the debuggers that have not taken the program; they still have their places.
    #[must_use]
    pub fn without_those_that_refuse(self, takes: &[bool]) -> Self {
        Jury { takes: takes.to_vec(), ..self }
    }

    /// The followers of the debuggers that have taken the program.
    fn taking(&self) -> impl Iterator<Item = &Follower<'o>> {
        self.followers.iter().zip(&self.takes).filter(|(_, takes)| **takes).map(|(it, _)| it)
    }

    /// The laws that the answers to an action break, in the order of the debuggers. Those that have left
    /// give none.
    pub fn hear(
        &mut self,
        action: &Action,
        shown: &[Option<Observation>],
        normaliser: &Normaliser,
    ) -> Vec<Breach> {
        self.foresight.hear(action);
        let answering = self.followers.iter().zip(shown).zip(&self.families);
        let answering: Vec<Family> = answering
            .filter(|((follower, shown), _)| shown.is_some() && !follower.is_over())
            .map(|(_, family)| *family)
            .collect();
        let pairs = self.followers.iter_mut().zip(shown);
        let breaches: Vec<Breach> = pairs
            .filter_map(|(it, raw)| Some((it, raw.as_ref()?)))
            .flat_map(|(it, raw)| it.follow(action, raw, &normaliser.apply(raw)))
            .collect();
        breaches.iter().filter(|it| !is_disputed(it, &breaches, &answering)).cloned().collect()
    }

    /// For each debugger, whether it is known where it is.
    pub fn known(&self) -> impl Iterator<Item = bool> {
        self.followers.iter().map(Follower::knows)
    }

    /// Whether it is known where each debugger is.
    pub fn knows_all(&self) -> bool {
        self.taking().all(Follower::knows)
    }

    /// Whether all debuggers that have not ended are at the same moment.
    pub fn is_together(&self) -> bool {
        let mut segments = self.taking().map(Follower::segment);
        let first = segments.next().flatten();
        first.is_some() && segments.all(|it| it == first)
    }

    /// Where each way to go on leads the first debugger that goes on, as far as is known.
    pub fn leads(&mut self) -> Vec<(Action, Leads)> {
        let from = self.taking().find(|it| !it.is_over()).and_then(Follower::latest);
        from.map_or_else(Vec::new, |from| self.foresight.leads(from))
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
    families: &[Family],
    normaliser: &Normaliser,
) -> Result<Vec<(usize, Breach)>, Unknown> {
    let names = pass.traces.iter().map(|it| &it.debugger);
    let mut jury = Jury::new(oracle, program, names.zip(families.iter().copied()))?;
    let mut found = Vec::new();
    for (at, action) in pass.actions.iter().enumerate() {
        let taking = |it: &Trace| it.refusal().is_none();
        let shown = |it: &Trace| it.observations.get(at).filter(|_| taking(it)).cloned();
        let shown: Vec<Option<Observation>> = pass.traces.iter().map(shown).collect();
        found.extend(jury.hear(action, &shown, normaliser).into_iter().map(|it| (at, it)));
    }
    Ok(found)
}

/// The laws about what engines do, not only debuggers.
const DISPUTABLE: &[&str] = &[
    "answers",
    "caller-values",
    "ending",
    "evaluation",
    "exception",
    "log",
    "members",
    "output",
    "returned",
    "this",
    "values",
];

/// Whether all debuggers, of several engines, show the same other value. Then it is likelier that engines do
/// not do what the text says than that all debuggers have the same bug, and debuggers are held to their
/// engines.
fn is_disputed(breach: &Breach, all: &[Breach], answering: &[Family]) -> bool {
    let is_one_engine = answering.iter().all(|it| Some(it) == answering.first());
    let is_failure = breach.law == "answers";
    let same = all
        .iter()
        .filter(|it| it.law == breach.law && (is_failure || it.sentence == breach.sentence));
    !is_one_engine && DISPUTABLE.contains(&breach.law.as_str()) && same.count() == answering.len()
}

/// The difference between debuggers that break a law and the truth, where they agree with each other.
pub fn against_truth<'n>(
    breaches: &[Breach],
    debuggers: impl Iterator<Item = &'n str>,
) -> Option<Difference> {
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
    let is_wrong = |name: &str| breaches.iter().any(|it| it.debugger == name);
    let others = debuggers.filter(|name| !is_wrong(name)).map(str::to_owned);
    let debuggers = others.chain([TRUTH.to_owned()]).collect();
    groups.push(Side { debuggers, shown: format!("{} is kept", first.law) });
    Some(Difference { kind: kind(&first.law), groups })
}

/// The kind of difference that a law is about.
fn kind(law: &str) -> DifferenceKind {
    match law {
        "breakpoint-line" | "breakpoint-place" => DifferenceKind::BreakpointLocation,
        "answers" => DifferenceKind::Failure,
        "removal" => DifferenceKind::BreakpointRemoval,
        "ending" => DifferenceKind::Termination,
        "async-callers" | "stack" | "function-names" | "frame-places" => DifferenceKind::CallStack,
        "caller-values" | "caller-variables" | "evaluation" | "exception" | "members"
        | "returned" | "set" | "this" | "values" | "variables-exist" | "variables-shown" => {
            DifferenceKind::Variables
        }
        "log" | "output" => DifferenceKind::Output,
        _ => DifferenceKind::PausedLine,
    }
}
