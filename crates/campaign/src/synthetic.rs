//! Campaigns, sessions and findings that never happened, for tests.

use parallax_model::{
    Action, Class, Depth, Difference, DifferenceKind, Divergence, Origin, Outcome, Parameters,
    Program, Session, Side, Verdict,
};

use crate::settings::{DifferentialSettings, Plan, Seeds, Settings, Tool};
use crate::store::{SessionFinding, SessionKey};

/// A campaign of two programs on two debuggers.
pub fn plan(seeds: u64) -> Plan {
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

/// A divergence between `one` and `two`.
pub fn divergence(kind: DifferenceKind, action: &str, node: &str) -> Divergence {
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

/// A session that diverged at a kind of syntax node.
pub fn diverged(node: &str) -> Session {
    let divergence = divergence(DifferenceKind::PausedLine, "start", node);
    let divergence = Divergence { at: 1, ..divergence };
    session(vec![Action::Break(1), Action::Start], divergence)
}

/// A finding after some actions, in a program of two lines.
pub fn finding(kind: DifferenceKind, actions: Vec<Action>) -> SessionFinding {
    let divergence = divergence(kind, "over", "ForStatement");
    SessionFinding {
        id: 1,
        campaign: 1,
        program: Program::new("a.js", "let a;\n"),
        key: SessionKey::Seed(0),
        session: session(actions, divergence.clone()),
        divergence,
        label: None,
    }
}

fn session(actions: Vec<Action>, divergence: Divergence) -> Session {
    Session {
        actions,
        traces: Vec::new(),
        divergences: vec![divergence],
        outcome: Outcome::Diverged,
        origin: Origin::Differential,
        depth: Depth::default(),
    }
}
