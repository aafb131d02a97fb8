//! What a debugger shows of the callers of the innermost frame, held against the recording.

use parallax_model::{Scope, Source};
use parallax_spec::recording::{Binding, StackFrame, UnitKind};

use crate::laws::Scene;
use crate::variables::{Mismatch, Visible, innermost, is_fair};

/// A caller whose variables are shown and known.
pub(crate) struct Caller<'t, 's> {
    /// Its variables.
    pub(crate) visible: Visible<'t>,
    /// What is shown of them, normalised.
    pub(crate) scopes: &'s [Scope],
    /// The same as the debugger spells it.
    pub(crate) raw: &'s [Scope],
    /// The name that is shown for it.
    pub(crate) name: &'s str,
    /// Whether all of its variables are expected to be in its own scopes. Of a generator or an async
    /// function, JavaScriptCore has the parameters in a function around it.
    is_whole: bool,
}

/// The callers that are held to what they have. Where the stacks differ it is not known who is who, and
/// where a caller is not in a statement, variables come and go.
pub(crate) fn callers<'s>(scene: &'s Scene<'_>) -> Vec<Caller<'s, 's>> {
    let recording = &scene.truth.recording;
    let (Some(pause), Some(raw)) = (scene.pause(), scene.raw.pause()) else { return Vec::new() };
    if pause.callers.is_empty() || !scene.has_its_stack() {
        return Vec::new();
    }
    let frames = recording.stack(scene.at.segment);
    let shown = pause.callers.iter().zip(&raw.callers);
    let all = frames.iter().zip(&pause.stack).skip(1).zip(shown);
    let known = all.filter(|((frame, shown), _)| {
        shown.source == Source::Program && is_in_statement(scene, frame)
    });
    known
        .map(|((frame, shown), (scopes, raw))| Caller {
            visible: Visible::of_caller(scene.truth, *frame),
            scopes,
            raw,
            name: &shown.function,
            is_whole: is_whole(scene, frame),
        })
        .collect()
}

fn is_whole(scene: &Scene<'_>, frame: &StackFrame) -> bool {
    !scene.truth.is_suspended(scene.truth.recording.invocations[frame.invocation as usize].unit)
}

fn is_in_statement(scene: &Scene<'_>, frame: &StackFrame) -> bool {
    let truth = scene.truth;
    let statement = truth.unit(truth.recording.units.statement(frame.unit));
    let is_known = |kind: UnitKind| !matches!(kind, UnitKind::Function | UnitKind::Head);
    statement.is_some_and(|it| {
        let is_in_class = truth.recording.units.is_in_class(it.span.start);
        // A loop that takes its next value is between two rounds, each with its own variables.
        is_known(it.kind) && !is_in_class && it.name != "ForInOfStatement"
    })
}

/// How what is shown of the callers' variables differs from what they are, with the callers' names.
pub(crate) fn mismatches<'s>(scene: &'s Scene<'_>) -> Vec<(&'s str, Mismatch<'s>)> {
    let mut found = Vec::new();
    for caller in callers(scene) {
        let tick = scene.at.tick;
        let own = caller.visible.own(tick);
        let ticks = tick..scene.truth.recording.ticks(scene.at.segment).end;
        for (name, value) in &innermost(caller.scopes) {
            // The callee may change it while the statement is evaluated that the pause is in.
            let right = |binding: &&Binding| {
                let mut values = binding.values(ticks.clone());
                values.any(|it| is_fair(value, &scene.truth.shown(it)))
            };
            let named = caller.visible.named(name, tick);
            match own.get(name).copied().or(named.first().copied()) {
                Some(_) if named.iter().any(right) => {}
                Some(binding) => {
                    let expected = scene.truth.shown(binding.value(tick));
                    let wrong = Mismatch::Value(binding, (*value).clone(), expected);
                    found.push((caller.name, wrong));
                }
                None if *name == "arguments" => {}
                None => {
                    let extra = Mismatch::Extra((*name).to_owned(), (*value).clone());
                    found.push((caller.name, extra));
                }
            }
        }
        let shown = innermost(caller.raw);
        let missing = own.into_iter().filter(|(name, _)| {
            caller.is_whole && *name != "arguments" && !shown.contains_key(name)
        });
        found.extend(missing.map(|(_, binding)| (caller.name, Mismatch::Missing(binding))));
    }
    found
}
