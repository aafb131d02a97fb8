//! Metamorphic relations: changes of a run after which a debugger must show the same.
//!
//! Each is one file with its manual page, and one line in [`ALL`]. A relation is interactive: what
//! its follow-up run does next depends on what the debugger just did.

use std::collections::VecDeque;

use parallax_model::{Action, Location, Observation, Pause, Program, Run};
use rand_chacha::ChaCha8Rng;

mod add_breakpoint;
mod add_parameter;
mod boolean_literal;
mod detour;
mod in_for_over;
mod insert_dead_code;
mod insert_no_op;
mod integer_literal;
mod never_set;
mod on_trace;
mod order;
mod over_for_out;
mod rewritten;
mod sliding;
mod step_for_resume;
mod twice;
mod while_paused;

/// All relations, in alphabetical order of their names.
pub const ALL: &[&Relation] = &[
    &add_breakpoint::RELATION,
    &add_parameter::RELATION,
    &boolean_literal::RELATION,
    &in_for_over::RELATION,
    &insert_dead_code::RELATION,
    &insert_no_op::RELATION,
    &integer_literal::RELATION,
    &never_set::RELATION,
    &on_trace::RELATION,
    &order::RELATION,
    &over_for_out::RELATION,
    &sliding::RELATION,
    &step_for_resume::RELATION,
    &twice::RELATION,
    &while_paused::RELATION,
];

/// The relation of that name.
pub fn find(name: &str) -> Option<&'static Relation> {
    ALL.iter().copied().find(|relation| relation.name == name)
}

/// A relation between an initial run and its follow-up.
#[derive(Debug)]
pub struct Relation {
    /// The name in commands, files and reports.
    pub name: &'static str,
    /// What must hold, in one line.
    pub summary: &'static str,
    /// The manual page: what is changed, what must stay, an example.
    pub manual: &'static str,
    /// Prepares a follow-up of a run; none where the relation has nothing to change.
    pub prepare: fn(&Run, &mut ChaCha8Rng) -> Option<FollowUp>,
}

/// A follow-up run that is ready to begin.
pub struct FollowUp {
    /// What to run.
    pub program: Program,
    /// What to do with it.
    pub driver: Box<dyn Driver>,
}

impl FollowUp {
    /// A follow-up on the program of the initial run.
    fn on(initial: &Run, driver: impl Driver + 'static) -> Option<Self> {
        Some(FollowUp { program: initial.program.clone(), driver: Box::new(driver) })
    }
}

/// Decides during a follow-up run what to do next, and what must be shown.
pub trait Driver: Send {
    /// The next action; none ends the run.
    fn next(&mut self) -> Option<Action>;

    /// What the debugger should have shown instead of what it showed.
    fn see(&mut self, shown: &Observation) -> Check;
}

/// What an observation of a follow-up run has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// Anything: the relation's own doing.
    Ignore,
    /// The same as this.
    Equals(Observation),
    /// There is no telling how the runs correspond from here on.
    GiveUp,
}

/// A follow-up whose actions are known beforehand.
#[derive(Debug, Default)]
pub struct Planned {
    steps: VecDeque<(Action, Expected)>,
    now: Option<Expected>,
    was_set: bool,
}

/// What a planned action must show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Anything.
    Anything,
    /// The same as this.
    Same(Observation),
    /// That it is removed, if setting it showed a place.
    RemovedIfSet,
}

impl Planned {
    /// Does these things in order.
    pub fn new(steps: impl IntoIterator<Item = (Action, Expected)>) -> Self {
        Planned { steps: steps.into_iter().collect(), ..Planned::default() }
    }
}

impl Driver for Planned {
    fn next(&mut self) -> Option<Action> {
        let (action, expected) = self.steps.pop_front()?;
        self.now = Some(expected);
        Some(action)
    }

    fn see(&mut self, shown: &Observation) -> Check {
        let check = match self.now.take() {
            Some(Expected::Same(expected)) => Check::Equals(expected),
            Some(Expected::RemovedIfSet) => {
                Check::Equals(Observation::BreakpointRemoved(self.was_set))
            }
            Some(Expected::Anything) | None => Check::Ignore,
        };
        self.was_set = matches!(shown, Observation::BreakpointSet(Some(_)));
        if matches!(shown, Observation::Finished(_)) {
            self.steps.clear();
        }
        check
    }
}

/// A run's actions with what they showed.
fn steps(run: &Run) -> impl Iterator<Item = (Action, Observation)> + '_ {
    run.actions.iter().copied().zip(run.shown.iter().cloned())
}

/// The same, as a follow-up that must show the same.
fn same(run: &Run) -> Vec<(Action, Expected)> {
    steps(run).map(|(action, shown)| (action, Expected::Same(shown))).collect()
}

/// Where in a run the program is started.
fn start(run: &Run) -> Option<usize> {
    run.actions.iter().position(|action| *action == Action::Start)
}

/// A breakpoint that was set before the program started, and stayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Breakpoint {
    /// Which of the run's actions set it.
    at: usize,
    /// The line that was asked for.
    line: u32,
    /// Where it is.
    place: Location,
}

/// The breakpoints that a run sets before it starts and does not remove. None if two requests
/// share a line or a place: whether the second is then refused is the debugger's affair.
fn breakpoints(run: &Run) -> Option<Vec<Breakpoint>> {
    let mut all: Vec<Breakpoint> = Vec::new();
    for (at, (action, shown)) in steps(run).enumerate().take(start(run)?) {
        if let (Action::Break(line), Observation::BreakpointSet(Some(place))) = (action, shown) {
            if all.iter().any(|other| other.place == place || other.line == line) {
                return None;
            }
            all.push(Breakpoint { at, line, place });
        }
    }
    all.retain(|breakpoint| !run.actions.contains(&Action::Unbreak(breakpoint.line)));
    Some(all)
}

/// Lines that a run sets or removes breakpoints at.
fn is_touched(run: &Run, line: u32) -> bool {
    run.actions.contains(&Action::Break(line)) || run.actions.contains(&Action::Unbreak(line))
}

/// Where one of these words is, code may run after the program's end, and steps lead elsewhere.
const LATER: [&str; 7] =
    ["await", "async", "Promise", "setTimeout", "queueMicrotask", "yield", "function*"];

/// Whether all of a program runs from its beginning to its end, without detours.
fn is_straight(run: &Run) -> bool {
    !LATER.iter().any(|word| run.program.text.contains(word))
}

/// Whether a pause is where a breakpoint of the run has been set.
fn at_breakpoint(run: &Run, pause: &Pause) -> bool {
    run.shown.contains(&Observation::BreakpointSet(Some(pause.location())))
}

/// Whether two pauses are at the same place at the same depth.
fn is_same_place(one: &Pause, other: &Pause) -> bool {
    one.location() == other.location() && one.stack.len() == other.stack.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_every_relation_is_explained() {
        assert!(ALL.is_sorted_by_key(|relation| relation.name));
        for relation in ALL {
            assert!(relation.summary.len() < 100, "{}", relation.name);
            assert!(relation.manual.contains("For example"), "{}", relation.name);
            assert_eq!(find(relation.name).unwrap().name, relation.name);
        }
    }
}
