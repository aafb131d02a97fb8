//! Async callers are functions that led here.

use parallax_model::Rank;

use super::{About, Flaw, Law};
use crate::names::plain;

/// The law.
pub const LAW: Law = Law {
    name: "async-callers",
    rank: Rank::Expectation,
    summary: "A function that is shown as an async caller has been called before and is not running",
    manual: "\
Where async callers are asked for, a pause in a job shows the functions that led to it: those that wait for the
present one, or have made the job. Each was called before this moment, and the call is suspended or has ended, so
that it is not on the stack. Functions without a name are left out. How many are shown, and that some are not, is
left to the debugger.

For example, where `main` awaits `load`, a pause in `load` after its first `await` may show `main`, not a function
that is called later.",
    about: About::State,
    check: |scene| {
        let pause = scene.pause()?;
        let recording = &scene.truth.recording;
        let running: Vec<u32> =
            recording.stack(scene.at.segment).iter().map(|it| it.invocation).collect();
        let is_led_by = |name: &str| {
            recording.invocations.iter().enumerate().any(|(number, it)| {
                let has_begun = it.segments.first().is_some_and(|it| *it <= scene.at.segment);
                plain(&it.name) == name && has_begun && !running.contains(&(number as u32))
            })
        };
        let mut shown = pause.async_callers.iter().map(|it| plain(it)).filter(|it| !it.is_empty());
        let wrong = shown.find(|it| !is_led_by(it))?;
        let sentence = format!("shows `{wrong}` as an async caller; no call of it has ended or waits");
        Some(Flaw::new(sentence, "no such call").beside(1).about(&wrong))
    },
};
