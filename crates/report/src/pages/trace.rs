//! What all debuggers showed, side by side: a row for each action.

use parallax_model::{Ending, Frame, Observation, Pause, Scope, ScopeKind, Session, Source, Trace};

use super::excerpt::{breakpoints, place};
use crate::text::Visible;
use parallax_campaign::settings::Tool;
use parallax_campaign::store::SessionFinding;

/// Frames that are shown without being asked for.
const FRAMES: usize = 4;
/// Variables that are shown at all.
const VARIABLES: usize = 80;
/// Variables that are shown without being asked for in the last row.
const OPEN: usize = 16;

/// The table.
#[derive(Debug)]
pub(super) struct Traces {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

/// A debugger.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: Visible,
    pub(super) version: Visible,
}

/// An action and what it showed.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) number: usize,
    pub(super) action: Visible,
    pub(super) last: bool,
    /// The line at which each debugger is, or 0.
    pub(super) lines: String,
    /// The lines that have a breakpoint.
    pub(super) breakpoints: String,
    pub(super) cells: Vec<Cell>,
}

/// What one debugger showed.
#[derive(Debug, Default)]
pub(super) struct Cell {
    /// On which side of the difference it stands, in the last row.
    pub(super) side: Option<SideMark>,
    pub(super) what: Visible,
    pub(super) stack: Vec<Visible>,
    pub(super) deeper: Vec<Visible>,
    pub(super) scopes: Vec<ScopeView>,
    /// How many variables there are, shown or not.
    pub(super) variables: usize,
    pub(super) hidden: usize,
    pub(super) open: bool,
}

/// A side of the difference: a letter for the eye, a number for the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SideMark {
    pub(super) letter: char,
    pub(super) colour: usize,
}

/// A scope and its variables.
#[derive(Debug)]
pub(super) struct ScopeView {
    pub(super) kind: &'static str,
    pub(super) variables: Vec<(Visible, Visible)>,
}

impl SideMark {
    /// The mark of the side at a place in the list.
    pub(super) fn at(place: usize) -> Self {
        let letter = u8::try_from(place).map_or('Z', |place| char::from(b'A' + place.min(25)));
        SideMark { letter, colour: place.min(4) }
    }
}

impl Traces {
    /// The table of a finding.
    pub(super) fn new(finding: &SessionFinding, participants: &[Tool]) -> Self {
        let session = &finding.session;
        let column = |trace: &Trace| {
            let participant = participants.iter().find(|other| other.name == trace.debugger);
            Column {
                name: Visible::short(&trace.debugger),
                version: Visible::short(participant.map_or("", |participant| &participant.version)),
            }
        };
        Traces {
            columns: session.traces.iter().map(column).collect(),
            rows: (0..session.actions.len()).map(|at| row(finding, session, at)).collect(),
        }
    }
}

fn row(finding: &SessionFinding, session: &Session, at: usize) -> Row {
    let last = at + 1 == session.actions.len();
    let cells = session.traces.iter().map(|trace| {
        let mut cell = trace.observations.get(at).map_or_else(nothing, cell);
        if last {
            cell.side = side(finding, &trace.debugger);
            cell.open = cell.variables <= OPEN;
        }
        cell
    });
    let cells = cells.collect();
    let line =
        |trace: &Trace| trace.observations.get(at).and_then(place).map_or(0, |(line, _)| line);
    Row {
        number: at + 1,
        action: Visible::long(&session.actions[at].to_string()),
        last,
        lines: joined(session.traces.iter().map(line)),
        breakpoints: joined(breakpoints(&session.actions[..=at]).into_iter()),
        cells,
    }
}

fn joined(numbers: impl Iterator<Item = u32>) -> String {
    numbers.map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

fn side(finding: &SessionFinding, debugger: &String) -> Option<SideMark> {
    let groups = &finding.divergence.difference.groups;
    groups.iter().position(|group| group.debuggers.contains(debugger)).map(SideMark::at)
}

fn nothing() -> Cell {
    Cell { what: Visible::short("nothing recorded"), ..Cell::default() }
}

fn cell(observation: &Observation) -> Cell {
    let said = |what: &str| Cell { what: Visible::long(what), ..Cell::default() };
    match observation {
        Observation::BreakpointSet(Some(place)) => said(&format!("set at {place}")),
        Observation::BreakpointSet(None) => said("no place"),
        Observation::BreakpointRemoved(true) => said("removed"),
        Observation::BreakpointRemoved(false) => said("not removed"),
        Observation::Paused(pause) => paused(pause),
        Observation::Evaluated(Ok(value)) => said(&value.to_string()),
        Observation::Evaluated(Err(text)) => said(&format!("threw {text}")),
        Observation::Printed(lines) => said(&lines.join("\n")),
        Observation::Done => said("done"),
        Observation::Unable => said("no such action"),
        Observation::Finished(Ending::Completed) => said("finished"),
        Observation::Finished(Ending::Threw(text)) => said(&format!("finished, threw {text}")),
        Observation::Finished(Ending::Rejected(text)) => said(&format!("did not start: {text}")),
        Observation::Misbehaved(misbehaviour) => said(&misbehaviour.to_string()),
    }
}

fn paused(pause: &Pause) -> Cell {
    let mut stack: Vec<_> = pause.stack.iter().map(frame).collect();
    let deeper = stack.split_off(stack.len().min(FRAMES));
    let variables = pause.scopes.iter().map(|scope| scope.variables.len()).sum();
    let eval = pause.stack.first().is_some_and(|frame| frame.source == Source::Eval);
    let place = if eval { " of eval code" } else { "" };
    Cell {
        what: Visible::short(&format!("paused at {}{place}", pause.location())),
        stack,
        deeper,
        scopes: scopes(&pause.scopes),
        variables,
        hidden: usize::saturating_sub(variables, VARIABLES),
        ..Cell::default()
    }
}

fn frame(frame: &Frame) -> Visible {
    let name = if frame.function.is_empty() { "(top)" } else { &frame.function };
    Visible::short(&format!("{name} {}", frame.location))
}

/// The scopes that have variables, as far as there is room.
fn scopes(scopes: &[Scope]) -> Vec<ScopeView> {
    let mut room = VARIABLES;
    let mut views = Vec::new();
    for scope in scopes {
        let shown = scope.variables.iter().take(room);
        let variables: Vec<_> = shown
            .map(|variable| {
                (Visible::short(&variable.name), Visible::short(&variable.value.to_string()))
            })
            .collect();
        room -= variables.len();
        if !variables.is_empty() {
            views.push(ScopeView { kind: scope_name(scope.kind), variables });
        }
    }
    views
}

fn scope_name(kind: ScopeKind) -> &'static str {
    match kind {
        ScopeKind::Block => "block",
        ScopeKind::Catch => "catch",
        ScopeKind::Function => "function",
        ScopeKind::FunctionName => "function name",
        ScopeKind::Closure => "closure",
        ScopeKind::Eval => "eval",
        ScopeKind::With => "with",
        ScopeKind::Script => "script",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{finding, paused, with_traces};
    use parallax_model::{DifferenceKind, Location, Misbehaviour, Value, Variable};

    #[test]
    fn every_observation_has_its_words() {
        let check = |observation: Observation, words: &str| {
            assert_eq!(cell(&observation).what.as_str(), words);
        };
        check(Observation::BreakpointSet(Some(Location { line: 3, column: 7 })), "set at 3:7");
        check(Observation::BreakpointSet(None), "no place");
        check(Observation::BreakpointRemoved(true), "removed");
        check(Observation::BreakpointRemoved(false), "not removed");
        check(paused(4), "paused at 4:0");
        check(Observation::Finished(Ending::Completed), "finished");
        check(
            Observation::Finished(Ending::Threw("\u{1b}[0m".into())),
            "finished, threw \\u{1b}[0m",
        );
        check(Observation::Finished(Ending::Rejected("no".into())), "did not start: no");
        check(Observation::Misbehaved(Misbehaviour::Hung(9)), "no answer within 9 ms");
    }

    #[test]
    fn only_the_last_row_takes_sides() {
        let finding = with_traces(
            finding(DifferenceKind::PausedLine, "break 1; start"),
            &[("two", paused(2)), ("one", paused(1)), ("stranger", paused(3))],
        );
        let traces = Traces::new(&finding, &[]);
        let sides = |row: &Row| {
            row.cells.iter().map(|cell| cell.side.map(|side| side.letter)).collect::<Vec<_>>()
        };
        assert_eq!(sides(&traces.rows[0]), [None, None, None]);
        assert_eq!(sides(&traces.rows[1]), [Some('B'), Some('A'), None]);
        assert!(traces.rows[1].last && !traces.rows[0].last);
        assert_eq!(traces.rows[0].cells[0].what.as_str(), "no place");
    }

    #[test]
    fn a_trace_may_be_shorter_than_the_actions() {
        let mut finding = with_traces(
            finding(DifferenceKind::PausedLine, "break 1; start"),
            &[("one", paused(1))],
        );
        finding.session.traces[0].observations.clear();
        let traces = Traces::new(&finding, &[]);
        assert_eq!(traces.rows[1].cells[0].what.as_str(), "nothing recorded");
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let variable = |at: usize| Variable::new(format!("v{at}"), Value::Null);
        let scope = |many: usize| Scope {
            kind: ScopeKind::Block,
            variables: (0..many).map(variable).collect(),
        };
        let Observation::Paused(mut pause) = paused(1) else { panic!("paused") };
        pause.stack = vec![pause.stack[0].clone(); 9];
        pause.scopes = vec![scope(70), scope(0), scope(30), scope(5)];
        let cell = super::paused(&pause);
        assert_eq!((cell.stack.len(), cell.deeper.len()), (FRAMES, 5));
        assert_eq!((cell.variables, cell.hidden, cell.scopes.len()), (105, 25, 2));
        assert_eq!(cell.scopes[1].variables.len(), 10);
    }

    #[test]
    fn there_are_letters_for_many_sides() {
        assert_eq!(SideMark::at(1), SideMark { letter: 'B', colour: 1 });
        assert_eq!(SideMark::at(1_000).letter, 'Z');
    }
}
