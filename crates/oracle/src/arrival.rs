//! How a run came to a segment: calls, returns, jobs and exceptions since an earlier one.

use std::ops::Range;

use parallax_spec::recording::{Cause, NONE, Recording, Snapshot};

/// Something that happened between two stops.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A job began.
    Job,
    /// An invocation began.
    Called(u32),
    /// An invocation went on that had been suspended before its first statement.
    Begun(u32),
    /// An invocation went on that had been suspended.
    Resumed(u32),
    /// An invocation returned.
    Returned(u32),
    /// An invocation was suspended.
    Suspended(u32),
    /// A value was thrown.
    Thrown(Snapshot),
}

/// What happened in the segments after one, up to another that is included.
pub fn events(recording: &Recording, segments: Range<u32>) -> Vec<Event> {
    let mut events = Vec::new();
    for number in segments.start + 1..segments.end + 1 {
        let thrown = recording.thrown.iter().filter(|(at, _)| *at == number);
        events.extend(thrown.map(|(_, value)| Event::Thrown(value.clone())));
        let invocation = recording.invocation(number).unwrap_or(NONE);
        let before = recording.invocation(number - 1).unwrap_or(NONE);
        match recording.segments[number as usize].cause {
            Cause::Job => events.push(Event::Job),
            Cause::Call => events.push(Event::Called(invocation)),
            Cause::Resume if has_begun(recording, invocation, number) => {
                events.push(Event::Resumed(invocation));
            }
            Cause::Resume => events.push(Event::Begun(invocation)),
            Cause::Return if before != NONE => {
                let goes_on = recording.next_of(before, number).is_some();
                // One that is still below on the stack has called the one that goes on.
                let is_below = recording.is_on(recording.segments[number as usize].stack, before);
                events.push(match goes_on && !is_below {
                    true => Event::Suspended(before),
                    false => Event::Returned(before),
                });
            }
            _ => {}
        }
    }
    events
}

/// Whether an invocation has evaluated something before a segment.
fn has_begun(recording: &Recording, invocation: u32, segment: u32) -> bool {
    let own = recording.invocations.get(invocation as usize).map_or(&[][..], |it| &it.segments);
    let mut own = own.iter().take_while(|it| **it < segment);
    own.any(|it| recording.segments[*it as usize].cause == Cause::Enter)
}
