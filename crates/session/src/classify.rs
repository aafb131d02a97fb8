//! Classification: where a difference was triggered, and which class it falls into.

use parallax_model::{Action, Observation};

/// The line where the last action was triggered: that of the breakpoint, or of the pause before.
/// The start is triggered nowhere; there it is where the program first paused.
pub fn trigger_line(actions: &[Action], traces: &[&[Observation]]) -> u32 {
    let line = |shown: Option<&Observation>| Some(shown?.pause()?.location().line);
    if let Some(line) = actions.last().and_then(Action::line) {
        return line;
    }
    match actions.last() {
        Some(Action::Start) => {
            traces.iter().find_map(|observations| line(observations.last())).unwrap_or(1)
        }
        _ => {
            let before = traces.first().map_or(&[][..], |shown| &shown[..shown.len().max(1) - 1]);
            before.iter().rev().find_map(|shown| line(Some(shown))).unwrap_or(1)
        }
    }
}
