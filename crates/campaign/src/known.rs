//! Known differences: a reviewed file that says which differences are known.

use parallax_model::pattern::{any, fits, fits_some};
use parallax_model::{Breach, Class, Side, Verdict};
use serde::{Deserialize, Serialize};

use crate::scene::{FailureKind, Moved, Scene};
use crate::store::SessionFinding;

/// The file of the differences known when this release was made, and its text.
pub const SHIPPED: (&str, &str) = ("crates/campaign/known.toml", include_str!("../known.toml"));

/// Known differences.
#[derive(Debug, Clone, Default)]
pub struct Known(pub Vec<Entry>);

/// One known difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// A short name, unique in the file.
    pub id: String,
    /// The law that is broken; none for an entry about a relation or a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<String>,
    /// Patterns of the shape of the breach; empty means any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<String>,
    /// Patterns of the algorithm of the text that is not kept to; empty means any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// Patterns of the variable or function that it is about; empty means any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Patterns of what the debugger should show; empty means anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub right: Vec<String>,
    /// A session that the entry explains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<Case>,
    /// Sessions near it that the entry must not explain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub neighbours: Vec<Case>,
    /// Patterns of the kind of difference; empty means any.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Patterns of the last action's name; empty means any.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Patterns of the syntax node's type; empty means any.
    #[serde(default)]
    pub nodes: Vec<String>,
    /// The debuggers that deviate; patterns of instance names, such as `node*`.
    pub debuggers: Vec<String>,
    /// How the deviating debuggers failed; empty means anyhow, or not at all.
    #[serde(default)]
    pub failures: Vec<FailureKind>,
    /// Patterns of what the deviating debuggers show: values and places of the program, in their own
    /// words. Empty means anything.
    #[serde(default)]
    pub shown: Vec<String>,
    /// Patterns of the program's line where they paused or put the breakpoint; empty means any.
    #[serde(default)]
    pub line: Vec<String>,
    /// Patterns of the line where another side did; empty means any.
    #[serde(default)]
    pub other_line: Vec<String>,
    /// How their call stack changed since the pause before; empty means anyhow.
    #[serde(default)]
    pub moved: Vec<Moved>,
    /// Whether it is a bug of theirs, or nobody has said what is right.
    pub status: Status,
    /// What happens and why.
    pub explanation: String,
    /// Where it is tracked or specified.
    #[serde(default)]
    pub link: Option<String>,
}

/// A session on one program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The program's text.
    pub program: String,
    /// What is done, such as `break 2; start`.
    pub actions: String,
    /// Whether the program is a module.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub module: bool,
}

/// What is known about who is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The named debuggers are wrong.
    Bug,
    /// Nothing says what is right.
    Unspecified,
}

impl parallax_model::known::Entry for Entry {
    fn id(&self) -> &str {
        &self.id
    }

    fn flaw(&self) -> Option<&'static str> {
        let is_about_failure = self.kinds.iter().any(|it| it == "failure");
        match &self.law {
            _ if self.debuggers.is_empty() => Some("names no debugger"),
            Some(_) if self.example.is_none() => Some("has no example that it explains"),
            Some(_) if self.neighbours.is_empty() => {
                Some("has no neighbour that it must not explain")
            }
            None if self.actions.is_empty() && !is_about_failure => {
                Some("names neither a law, nor a relation, nor a failure")
            }
            _ => None,
        }
    }
}

impl Known {
    /// Whether nothing that is known explains a finding. A convention is never new.
    pub fn is_new(&self, finding: &SessionFinding) -> bool {
        finding.divergence.verdict != Verdict::Convention && self.explain(finding).is_empty()
    }

    /// The entries that together explain a finding. Empty when one of its breaches is not explained.
    pub fn explain(&self, finding: &SessionFinding) -> Vec<&Entry> {
        match finding.divergence.verdict {
            Verdict::Law => self.explain_breaches(&finding.divergence.breaches),
            _ => self.explain_sides(finding),
        }
    }

    /// The entries that cover breaches, each of which must be covered.
    pub fn explain_breaches(&self, breaches: &[Breach]) -> Vec<&Entry> {
        let mut explaining: Vec<&Entry> = Vec::new();
        for breach in breaches {
            let Some(entry) = self.0.iter().find(|entry| entry.covers_breach(breach)) else {
                return Vec::new();
            };
            if !explaining.iter().any(|known| known.id == entry.id) {
                explaining.push(entry);
            }
        }
        explaining
    }

    /// The entries that together explain sides: once those that they cover are left out, the others
    /// agree.
    fn explain_sides(&self, finding: &SessionFinding) -> Vec<&Entry> {
        let divergence = &finding.divergence;
        let sides = &divergence.difference.groups;
        let scenes: Vec<Scene> = sides.iter().map(|side| Scene::of(side, finding)).collect();
        let mut explaining = Vec::new();
        let mut unexplained: Vec<usize> = (0..sides.len()).collect();
        // What is known between debuggers says nothing of one against itself: such an entry has to
        // name the relation.
        let is_about = |entry: &&Entry| {
            entry.law.is_none()
                && entry.covers_class(&divergence.class)
                && (divergence.verdict != Verdict::Itself || !entry.actions.is_empty())
        };
        for entry in self.0.iter().filter(is_about) {
            // Who deviates, deviates from somebody: two versions of one debugger that differ are
            // not explained by what is known of both.
            let others: Vec<usize> =
                (0..sides.len()).filter(|at| !entry.deviates(&sides[*at])).collect();
            let lines = || others.iter().filter_map(|at| scenes[*at].line.as_deref());
            if others.is_empty() || !fits_some(&entry.other_line, lines()) {
                continue;
            }
            let before = unexplained.len();
            unexplained.retain(|at| !entry.covers_side(&sides[*at], &scenes[*at]));
            if unexplained.len() < before {
                explaining.push(entry);
            }
        }
        if unexplained.len() > 1 { Vec::new() } else { explaining }
    }
}

impl Entry {
    /// Whether a breach is what the entry is about.
    pub fn covers_breach(&self, breach: &Breach) -> bool {
        self.law.as_deref() == Some(&breach.law)
            && any(&self.debuggers, &breach.debugger)
            && fits(&self.shapes, &breach.shape)
            && fits_some(&self.clauses, breach.clause.as_deref())
            && fits_some(&self.names, breach.name.as_deref())
            && fits_some(&self.shown, breach.shown.as_deref())
            && fits_some(&self.right, breach.right.as_deref())
    }

    fn covers_class(&self, class: &Class) -> bool {
        fits(&self.kinds, class.kind.name())
            && fits(&self.actions, &class.action)
            && fits(&self.nodes, &class.node)
    }

    fn deviates(&self, side: &Side) -> bool {
        side.debuggers.iter().all(|name| any(&self.debuggers, name))
    }

    fn covers_side(&self, side: &Side, scene: &Scene) -> bool {
        self.deviates(side)
            && fits(&self.shown, &side.shown)
            && fits_some(&self.line, scene.line.as_deref())
            && (self.failures.is_empty()
                || scene.failure.is_some_and(|it| self.failures.contains(&it)))
            && (self.moved.is_empty() || scene.moved.is_some_and(|how| self.moved.contains(&how)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::SessionKey;
    use parallax_model::known::parse;
    use parallax_model::{
        Depth, Difference, DifferenceKind, Divergence, Frame, Location, Misbehaviour, Observation,
        Origin, Outcome, Pause, Program, Session, Source, Trace, Verdict,
    };

    /// A finding in which debuggers show different lines. They came from a stack of one frame, and
    /// each pauses with as many as it is said to have at the line that it shows.
    fn finding(sides: &[(&[&str], &str, usize)]) -> SessionFinding {
        let side = |(debuggers, shown, _): &(&[&str], &str, usize)| Side {
            debuggers: debuggers.iter().map(ToString::to_string).collect(),
            shown: (*shown).to_owned(),
        };
        let trace = |(debuggers, shown, depth): &(&[&str], &str, usize)| Trace {
            debugger: debuggers[0].to_owned(),
            observations: vec![paused("line 1", 1), paused(shown, *depth)],
        };
        let class = Class {
            kind: DifferenceKind::PausedLine,
            action: "over".into(),
            node: "ForStatement".into(),
        };
        let groups = sides.iter().map(side).collect();
        let difference = Difference { kind: DifferenceKind::PausedLine, groups };
        let divergence = Divergence {
            at: 0,
            difference,
            class,
            line: 1,
            verdict: Verdict::Split,
            breaches: Vec::new(),
        };
        SessionFinding {
            id: 1,
            campaign: 1,
            program: Program::new("a.js", "for (;;) {\n  f();\n}\n"),
            key: SessionKey::Seed(0),
            session: Session {
                actions: Vec::new(),
                traces: sides.iter().map(trace).collect(),
                divergences: vec![divergence.clone()],
                outcome: Outcome::Diverged,
                origin: Origin::Differential,
                depth: Depth::default(),
            },
            divergence,
            label: None,
        }
    }

    fn paused(shown: &str, depth: usize) -> Observation {
        let line = shown.strip_prefix("line ").and_then(|line| line.parse().ok()).unwrap_or(1);
        let frame = Frame {
            function: "f".into(),
            location: Location { line, column: 0 },
            source: Source::Program,
        };
        Observation::Paused(Pause::new(vec![frame; depth], Vec::new()))
    }

    fn known(text: &str) -> Known {
        Known(parse(text, "test").unwrap())
    }

    fn entry(id: &str, rest: &str) -> String {
        let head = format!("[[known]]\nid = \"{id}\"\nstatus = \"bug\"\nexplanation = \"x\"");
        format!("{head}\nactions = [\"over\"]\n{rest}\n")
    }

    #[test]
    fn entries_explain_only_together_with_all_others_agreeing() {
        let fx = entry("fx", "kinds = [\"paused-line\"]\ndebuggers = [\"firefox\"]");
        let bun = entry("bun", "nodes = [\"For*\"]\ndebuggers = [\"bun*\"]");
        let three = finding(&[
            (&["chromium", "node"], "line 1", 1),
            (&["firefox"], "line 2", 1),
            (&["bun"], "line 3", 1),
        ]);
        let ids = |known: Known| {
            known.explain(&three).iter().map(|entry| entry.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(ids(known(&fx)), Vec::<String>::new());
        assert_eq!(ids(known(&format!("{fx}{bun}"))), ["fx", "bun"]);
        let other_node = entry("bun", "nodes = [\"While*\"]\ndebuggers = [\"bun\"]");
        assert_eq!(ids(known(&format!("{fx}{other_node}"))), Vec::<String>::new());
    }

    #[test]
    fn what_is_shown_can_be_part_of_the_pattern() {
        let tdz = known(&entry("tdz", "debuggers = [\"bun\"]\nshown = [\"* = undefined\"]"));
        let explained = |shown: &str| {
            let sides: [(&[&str], &str, usize); 2] =
                [(&["node"], "x = <uninitialized>", 1), (&["bun"], shown, 1)];
            !tdz.explain(&finding(&sides)).is_empty()
        };
        assert!(explained("x = undefined"));
        assert!(!explained("x = 3"));
    }

    #[test]
    fn so_can_where_the_sides_stand_and_how_they_came_there() {
        let explained = |rest: &str, depth: usize| {
            let entry = known(&entry("v8", &format!("debuggers = [\"node\"]\n{rest}")));
            let sides: [(&[&str], &str, usize); 2] =
                [(&["node"], "line 2", depth), (&["bun"], "line 3", 1)];
            !entry.explain(&finding(&sides)).is_empty()
        };
        assert!(explained("line = [\"f()*\"]", 1) && !explained("line = [\"}\"]", 1));
        assert!(explained("other_line = [\"}\"]", 1) && !explained("other_line = [\"f()*\"]", 1));
        let inner = "moved = [\"inner\"]";
        assert!(explained(inner, 2) && !explained(inner, 1));
        assert!(explained("moved = [\"level\", \"inner\"]", 1));
    }

    #[test]
    fn so_can_how_a_debugger_failed() {
        let died = known(&entry("died", "debuggers = [\"bun\"]\nfailures = [\"died\"]"));
        let explained = |last: Observation| {
            let mut finding = finding(&[(&["node"], "line 1", 1), (&["bun"], "x", 1)]);
            finding.session.traces[1].observations = vec![last];
            !died.explain(&finding).is_empty()
        };
        assert!(explained(Observation::Misbehaved(Misbehaviour::Died("signal 11".into()))));
        assert!(!explained(Observation::Misbehaved(Misbehaviour::Hung(5))));
        assert!(!explained(paused("line 2", 1)));
    }

    #[test]
    fn what_is_known_of_all_explains_nothing_between_them() {
        let v8 = known(&entry("v8", "debuggers = [\"node*\"]"));
        let explained = |one: &str, other: &str| {
            let sides: [(&[&str], &str, usize); 2] =
                [(&[one], "line 1", 1), (&[other], "line 2", 1)];
            !v8.explain(&finding(&sides)).is_empty()
        };
        assert!(!explained("node-8", "node"));
        assert!(explained("node", "bun"));
    }

    #[test]
    fn an_entry_about_a_law_explains_each_breach_by_itself() {
        let case = "{ program = \"x;\", actions = \"start\" }";
        let text = format!(
            "[[known]]\nid = \"hidden\"\nlaw = \"variables-shown\"\ndebuggers = [\"node*\"]\n\
             shapes = [\"* in Head\"]\nstatus = \"bug\"\nexplanation = \"x\"\n\
             example = {case}\nneighbours = [{case}]\n"
        );
        let known = known(&text);
        let breach = |debugger: &str, law: &str, shape: &str| Breach {
            debugger: debugger.to_owned(),
            law: law.to_owned(),
            rank: parallax_model::Rank::Fact,
            sentence: "does not show `e`".to_owned(),
            clause: None,
            shape: shape.to_owned(),
            name: Some("e".to_owned()),
            shown: None,
            right: None,
        };
        let own = breach("node-20", "variables-shown", "uninitialised in Head");
        assert_eq!(known.explain_breaches(std::slice::from_ref(&own)).len(), 1);
        for other in [
            breach("firefox", "variables-shown", "uninitialised in Head"),
            breach("node-20", "values", "uninitialised in Head"),
            breach("node-20", "variables-shown", "initialised in ReturnStatement"),
        ] {
            assert!(known.explain_breaches(&[own.clone(), other]).is_empty());
        }
        let bare = text.replace(&format!("neighbours = [{case}]\n"), "");
        assert!(parse::<Entry>(&bare, "f").unwrap_err().cause.to_string().contains("no neighbour"));
    }

    #[test]
    fn an_entry_about_nobody_is_refused() {
        let text = entry("a", "debuggers = []");
        let error = parse::<Entry>(&text, "mine.toml").unwrap_err().cause.to_string();
        assert!(error.contains("names no debugger"), "{error}");
    }

    #[test]
    fn the_shipped_file_is_well_formed() {
        let known = Known(parse(SHIPPED.1, SHIPPED.0).unwrap());
        assert!(known.0.iter().all(|entry| entry.explanation.len() > 20));
    }
}
