//! Evaluating a variable gives what is shown for it.

use parallax_model::{Action, Observation, Pause, ScopeKind, Value};
use rand::seq::{IndexedRandom, SliceRandom};

use super::{Expected, FollowUp, Planned, Relation, is_identifier, same};
use parallax_debug::backend::Ability;

/// How many variables of a pause are evaluated.
const MAX_VARIABLES: usize = 6;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "evaluate",
    summary: "Evaluating a variable that is shown returns the value that is shown",
    needs: &[Ability::Evaluation],
    manual: "\
The follow-up run repeats the initial run. At one of its pauses it evaluates some of the variables that
are shown there, by name. Each must have the value that is shown, and the evaluation must not change
anything that follows. Of several variables with the same name the innermost is used. Variables that are
not initialised, and those that a `with` may hide, are not used.

For example, where a pause shows x = 1, evaluating `x` there must return 1.",
    prepare: |initial, _, rng| {
        let pauses = initial.shown.iter().enumerate();
        let pauses = pauses.filter_map(|(at, shown)| {
            let readable = readable(shown.pause()?);
            (!readable.is_empty()).then_some((at, readable))
        });
        let (at, mut variables) = pauses.collect::<Vec<_>>().choose(rng)?.clone();
        variables.shuffle(rng);
        let mut steps = same(initial);
        for (name, value) in variables.into_iter().take(MAX_VARIABLES) {
            let expected = Expected::Same(Observation::Evaluated(Ok(value)));
            steps.insert(at + 1, (Action::Evaluate(name.into()), expected));
        }
        FollowUp::on(initial, Planned::new(steps))
    },
};

/// The variables of a pause that a name means there, with what is shown for them.
pub(super) fn readable(pause: &Pause) -> Vec<(String, Value)> {
    let mut readable: Vec<(String, Value)> = Vec::new();
    let mut seen = Vec::new();
    let is_plain = |kind: ScopeKind| !matches!(kind, ScopeKind::With | ScopeKind::FunctionName);
    for scope in pause.scopes.iter().take_while(|scope| is_plain(scope.kind)) {
        for variable in &scope.variables {
            let is_first = !seen.contains(&&variable.name);
            seen.push(&variable.name);
            let has_value = !matches!(variable.value, Value::Uninitialized | Value::Unavailable);
            if is_first && has_value && is_identifier(&variable.name) {
                readable.push((variable.name.clone(), variable.value.clone()));
            }
        }
    }
    readable
}
