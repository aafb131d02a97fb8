//! The part of a program in which debuggers part, with what they did there.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::{Action, Observation, Source};

use super::list;
use crate::text::Visible;
use parallax_campaign::store::SessionFinding;

/// Lines shown on either side of the one where the last action was triggered.
const AROUND: u32 = 8;
/// A program of so many lines is shown whole.
const WHOLE: usize = 60;
/// Lines elsewhere that are shown because something happened there.
const ELSEWHERE: usize = 12;

/// A line of a program.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: u32,
    pub(super) text: Visible,
    /// Whether lines were left out before it.
    pub(super) gap: bool,
    /// Whether the last action was triggered here.
    pub(super) diverging: bool,
    /// Whether a breakpoint was asked for here.
    pub(super) breakpoint: bool,
    /// What debuggers did here after the last action.
    pub(super) notes: Vec<Note>,
}

/// What debuggers did at a line.
#[derive(Debug)]
pub(super) struct Note {
    pub(super) what: &'static str,
    pub(super) debuggers: Visible,
}

/// The lines around the one where debuggers part, and those where they say to be.
pub(super) fn excerpt(finding: &SessionFinding) -> Vec<Line> {
    let lines = finding.program.lines();
    let diverging = finding.divergence.line;
    let breakpoints = breakpoints(&finding.session.actions);
    let mut notes = notes(finding);
    let mut before = None;
    let visited = visited(finding);
    let marked = breakpoints.iter().chain(notes.keys()).chain(&visited);
    let shown = match lines.len() <= WHOLE {
        true => (1..=WHOLE as u32).collect(),
        false => shown(diverging, marked),
    };
    let existing = shown.into_iter().filter_map(|number| {
        let text = lines.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        Some((number, *text))
    });
    existing
        .map(|(number, text)| Line {
            number,
            text: Visible::code(text),
            gap: before.replace(number).is_some_and(|before| before + 1 < number),
            diverging: number == diverging,
            breakpoint: breakpoints.contains(&number),
            notes: notes.remove(&number).unwrap_or_default(),
        })
        .collect()
}

/// The lines at which some debugger was.
fn visited(finding: &SessionFinding) -> BTreeSet<u32> {
    let shown = finding.session.traces.iter().flat_map(|it| &it.observations);
    shown.filter_map(place).map(|(line, _)| line).collect()
}

/// The numbers of the lines to show.
fn shown<'a>(diverging: u32, marked: impl Iterator<Item = &'a u32>) -> BTreeSet<u32> {
    let near =
        |line: u32, distance: u32| line.saturating_sub(distance)..=line.saturating_add(distance);
    let mut shown: BTreeSet<u32> = near(diverging, AROUND).collect();
    let elsewhere: Vec<u32> = marked.copied().filter(|line| !shown.contains(line)).collect();
    for line in elsewhere.into_iter().take(ELSEWHERE) {
        shown.extend(near(line, 1));
    }
    shown
}

/// The lines of the breakpoints that were asked for and not taken back.
pub(super) fn breakpoints(actions: &[Action]) -> BTreeSet<u32> {
    let mut lines = BTreeSet::new();
    for action in actions {
        match action {
            Action::Break(line) | Action::BreakIf(line, _) | Action::Log(line, _) => {
                lines.insert(*line);
            }
            Action::Unbreak(line) => {
                lines.remove(line);
            }
            _ => {}
        }
    }
    lines
}

/// What the debuggers did after the last action, by line.
fn notes(finding: &SessionFinding) -> BTreeMap<u32, Vec<Note>> {
    let mut debuggers: BTreeMap<(u32, &'static str), Vec<String>> = BTreeMap::new();
    let last = finding.session.actions.len();
    for trace in &finding.session.traces {
        let observation = last.checked_sub(1).and_then(|at| trace.observations.get(at));
        if let Some(place) = observation.and_then(place) {
            debuggers.entry(place).or_default().push(trace.debugger.clone());
        }
    }
    let mut notes: BTreeMap<u32, Vec<Note>> = BTreeMap::new();
    for ((line, what), names) in debuggers {
        notes.entry(line).or_default().push(Note { what, debuggers: list(&names) });
    }
    notes
}

/// The line of the program that an observation points at, and what it says about it.
pub(super) fn place(observation: &Observation) -> Option<(u32, &'static str)> {
    match observation {
        Observation::BreakpointSet(place) => Some((place.as_ref()?.line, "breakpoint set")),
        Observation::Paused(pause) => {
            let frame = pause.stack.first()?;
            (frame.source == Source::Program).then_some((frame.location.line, "paused"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{finding, paused, with_traces};
    use parallax_model::{DifferenceKind, Program};

    fn numbers(lines: &[Line], wanted: impl Fn(&Line) -> bool) -> Vec<u32> {
        lines.iter().filter(|line| wanted(line)).map(|line| line.number).collect()
    }

    #[test]
    fn what_happened_far_away_is_shown_too() {
        let text: String = (1..=100).map(|line| format!("line{line}();\n")).collect();
        let mut finding = with_traces(
            finding(DifferenceKind::PausedLine, "break 40; break 90; unbreak 90; start"),
            &[("one", paused(41)), ("two", paused(70)), ("three", paused(41))],
        );
        finding.program = Program::new("a.js", text);
        finding.divergence.line = 40;
        let lines = excerpt(&finding);
        assert_eq!(numbers(&lines, |_| true), (32..=48).chain(69..=71).collect::<Vec<_>>());
        assert_eq!(numbers(&lines, |line| line.gap), [69]);
        assert_eq!(numbers(&lines, |line| line.diverging), [40]);
        assert_eq!(numbers(&lines, |line| line.breakpoint), [40]);
        assert_eq!(numbers(&lines, |line| !line.notes.is_empty()), [41, 70]);
        let at_41 = &lines.iter().find(|line| line.number == 41).unwrap().notes[0];
        assert_eq!((at_41.what, at_41.debuggers.as_str()), ("paused", "one, three"));
    }

    #[test]
    fn lines_that_do_not_exist_are_not_shown() {
        let mut finding = with_traces(
            finding(DifferenceKind::PausedLine, "break 4294967295; start"),
            &[("one", paused(u32::MAX)), ("two", paused(0))],
        );
        for line in [0, 2, u32::MAX] {
            finding.divergence.line = line;
            assert!(excerpt(&finding).len() <= 2, "the program has two lines");
        }
    }
}
