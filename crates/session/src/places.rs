//! The survey of a program: where each debugger puts a breakpoint on each line.
//!
//! Where breakpoints go does not depend on a session, so it is asked once for a program. Sessions then draw
//! their lines from those on which all debuggers agree.

use parallax_model::{Action, Observation, Program};

use crate::lockstep::Pass;

/// Longer programs are surveyed up to this line.
const MAX_LINES: u32 = 2000;

/// Every line's breakpoint, set and removed again.
pub fn survey_actions(program: &Program) -> Vec<Action> {
    let lines = 1..=program.line_count().min(MAX_LINES);
    lines.flat_map(|line| [Action::Break(line), Action::Unbreak(line)]).collect()
}

/// The lines on which all debuggers put a breakpoint that is asked for there.
pub fn agreed(pass: &Pass) -> Vec<u32> {
    let all = pass.actions.iter().enumerate();
    let is_agreed = |at: usize, line: u32| {
        let taking = pass.traces.iter().filter(|it| it.refusal().is_none());
        let mut placed = taking.map(|it| match it.observations.get(at) {
            Some(Observation::BreakpointSet(Some(place))) => Some(place.line),
            _ => None,
        });
        placed.all(|it| it == Some(line))
    };
    all.filter_map(|(at, action)| match action {
        Action::Break(line) if is_agreed(at, *line) => Some(*line),
        _ => None,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockstep::End;
    use parallax_model::{Location, Trace};

    #[test]
    fn a_line_is_agreed_on_if_all_debuggers_use_the_same_line() {
        let program = Program::new("p", "a;\n\nb;\n");
        let actions = survey_actions(&program);
        let trace = |name: &str, lines: [Option<u32>; 4]| Trace {
            debugger: name.into(),
            observations: lines
                .into_iter()
                .flat_map(|line| {
                    let place = line.map(|line| Location { line, column: 0 });
                    [Observation::BreakpointSet(place), Observation::BreakpointRemoved(true)]
                })
                .collect(),
        };
        let pass = Pass {
            actions,
            traces: vec![
                trace("one", [Some(1), Some(3), Some(3), None]),
                trace("two", [Some(1), Some(1), Some(3), None]),
            ],
            found: vec![],
            end: End::Exhausted,
            judged: 0,
        };
        assert_eq!(agreed(&pass), [1, 3]);
    }
}
