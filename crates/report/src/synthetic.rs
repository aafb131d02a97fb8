//! Findings and sessions that never happened, for tests.

use parallax_campaign::known::Known;
use parallax_campaign::store::{SessionFinding, SessionKey, SessionRow};
use parallax_model::{
    DifferenceKind, Frame, Location, Observation, Pause, Scope, ScopeKind, Source, Trace, Value,
    Variable, parse_actions,
};

pub(super) use parallax_campaign::synthetic::{diverged, plan};

/// A session that ended so after so many execution actions.
pub(super) fn session(outcome: &str, executions: u32) -> SessionRow {
    SessionRow {
        program: 1,
        key: SessionKey::Seed(0),
        outcome: outcome.to_owned(),
        detail: None,
        actions: executions,
        executions,
        micros: 1_000,
        rounds: 0,
        pauses: 0,
        judged: 0,
    }
}

/// A finding after some actions, in a program of two lines.
pub(super) fn finding(kind: DifferenceKind, actions: &str) -> SessionFinding {
    parallax_campaign::synthetic::finding(kind, parse_actions(actions).unwrap())
}

/// A finding of a class, with or without a label.
pub(super) fn labelled(node: &str, label: Option<&str>) -> SessionFinding {
    let mut finding = finding(DifferenceKind::PausedLine, "start");
    finding.divergence.class.node = node.to_owned();
    finding.label = label.map(str::to_owned);
    finding
}

/// A pause at a line, with one frame and one variable.
pub(super) fn paused(line: u32) -> Observation {
    Observation::Paused(Pause::new(
        vec![Frame {
            function: "f".into(),
            location: Location { line, column: 0 },
            source: Source::Program,
        }],
        vec![Scope {
            kind: ScopeKind::Function,
            variables: vec![Variable::new("x", Value::number(1.0))],
        }],
    ))
}

/// The finding with debuggers that showed nothing much before they showed this.
pub(super) fn with_traces(
    mut finding: SessionFinding,
    last: &[(&str, Observation)],
) -> SessionFinding {
    let before = finding.session.actions.len() - 1;
    let trace = |(debugger, last): &(&str, Observation)| {
        let mut observations = vec![Observation::BreakpointSet(None); before];
        observations.push(last.clone());
        Trace { debugger: (*debugger).to_owned(), observations }
    };
    finding.session.traces = last.iter().map(trace).collect();
    finding
}

/// One known difference.
pub(super) fn known(rest: &str) -> Known {
    let head = "[[known]]\nid = \"it\"\nstatus = \"bug\"\nexplanation = \"it is so\"";
    let text = format!("{head}\nactions = [\"*\"]\n{rest}\n");
    Known(parallax_model::known::parse(&text, "test").unwrap())
}
