//! A breakpoint that was set can be removed.

use parallax_model::{Action, Observation, Rank};

use super::{About, Flaw, Law};

/// The law.
pub const LAW: Law = Law {
    name: "removal",
    rank: Rank::Expectation,
    summary: "A breakpoint that was set can be removed",
    manual: "\
A debugger that has accepted a breakpoint removes it when asked to. Whether it is really gone is seen by the
law `resume-stops`.

For example, after `break 3`, which was set, `unbreak 3` must succeed.",
    about: About::Answer,
    check: |scene| {
        let (Action::Unbreak(line), Observation::BreakpointRemoved(false)) =
            (scene.action, scene.shown)
        else {
            return None;
        };
        let breakpoint = scene.breakpoints.iter().find(|it| it.line == *line)?;
        let sentence = format!("does not remove the breakpoint that it set at {}", breakpoint.place);
        Some(Flaw::new(sentence, "refused"))
    },
};
