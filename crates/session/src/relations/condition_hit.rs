//! A breakpoint with a condition pauses at those hits at which it holds.

use parallax_model::{Action, Location, Observation, Pause, Run, ScopeKind, Value};
use rand::seq::IndexedRandom;

use super::{Breakpoint, Expected, FollowUp, Planned, Relation, breakpoints, start, steps};
use parallax_debug::backend::Ability;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "condition-hit",
    summary: "A breakpoint with the condition `i == k` pauses at the hits that show i as k",
    needs: &[Ability::Conditions],
    manual: "\
Where the initial run resumes from breakpoint to breakpoint, one of them may be hit repeatedly while a
variable i changes. The follow-up run gives that breakpoint the condition `i == k`, where k is an integer
that i had at one of the hits. It must pause where the initial run paused, with the same stack and
variables, except for the hits at which i was another number. Breakpoints at `debugger` statements, which
pause without them, are not used, nor are hits at which i is not shown as a number.

For example, if `break 5; start; resume; resume` pauses with i = 0, 1 and 2, then `break 5 if i == 2;
start` must pause with i = 2.",
    prepare: |initial, _, rng| {
        let resumed = resumed(initial)?;
        let candidates = breakpoints(initial)?;
        let candidates: Vec<_> = candidates
            .iter()
            .filter(|one| !is_debugger_statement(initial, one.place))
            .flat_map(|one| conditions(&resumed, one))
            .collect();
        let (chosen, variable, number) = candidates.choose(rng)?.clone();
        let before = steps(initial).take(start(initial)?).map(|(action, shown)| match action {
            Action::Break(line) if line == chosen.line => {
                let condition = format!("{variable} == {number}").into();
                (Action::BreakIf(line, condition), Expected::Same(shown))
            }
            action => (action, Expected::Same(shown)),
        });
        let before: Vec<_> = before.collect();
        let holds = |shown: &Observation| match shown.pause() {
            Some(pause) if pause.location() == chosen.place => {
                integer(pause, &variable).as_deref() == Some(&number)
            }
            _ => true,
        };
        let kept = resumed.into_iter().filter(|shown| holds(shown));
        let after = kept.enumerate().map(|(at, shown)| {
            (if at == 0 { Action::Start } else { Action::Resume }, Expected::Same(shown))
        });
        FollowUp::on(initial, Planned::new(before.into_iter().chain(after)))
    },
};

/// What a run shows at its start and as long as it only resumes.
fn resumed(run: &Run) -> Option<Vec<Observation>> {
    let is_resumed = |action: &Action| matches!(action, Action::Start | Action::Resume);
    let shown = steps(run).skip(start(run)?).take_while(|(action, _)| is_resumed(action));
    Some(shown.map(|(_, shown)| shown).collect())
}

/// Variables that are whole numbers at every hit of a breakpoint but not always the same, with one
/// of these numbers.
fn conditions(
    resumed: &[Observation],
    breakpoint: &Breakpoint,
) -> Vec<(Breakpoint, String, String)> {
    let hits: Vec<&Pause> = resumed
        .iter()
        .filter_map(Observation::pause)
        .filter(|pause| pause.location() == breakpoint.place)
        .collect();
    let [first, .., last] = hits.as_slice() else { return Vec::new() };
    let names = first.scopes.iter().flat_map(|scope| &scope.variables).map(|one| &one.name);
    let varying = names.filter_map(|name| {
        let numbers: Option<Vec<String>> = hits.iter().map(|hit| integer(hit, name)).collect();
        let last = integer(last, name)?;
        let is_varying = numbers?.iter().any(|number| *number != last);
        is_varying.then(|| (*breakpoint, name.clone(), last))
    });
    varying.collect()
}

/// The whole number that a name means at a pause.
fn integer(pause: &Pause, name: &str) -> Option<String> {
    if !super::is_identifier(name) {
        return None;
    }
    for scope in &pause.scopes {
        if scope.kind == ScopeKind::With {
            return None; // the object may have anything
        }
        if let Some(variable) = scope.variables.iter().find(|one| one.name == name) {
            return match &variable.value {
                Value::Number(digits) if digits.parse::<i32>().is_ok() && digits != "-0" => {
                    Some(digits.clone())
                }
                _ => None,
            };
        }
    }
    None
}

fn is_debugger_statement(run: &Run, place: Location) -> bool {
    let lines = run.program.lines();
    let line = lines.get(place.line as usize - 1).copied().unwrap_or_default();
    line.chars().skip(place.column as usize).collect::<String>().starts_with("debugger")
}
