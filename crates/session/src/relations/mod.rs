//! Metamorphic relations: changes of a run after which a debugger must show the same.
//!
//! Each is one file with its manual page, and one line in [`ALL`]. [`Relation`] and [`Driver`] say what
//! a relation has to keep to.

use std::collections::VecDeque;

use parallax_model::{Action, Location, Observation, Pause, Program, Run};
use parallax_program::js::Syntax;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::survey::Survey;
use parallax_debug::backend::Ability;

mod add_breakpoint;
mod add_parameter;
mod boolean_literal;
mod condition_false;
mod condition_hit;
mod condition_true;
mod detour;
mod evaluate;
mod in_for_over;
mod insert_dead_code;
mod insert_no_op;
mod integer_literal;
mod listed;
mod never_set;
mod on_trace;
mod order;
mod output;
mod over_for_out;
mod remove_dead_code;
mod removed_while_paused;
mod rewritten;
mod set_same;
mod sliding;
mod step_for_resume;
mod tiers;
mod twice;
mod while_paused;

#[cfg(test)]
mod tests;

/// All relations, in alphabetical order of their names.
pub const ALL: &[&Relation] = &[
    &add_breakpoint::RELATION,
    &add_parameter::RELATION,
    &boolean_literal::RELATION,
    &condition_false::RELATION,
    &condition_hit::RELATION,
    &condition_true::RELATION,
    &evaluate::RELATION,
    &in_for_over::RELATION,
    &insert_dead_code::RELATION,
    &insert_no_op::RELATION,
    &integer_literal::RELATION,
    &listed::RELATION,
    &never_set::RELATION,
    &on_trace::RELATION,
    &order::RELATION,
    &output::RELATION,
    &over_for_out::RELATION,
    &remove_dead_code::RELATION,
    &removed_while_paused::RELATION,
    &set_same::RELATION,
    &sliding::RELATION,
    &step_for_resume::RELATION,
    &tiers::RELATION,
    &twice::RELATION,
    &while_paused::RELATION,
];

/// The relation of that name.
pub fn find(name: &str) -> Option<&'static Relation> {
    ALL.iter().copied().find(|relation| relation.name == name)
}

/// A relation between an initial run and its follow-up.
///
/// A relation changes the actions of the initial run, or its program, in a way that must make no
/// difference, and says what the follow-up must show. It must hold for every correct debugger:
/// where it cannot be decided that it does, there is no follow-up, or the [`Driver`] gives up. What a
/// debugger may do as it likes, such as where a breakpoint slides to, is not compared.
///
/// All that is random comes from the generator that `prepare` gets, so that the same run, survey and
/// state of the generator give the same follow-up. A relation that rewrites the program holds a
/// [rule](parallax_program::rewrite::Rule) and draws one of its sites. The follow-up run may become the
/// initial run of another relation.
#[derive(Debug)]
pub struct Relation {
    /// The name in commands, files and reports.
    pub name: &'static str,
    /// What must hold, in one line.
    pub summary: &'static str,
    /// What the debugger must be able to do.
    pub needs: &'static [Ability],
    /// The manual page: what is changed, what must stay, an example.
    pub manual: &'static str,
    /// Prepares a follow-up of a run; none where the relation has nothing to change.
    pub prepare: fn(&Run, &Survey, &mut ChaCha8Rng) -> Option<FollowUp>,
}

impl Relation {
    /// Whether a debugger with these abilities can serve it.
    pub fn is_served_by(&self, abilities: &[Ability]) -> bool {
        self.needs.iter().all(|need| abilities.contains(need))
    }

    /// Whether it needs to know what a survey of the program says.
    pub fn needs_survey(&self) -> bool {
        self.needs.contains(&Ability::Listing) || self.needs.contains(&Ability::Output)
    }

    /// Whether its follow-up runs with another tier of the debugger's engine.
    pub fn needs_tier(&self) -> bool {
        self.needs.contains(&Ability::Tiers)
    }
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
///
/// The two methods take turns: after each action comes what the debugger showed, so that the next
/// action may depend on it. The run ends when there is no action, at the first observation that is
/// not as expected, and when the driver gives up.
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
    /// Anything but a breakpoint at one of these places, where two could not be told apart.
    Apart(Vec<Location>),
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
            Some(Expected::Apart(places)) => match shown {
                Observation::BreakpointSet(Some(place)) if places.contains(place) => Check::GiveUp,
                _ => Check::Ignore,
            },
            Some(Expected::Anything) | None => Check::Ignore,
        };
        self.was_set = matches!(shown, Observation::BreakpointSet(Some(_)));
        if matches!(shown, Observation::Finished(_)) {
            self.steps.retain(|(action, _)| *action == Action::Output);
        }
        check
    }
}

/// A run's actions with what they showed.
fn steps(run: &Run) -> impl Iterator<Item = (Action, Observation)> + '_ {
    run.actions.iter().cloned().zip(run.shown.iter().cloned())
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
/// share a line or a place: whether the second is then refused is the debugger's affair. None, too,
/// if one of them has a condition.
fn breakpoints(run: &Run) -> Option<Vec<Breakpoint>> {
    if run.actions.iter().any(|action| matches!(action, Action::BreakAt(_) | Action::BreakIf(..))) {
        return None;
    }
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

/// Whether a run sets or removes breakpoints at a line.
fn is_touched(run: &Run, line: u32) -> bool {
    run.actions.iter().any(|action| action.line() == Some(line))
}

/// A random line; none if the run sets or removes breakpoints there.
fn unused_line(run: &Run, rng: &mut ChaCha8Rng) -> Option<u32> {
    let line = rng.random_range(1..=run.program.line_count());
    (!is_touched(run, line)).then_some(line)
}

/// Whether all of a program runs from its beginning to its end, without detours. Where code runs
/// after the program's end, or functions are left in the middle, steps lead elsewhere.
fn is_straight(run: &Run) -> bool {
    Syntax::new(&run.program).is_some_and(|syntax| syntax.is_straight())
}

/// Whether a debugger's name for a variable is one that the program can use.
fn is_identifier(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphabetic() || matches!(letter, '_' | '$');
    name.starts_with(is_letter)
        && name.chars().all(|letter| is_letter(letter) || letter.is_numeric())
        && !matches!(name, "this" | "default")
}

/// Whether a pause is where a breakpoint of the run has been set.
fn at_breakpoint(run: &Run, pause: &Pause) -> bool {
    run.shown.contains(&Observation::BreakpointSet(Some(pause.location())))
}

/// Whether two pauses are at the same place at the same depth.
fn is_same_place(one: &Pause, other: &Pause) -> bool {
    one.location() == other.location() && one.stack.len() == other.stack.len()
}
