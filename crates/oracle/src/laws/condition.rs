//! A breakpoint with a condition pauses where the condition holds.

use parallax_model::{Action, Rank};
use parallax_spec::recording::Snapshot;
use parallax_spec::run::Question;

use super::{About, Flaw, Law, Placed, Scene};

/// The law.
pub const LAW: Law = Law {
    name: "condition",
    rank: Rank::Fact,
    summary: "A breakpoint with a condition pauses exactly where the condition holds",
    manual: "\
The condition is evaluated by the text at each moment at which the breakpoint's place is reached. A resume
pauses at the first at which it holds. A condition that throws says nothing.

For example, `break 3 if i == 2` in a loop pauses in the third iteration, not in the first.",
    about: About::Motion,
    check: |scene| {
        if !matches!(scene.action, Action::Start | Action::Resume) || scene.is_for_exception() {
            return None;
        }
        let conditional = || scene.breakpoints.iter().filter(|it| it.condition.is_some());
        if let Some(missed) = conditional().find(|it| is_missed(scene, it)) {
            let condition = missed.condition.as_deref().unwrap_or_default();
            let sentence =
                format!("passes {} although `{condition}` holds there", missed.place);
            let own = if scene.from_place == Some(missed.place) { " from its own place" } else { "" };
            let shape = format!("passed where it holds{own}");
            return Some(Flaw::new(sentence, shape).weighing(1.5));
        }
        let line = scene.place()?.line;
        let here: Vec<&Placed> =
            scene.breakpoints.iter().filter(|it| it.place.line == line).collect();
        let [only] = here.as_slice() else { return None };
        let condition = only.condition.as_deref()?;
        if holds(scene, condition, &[scene.at.segment]) != [Some(false)] {
            return None;
        }
        let sentence = format!("pauses at {} although `{condition}` does not hold", only.place);
        Some(Flaw::new(sentence, "paused where it does not hold"))
    },
};

/// Whether a breakpoint was reached before with its condition holding.
fn is_missed(scene: &Scene<'_>, breakpoint: &Placed) -> bool {
    let Some(condition) = breakpoint.condition.as_deref() else { return false };
    let mut reached = Vec::new();
    let mut from = scene.from;
    // So many are asked about; a run that passes more is too long to be repeated for each.
    while reached.len() < 100
        && let Some(segment) = super::missed(scene.truth, breakpoint, from, scene.at)
    {
        reached.push(segment);
        from.segment = segment;
    }
    holds(scene, condition, &reached).contains(&Some(true))
}

/// Whether a condition holds in segments; none where it throws.
fn holds(scene: &Scene<'_>, condition: &str, segments: &[u32]) -> Vec<Option<bool>> {
    if segments.is_empty() {
        return Vec::new();
    }
    // Nothing needs to be run for what the choice of actions mostly asks for.
    if let Ok(literal) = condition.trim().parse::<bool>() {
        return vec![Some(literal); segments.len()];
    }
    let expression = format!("!!({condition})");
    let questions: Vec<Question<'_>> =
        segments.iter().map(|it| Question { segment: *it, expression: &expression }).collect();
    let answers = scene.oracle.ask(&scene.truth.program, &questions).unwrap_or_default();
    let truth = |answer: &parallax_spec::run::Answer| match answer.value {
        Snapshot::Boolean(truth) if !answer.is_thrown => Some(truth),
        _ => None,
    };
    answers.iter().map(truth).collect()
}
