//! What a smaller case must share with its finding, beside the law and the shape, to show the same bug.

use std::collections::BTreeSet;

use parallax_model::{
    Breach, Cause, Difference, DifferenceKind, Ending, Misbehaviour, Observation, Trace,
};

/// Laws about how the program went on. For these it matters whether the debugger lost its way or stopped elsewhere.
const OF_MOTION: &[&str] =
    &["breakpoint-hit", "condition", "exception-stops", "step-in", "step-out", "step-over"];

/// What breaches of one bug share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Likeness {
    cause: Cause,
    /// The algorithm of the text that made what is wrong.
    clause: Option<String>,
    /// What sort of value is shown, and what sort is right.
    values: [Option<&'static str>; 2],
    /// Whether the program ran on, to a breakpoint or its end; none where the law is about something else.
    runs_on: Option<bool>,
}

impl Likeness {
    /// That of a breach, with what its debugger has shown up to it.
    pub(super) fn of(breach: &Breach, shown: &[Observation]) -> Self {
        let is_motion = OF_MOTION.contains(&breach.law.as_str());
        Likeness {
            cause: breach.cause(),
            clause: breach.clause.clone(),
            values: [&breach.shown, &breach.right].map(|it| it.as_deref().map(sort)),
            runs_on: is_motion.then(|| runs_on(shown)),
        }
    }
}

/// What differences of one bug share: for each side who is on it, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parting {
    kind: DifferenceKind,
    action: String,
    sides: BTreeSet<(BTreeSet<String>, &'static str, usize)>,
}

impl Parting {
    /// That of a difference after an action of a number, with what all debuggers have shown.
    pub(super) fn of(difference: &Difference, action: &str, at: usize, traces: &[Trace]) -> Self {
        let shown = |name: &str| traces.iter().find(|it| it.debugger == name)?.observations.get(at);
        let first = |names: &[String]| names.first().and_then(|it| shown(it));
        let line = |shown: &Observation| match shown {
            Observation::BreakpointSet(place) => place.map(|it| it.line),
            _ => None,
        };
        let groups = &difference.groups;
        let lines: BTreeSet<u32> =
            groups.iter().filter_map(|it| line(first(&it.debuggers)?)).collect();
        let sides = groups.iter().map(|side| {
            let shown = first(&side.debuggers);
            let rank = shown.and_then(line).map_or(0, |it| 1 + lines.range(..it).count());
            let names = side.debuggers.iter().cloned().collect();
            (names, shown.map_or("nothing", outcome), rank)
        });
        Parting { kind: difference.kind, action: action.to_owned(), sides: sides.collect() }
    }
}

/// What came of an action, in a word.
pub(super) fn outcome(shown: &Observation) -> &'static str {
    match shown {
        Observation::BreakpointSet(Some(_)) => "set",
        Observation::BreakpointSet(None) => "refused",
        Observation::BreakpointRemoved(_) => "removed",
        Observation::Paused(_) => "paused",
        Observation::Evaluated(Ok(_)) => "evaluated",
        Observation::Evaluated(Err(_)) => "thrown",
        Observation::Printed(_) => "printed",
        Observation::Done => "done",
        Observation::Unable => "unable",
        Observation::Finished(Ending::Completed) => "finished",
        Observation::Finished(Ending::Threw(_)) => "threw",
        Observation::Finished(Ending::Rejected(_)) => "rejected",
        Observation::Misbehaved(Misbehaviour::Hung(_)) => "hung",
        Observation::Misbehaved(Misbehaviour::Died(_)) => "died",
        Observation::Misbehaved(Misbehaviour::Nonsense(_)) => "nonsense",
    }
}

/// Whether the last thing that was shown is the end, or a pause on the line of a breakpoint that was set.
fn runs_on(shown: &[Observation]) -> bool {
    let Some(pause) = shown.last().and_then(Observation::pause) else { return true };
    let line = pause.location().line;
    shown
        .iter()
        .any(|it| matches!(it, Observation::BreakpointSet(Some(place)) if place.line == line))
}

/// The sort of a value that is written out.
fn sort(value: &str) -> &'static str {
    let is_number =
        |it: &str| it.parse::<f64>().is_ok() || matches!(it, "NaN" | "Infinity" | "-Infinity");
    match value {
        "true" | "false" => "boolean",
        "undefined" => "undefined",
        "null" => "null",
        "function" => "function",
        _ if value.starts_with('<') => "none",
        _ if value.starts_with(['"', '\'']) => "string",
        _ if value.starts_with("object") => "object",
        _ if is_number(value) => "number",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Frame, Location, Pause, Rank, Side, Source};

    use super::*;

    fn breach(law: &str, shown: &str, right: &str) -> Breach {
        Breach {
            debugger: "node".into(),
            law: law.into(),
            rank: Rank::Fact,
            sentence: format!("shows {shown}"),
            clause: None,
            shape: "a value for a value".into(),
            name: Some("a".into()),
            shown: Some(shown.into()),
            right: Some(right.into()),
        }
    }

    #[test]
    fn values_of_another_sort_are_another_bug() {
        let of = |shown, right| Likeness::of(&breach("values", shown, right), &[]);
        assert_eq!(of("1", "2"), of("7", "0.5"));
        assert_ne!(of("\"1\"", "object"), of("1", "2"));
        assert_eq!(of("\"ReferenceError\"", "object Map"), of("\"x\"", "object Array Iterator"));
    }

    #[test]
    fn who_is_on_which_side_and_what_came_of_it_is_compared() {
        let trace = |name: &str, line: Option<u32>| Trace {
            debugger: name.to_owned(),
            observations: vec![Observation::BreakpointSet(
                line.map(|line| Location { line, column: 0 }),
            )],
        };
        let of = |one: Option<u32>, other: Option<u32>| {
            let side = |name: &str| Side { debuggers: vec![name.to_owned()], shown: String::new() };
            let groups = vec![side("bun"), side("node")];
            let difference = Difference { kind: DifferenceKind::BreakpointLocation, groups };
            Parting::of(&difference, "break", 0, &[trace("bun", one), trace("node", other)])
        };
        assert_eq!(of(Some(3), Some(7)), of(Some(1), Some(2)));
        assert_ne!(of(Some(3), Some(7)), of(Some(7), Some(3)), "it moves the other way");
        assert_ne!(of(Some(3), Some(7)), of(Some(3), None), "it is refused");
    }

    #[test]
    fn a_step_that_is_lost_is_not_one_that_ends_elsewhere() {
        let place = |line| Location { line, column: 0 };
        let pause = |line| {
            let frame =
                Frame { function: String::new(), location: place(line), source: Source::Program };
            Observation::Paused(Pause::new(vec![frame], Vec::new()))
        };
        let of = |last: Observation| {
            let shown = [Observation::BreakpointSet(Some(place(2))), pause(2), last];
            Likeness::of(&breach("step-over", "", ""), &shown)
        };
        let end = of(Observation::Finished(Ending::Completed));
        assert_eq!(end, of(pause(2)), "a breakpoint is hit");
        assert_ne!(end, of(pause(4)));
    }
}
