//! Holds what debuggers show through a map against the recording of the original, by the laws.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_model::{Action, Breach, Cause, Location, Observation, Rank};
use parallax_oracle::{Follower, Oracle, Truth, Unknown};
use parallax_session::Normaliser;

use crate::lens::{Lens, Seen};
use crate::route::Gone;

/// The laws that hold through a map. The others are about columns, conditions, evaluation and exceptions,
/// which are not asked for, or about what is the engine's choice in another text.
pub const APPLIED: &[&str] = &[
    "breakpoint-hit",
    "breakpoint-line",
    "caller-values",
    "caller-variables",
    "ending",
    "frame-places",
    "function-names",
    "place",
    "resume-stops",
    "stack",
    "step-in",
    "step-out",
    "step-over",
    "this",
    "values",
    "variables-exist",
    "variables-shown",
];

/// The laws about the variables of the paused function.
const OF_VARIABLES: &[&str] = &["values", "variables-exist", "variables-shown"];

/// A law that is broken through a map and not without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// The broken law.
    pub breach: Breach,
    /// The line of the original that the breakpoint was asked for.
    pub line: u32,
    /// Where the debugger is in the original, by the map; where the breakpoint was asked for, if the program has
    /// ended.
    pub original: Location,
    /// Where the debugger is in the compiled text.
    pub generated: Option<Location>,
    /// What was done in the compiled program, up to the answer in question.
    pub actions: Vec<Action>,
    /// Whether this place and all before it have mappings of their own, or of their statement. Where one has
    /// none, the debugger is taken to be elsewhere.
    pub is_exact: bool,
    /// Whether the debugger keeps all laws in the compiled program by itself, without the map. None where the
    /// truth about that program is not known.
    pub is_right_without: Option<bool>,
}

impl Charge {
    /// Whether it is about a fact of the language.
    pub fn is_fact(&self) -> bool {
        self.breach.rank == Rank::Fact
    }
}

/// Who judges one debugger on one program.
pub struct Judge<'j> {
    /// Who knows the truth.
    pub oracle: &'j Oracle,
    /// The truth about the original.
    pub truth: &'j Arc<Truth>,
    /// The debugger's name.
    pub debugger: &'j str,
    /// What evens out notation.
    pub normaliser: &'j Normaliser,
}

/// What became of one route through a map.
#[derive(Debug, Default)]
pub struct Heard {
    /// The laws that are broken through the map only.
    pub charges: Vec<Charge>,
    /// How many are broken without it as well: the debugger's own mistakes, which `parallax diff` finds.
    pub own: usize,
    /// How many pauses were held against the recording.
    pub pauses: usize,
    /// Whether the debugger breaks a law in the compiled program itself.
    pub is_wrong_without: bool,
}

impl Judge<'_> {
    fn follow(&self, truth: &Arc<Truth>) -> Follower<'_> {
        Follower::new(self.oracle, Arc::clone(truth), self.debugger)
    }

    /// Whether a pause does not tell what is being evaluated, as in the body of a class.
    fn is_vague(&self, truth: &Truth, shown: &Observation) -> bool {
        shown
            .pause()
            .is_some_and(|it| truth.is_vague(it.location()) || truth.is_initialising(&it.stack))
    }

    /// The causes of laws that a debugger breaks on a program itself.
    pub fn causes(&self, truth: &Arc<Truth>, gone: &Gone) -> Vec<Cause> {
        let mut follower = self.follow(truth);
        let steps = gone.actions.iter().zip(&gone.shown);
        let breaches = steps
            .flat_map(|(action, raw)| follower.follow(action, raw, &self.normaliser.apply(raw)));
        breaches.map(|it| it.cause()).collect()
    }

    /// The laws that are broken through the map. `own` are the causes on the original.
    pub fn hear(
        &self,
        line: u32,
        gone: &Gone,
        lens: &Lens<'_>,
        own: &BTreeSet<Cause>,
        compiled: &Result<Arc<Truth>, Unknown>,
    ) -> Heard {
        let mut heard = Heard::default();
        let without = compiled.as_ref().ok().map(|truth| self.causes(truth, gone));
        heard.is_wrong_without = without.as_ref().is_some_and(|it| !it.is_empty());
        let mut follower = self.follow(self.truth);
        let mut before: Option<(Location, Location)> = None;
        let mut is_exact = true;
        for (at, seen) in gone.seen(lens) {
            // From here on the recording cannot be followed.
            let Seen::Whole(raw) = seen else { break };
            let action = if at == 0 { Action::Break(line) } else { gone.actions[at].clone() };
            let shown = self.normaliser.apply(&raw);
            let generated = place(&gone.shown[at]);
            let now = place(&raw).zip(generated);
            is_exact &= generated.is_none_or(|it| lens.is_certain(it));
            is_exact &= !self.is_vague(self.truth, &raw);
            if let Ok(truth) = compiled {
                is_exact &= !self.is_vague(truth, &gone.shown[at]);
            }
            heard.pauses += usize::from(raw.pause().is_some() && follower.knows());
            for breach in follower.follow(&action, &raw, &shown) {
                let is_excused = is_split(before, now)
                    || OF_VARIABLES.contains(&breach.law.as_str())
                        && generated.is_some_and(|it| is_behind_return(compiled, lens, it));
                if !APPLIED.contains(&breach.law.as_str()) || is_excused {
                    continue;
                }
                let same_law = |it: &Cause| it.law == breach.law;
                if own.contains(&breach.cause())
                    || without.as_ref().is_some_and(|it| it.iter().any(same_law))
                {
                    heard.own += 1;
                    continue;
                }
                heard.charges.push(Charge {
                    line,
                    original: place(&raw).unwrap_or(Location { line, column: 0 }),
                    generated,
                    actions: gone.actions[..=at].to_vec(),
                    is_exact,
                    is_right_without: without.as_ref().map(|it| it.is_empty()),
                    breach,
                });
            }
            if !heard.charges.is_empty() {
                // What follows may be a consequence.
                break;
            }
            before = now.or(before);
        }
        heard
    }
}

/// Whether a place behind a `return` has no mapping of its own. Blocks have been left there, and the map leads
/// to where they have not.
fn is_behind_return(
    compiled: &Result<Arc<Truth>, Unknown>,
    lens: &Lens<'_>,
    generated: Location,
) -> bool {
    let is_behind = compiled.as_ref().is_ok_and(|truth| truth.return_before(generated).is_some());
    is_behind && lens.map.at(generated).is_none()
}

/// Whether two places of the compiled text are one of the original: what was one statement are two then.
fn is_split(before: Option<(Location, Location)>, now: Option<(Location, Location)>) -> bool {
    before.zip(now).is_some_and(|(before, now)| before.0 == now.0 && before.1 != now.1)
}

fn place(shown: &Observation) -> Option<Location> {
    match shown {
        Observation::BreakpointSet(place) => *place,
        other => other.pause().map(parallax_model::Pause::location),
    }
}
