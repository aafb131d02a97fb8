//! One program, one seed, N debuggers, from load to end.

use serde::{Deserialize, Serialize};

use crate::{
    Action, Breach, Class, Depth, Difference, Ending, Misbehaviour, Observation, Program, Verdict,
};

/// What one debugger showed, one observation for each action until it left the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The debugger instance's name.
    pub debugger: String,
    /// Its raw observations, before normalisation.
    pub observations: Vec<Observation>,
}

impl Trace {
    /// Why the debugger did not take the program, if it did not: it shows nothing else in the session then.
    pub fn refusal(&self) -> Option<&str> {
        match self.observations.first() {
            Some(Observation::Finished(Ending::Rejected(words))) => Some(words),
            _ => None,
        }
    }
}

/// A finished session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// What was done.
    pub actions: Vec<Action>,
    /// What each debugger showed.
    pub traces: Vec<Trace>,
    /// The reproducible differences and broken laws, in the order of their actions.
    #[serde(default)]
    pub divergences: Vec<Divergence>,
    /// How it ended.
    pub outcome: Outcome,
    /// How its program and actions came to be.
    pub origin: Origin,
    /// How deep it went; the records of findings do not say.
    #[serde(skip)]
    pub depth: Depth,
}

/// How a session's program and actions came to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Origin {
    /// The program is as given, and the actions are the seed's.
    Differential,
    /// Relations have changed the program or the actions.
    Metamorphic(Box<Lineage>),
}

impl Session {
    /// How a metamorphic test came to be; none for a differential session.
    pub fn lineage(&self) -> Option<&Lineage> {
        match &self.origin {
            Origin::Differential => None,
            Origin::Metamorphic(lineage) => Some(lineage),
        }
    }

    /// The first reproducible difference, if there is one.
    pub fn divergence(&self) -> Option<&Divergence> {
        self.divergences.first()
    }

    /// The session up to one of its differences: all that is needed to see that one again.
    pub fn up_to(&self, divergence: &Divergence) -> Session {
        let count = divergence.at + 1;
        let shortened = |trace: &Trace| Trace {
            debugger: trace.debugger.clone(),
            observations: trace.observations.iter().take(count).cloned().collect(),
        };
        Session {
            actions: self.actions.iter().take(count).cloned().collect(),
            traces: self.traces.iter().map(shortened).collect(),
            divergences: vec![divergence.clone()],
            outcome: Outcome::Diverged,
            origin: self.origin.clone(),
            depth: Depth::default(),
        }
    }
}

/// How the follow-up run of a metamorphic test came to be.
///
/// The session's actions are those of the follow-up, and its first trace is what they should have
/// shown by the relation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {
    /// The relations that were applied one after the other; the last is the one in question.
    pub chain: Vec<String>,
    /// The program of the follow-up.
    pub program: Program,
    /// The run that the last relation was applied to.
    pub initial: Run,
}

/// One run of one debugger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What was run.
    pub program: Program,
    /// What was done.
    pub actions: Vec<Action>,
    /// What was shown, an observation for each action.
    pub shown: Vec<Observation>,
}

/// How a session ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The program ended everywhere.
    Finished,
    /// The allowed number of actions was used up.
    Exhausted,
    /// At a difference: the first one, or one after which fewer than two debuggers could go on together.
    Diverged,
    /// Some difference did not count: a debugger did not repeat what it had shown.
    Unstable {
        /// The debuggers that did not repeat themselves.
        debuggers: Vec<String>,
    },
    /// A debugger failed.
    Failed {
        /// The debugger's name.
        debugger: String,
        /// What it did.
        misbehaviour: Misbehaviour,
    },
}

impl Outcome {
    /// The outcome's name in the store and in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Finished => "finished",
            Outcome::Exhausted => "exhausted",
            Outcome::Diverged => "diverged",
            Outcome::Unstable { .. } => "unstable",
            Outcome::Failed { .. } => "failed",
        }
    }
}

/// A stable difference with what is known about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divergence {
    /// The number of the action after which it is seen.
    pub at: usize,
    /// What differs, and between whom.
    pub difference: Difference,
    /// The class it falls into.
    pub class: Class,
    /// The line where the last action was triggered.
    pub line: u32,
    /// Who is wrong.
    pub verdict: Verdict,
    /// The laws that were broken, by the truth; empty where it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaches: Vec<Breach>,
}

impl Divergence {
    /// Who is wrong, in words.
    pub fn verdict_in_words(&self) -> String {
        match self.verdict {
            Verdict::Law => {
                self.breaches.iter().map(Breach::to_string).collect::<Vec<_>>().join("; ")
            }
            ref vote => vote.to_string(),
        }
    }
}
