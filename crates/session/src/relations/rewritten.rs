//! Follow-ups on a rewritten program: places move with the text, inserted code is stepped over.

use std::collections::VecDeque;

use parallax_model::{
    Action, Location, Observation, Pause, Run, Scope, ScopeKind, Source, Variable,
};
use parallax_program::edit::Edited;
use parallax_program::js::syntax::Syntax;
use parallax_program::rewrite::Rule;
use rand_chacha::ChaCha8Rng;

use super::{Check, Driver, FollowUp, steps};

/// How many pauses in inserted code are passed over on the way to one pause.
const MAX_EXTRA_PAUSES: u32 = 8;

/// A follow-up on the program as a rule rewrites it at a random site.
pub fn follow_up(initial: &Run, rule: &dyn Rule<Syntax>, rng: &mut ChaCha8Rng) -> Option<FollowUp> {
    let syntax = Syntax::new(&initial.program)?;
    let sites = rule.sites(&syntax);
    let edit = sites.apply(&sites.draw(rng)?)?;
    on(initial, Edited::new(&initial.program, edit))
}

/// A follow-up on the program after an edit. Runs in which a breakpoint slid are left alone: it might
/// slide into what was inserted. The relation `sliding` makes runs without any.
pub fn on(initial: &Run, edited: Edited) -> Option<FollowUp> {
    let steps = moved_steps(initial, &edited)?;
    let program = edited.program.clone();
    let driver = Rewritten { edited, steps, now: None, extra: 0 };
    Some(FollowUp { program, driver: Box::new(driver) })
}

/// The initial run with all places moved; none if one is gone, or if two requests for breakpoints
/// become one.
fn moved_steps(initial: &Run, edited: &Edited) -> Option<VecDeque<(Action, Observation)>> {
    let mut lines: Vec<(u32, u32)> = Vec::new();
    let mut moved = VecDeque::new();
    for (action, shown) in steps(initial) {
        let action = match (&action, &shown) {
            (Action::Break(_), Observation::BreakpointSet(None)) => continue,
            (Action::Break(line), Observation::BreakpointSet(Some(place))) => {
                let line = *line;
                let new = edited.moved(*place)?.line;
                if place.line != line {
                    return None;
                }
                if lines.iter().any(|(old, other)| *old == line || *other == new) {
                    return None;
                }
                lines.push((line, new));
                Action::Break(new)
            }
            (Action::Unbreak(line), _) => {
                let Some(at) = lines.iter().position(|(old, _)| old == line) else { continue };
                Action::Unbreak(lines.remove(at).1)
            }
            _ => action,
        };
        moved.push_back((action, moved_observation(shown, edited)?));
    }
    Some(moved)
}

fn moved_observation(mut shown: Observation, edited: &Edited) -> Option<Observation> {
    match &mut shown {
        Observation::BreakpointSet(Some(place)) => *place = edited.moved(*place)?,
        Observation::Paused(pause) => {
            for frame in pause.stack.iter_mut().filter(|frame| frame.source == Source::Program) {
                frame.location = edited.moved(frame.location)?;
            }
        }
        _ => {}
    }
    Some(shown)
}

struct Rewritten {
    edited: Edited,
    steps: VecDeque<(Action, Observation)>,
    /// What was just done, and what it should show.
    now: Option<(Action, Observation)>,
    extra: u32,
}

impl Driver for Rewritten {
    fn next(&mut self) -> Option<Action> {
        let step = self.steps.pop_front()?;
        let action = step.0.clone();
        self.now = Some(step);
        Some(action)
    }

    fn see(&mut self, shown: &Observation) -> Check {
        let Some((action, mut expected)) = self.now.take() else { return Check::GiveUp };
        self.allow_elsewhere_in_expression(&mut expected, shown);
        let is_step = matches!(action, Action::StepIn | Action::StepOut | Action::StepOver);
        if let Observation::Paused(pause) = shown {
            if is_step && self.is_inserted(pause.location(), &expected) {
                self.extra += 1;
                if self.extra > MAX_EXTRA_PAUSES {
                    return Check::GiveUp;
                }
                // On over what was inserted, to where the step would have ended without it.
                self.steps.push_front((Action::StepOver, expected));
                return Check::Ignore;
            }
            self.allow_added(&mut expected, pause);
        }
        self.extra = 0;
        Check::Equals(expected)
    }
}

impl Rewritten {
    /// Where in an expression that stands for a literal a breakpoint goes, or a step ends, is the
    /// debugger's choice.
    fn allow_elsewhere_in_expression(&self, expected: &mut Observation, shown: &Observation) {
        let allow = |expected: &mut Location, place: Location| {
            if self.edited.replaced_together(*expected, place) {
                *expected = place;
            }
        };
        match (expected, shown) {
            (
                Observation::BreakpointSet(Some(expected)),
                Observation::BreakpointSet(Some(place)),
            ) => {
                allow(expected, *place);
            }
            (Observation::Paused(expected), Observation::Paused(pause)) => {
                for (frame, other) in expected.stack.iter_mut().zip(&pause.stack) {
                    allow(&mut frame.location, other.location);
                }
            }
            _ => {}
        }
    }

    /// Whether a step ended in inserted code, and not where it should have.
    fn is_inserted(&self, place: Location, expected: &Observation) -> bool {
        let is_expected = expected.pause().is_some_and(|pause| pause.location() == place);
        !is_expected && self.edited.is_inserted(place)
    }

    /// Expects the variables that the rewriting may have added, in the scopes where they are shown.
    fn allow_added(&self, expected: &mut Observation, shown: &Pause) {
        let Observation::Paused(expected) = expected else { return };
        self.allow_added_in(&mut expected.scopes, &shown.scopes, shown.location().line);
        let callers = expected.callers.iter_mut().zip(&shown.callers);
        for ((expected, scopes), frame) in callers.zip(shown.stack.iter().skip(1)) {
            self.allow_added_in(expected, scopes, frame.location.line);
        }
    }

    /// The same for one frame. By lines: not every debugger says a function's first column exactly.
    fn allow_added_in(&self, expected: &mut Vec<Scope>, shown: &[Scope], line: u32) {
        let is_added = |variable: &Variable| {
            self.edited.added.iter().any(|one| {
                one.name == variable.name
                    && (one.function.start.line..=one.function.end.line).contains(&line)
            })
        };
        for (at, scope) in shown.iter().enumerate() {
            for variable in scope.variables.iter().filter(|variable| is_added(variable)) {
                let mut known = expected.iter().flat_map(|scope| &scope.variables);
                if known.any(|other| other.name == variable.name) {
                    continue;
                }
                match expected.get_mut(at).filter(|same| same.kind == scope.kind) {
                    Some(same) => same.variables.push(variable.clone()),
                    // A scope that has come with the variable.
                    None => expected.insert(at.min(expected.len()), only(scope.kind, variable)),
                }
            }
        }
    }
}

fn only(kind: ScopeKind, variable: &Variable) -> Scope {
    Scope { kind, variables: vec![variable.clone()] }
}
