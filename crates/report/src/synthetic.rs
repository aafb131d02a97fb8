//! Findings and sessions that never happened, for tests.

use parallax_model::{
    Class, Depth, Difference, DifferenceKind, Divergence, Frame, Location, Observation, Origin,
    Outcome, Parameters, Pause, Program, Scope, ScopeKind, Session, Side, Source, Trace, Value,
    Variable, Verdict, parse_actions,
};

use parallax_campaign::known::Known;
use parallax_campaign::settings::{DifferentialSettings, Plan, Seeds, Settings, Tool};
use parallax_campaign::store::{SessionFinding, SessionKey, SessionRow};

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

/// A divergence between `one` and `two`.
pub(super) fn divergence(kind: DifferenceKind, action: &str, node: &str) -> Divergence {
    let side = |name: &str, shown: &str| Side { debuggers: vec![name.into()], shown: shown.into() };
    Divergence {
        at: 0,
        difference: Difference { kind, groups: vec![side("one", "this"), side("two", "that")] },
        class: Class { kind, action: action.into(), node: node.into() },
        line: 1,
        verdict: Verdict::TooFewFamilies,
        breaches: Vec::new(),
    }
}

/// A finding after some actions, in a program of two lines.
pub(super) fn finding(kind: DifferenceKind, actions: &str) -> SessionFinding {
    let actions = parse_actions(actions).unwrap();
    let divergence = divergence(kind, "over", "ForStatement");
    SessionFinding {
        id: 1,
        campaign: 1,
        program: Program::new("a.js", "let a;\n"),
        key: SessionKey::Seed(0),
        session: Session {
            actions,
            traces: Vec::new(),
            divergences: vec![divergence.clone()],
            outcome: Outcome::Diverged,
            origin: Origin::Differential,
            depth: Depth::default(),
        },
        divergence,
        label: None,
    }
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
    Observation::Paused(Pause {
        stack: vec![Frame {
            function: "f".into(),
            location: Location { line, column: 0 },
            source: Source::Program,
        }],
        scopes: vec![Scope {
            kind: ScopeKind::Function,
            variables: vec![Variable { name: "x".into(), value: Value::number(1.0) }],
        }],
    })
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

/// A campaign of two programs on two debuggers.
pub(super) fn plan(seeds: u64) -> Plan {
    let tool = |name: &str| Tool { name: name.into(), version: "1".into() };
    let settings = DifferentialSettings {
        debuggers: vec![tool("one"), tool("two")],
        seeds: Seeds { first: 0, count: seeds },
        parameters: Parameters::default(),
        normalisations_off: Vec::new(),
        edition: None,
        stops_at_first: false,
    };
    let programs = vec![Program::new("a.js", "let a;\n"), Program::new("b.js", "let b;\n")];
    Plan { settings: Settings::Differential(settings), programs }
}

/// A session that diverged at a kind of syntax node.
pub(super) fn diverged(node: &str) -> Session {
    let divergence = divergence(DifferenceKind::PausedLine, "start", node);
    let (divergences, outcome) = (vec![divergence], Outcome::Diverged);
    let actions = parse_actions("break 1; start").unwrap();
    let origin = Origin::Differential;
    let (traces, depth) = (Vec::new(), Depth::default());
    Session { actions, traces, divergences, outcome, origin, depth }
}
