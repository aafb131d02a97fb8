//! The value of `this` at a moment.

use parallax_spec::recording::{EnvironmentKind, NONE, Snapshot, Tick};

use crate::truth::Truth;

/// What `this` is for code in a segment; none if it is not known, or not initialised yet.
pub(crate) fn at(truth: &Truth, segment: u32, tick: Tick) -> Option<Snapshot> {
    let recording = &truth.recording;
    let frame = recording.stack(segment).first().copied()?;
    let own = recording.invocations[frame.invocation as usize].function;
    let mut next = frame.environment;
    while let Some(environment) = recording.environments.get(&next) {
        match (environment.kind, &environment.this) {
            (_, Some((since, value))) => return (*since <= tick).then(|| value.clone()),
            (EnvironmentKind::Global(_), None) => return Some(Snapshot::Object(NONE)),
            (EnvironmentKind::Module, None) => return Some(Snapshot::Undefined),
            // Only arrow functions have no value of their own; others do not have it yet.
            (EnvironmentKind::Function(of), None) if of == own && !is_arrow(truth, segment) => {
                return None;
            }
            _ => next = environment.outer,
        }
    }
    None
}

fn is_arrow(truth: &Truth, segment: u32) -> bool {
    let unit = truth.unit(truth.recording.segments[segment as usize].unit);
    let function = unit.and_then(|it| truth.unit(it.function));
    function.is_some_and(|it| it.name.contains("ArrowFunction"))
}
