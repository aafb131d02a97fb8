//! What all sessions of a campaign share: parameters, normalisations and the programs' syntax.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use parallax_model::{Parameters, Program};
use parallax_oracle::Oracle;
use parallax_program::js::{self, Outline};

use crate::guided::Terrain;
use crate::lockstep::AtDifference;
use crate::normalise::Normaliser;

/// What sessions are run with. Cheap to clone.
#[derive(Clone)]
pub struct SessionContext {
    /// How actions are chosen.
    pub parameters: Parameters,
    /// What is evened out before comparison.
    pub normaliser: Normaliser,
    /// Who knows what is true; none where the text of ECMA-262 is not at hand.
    pub oracle: Option<Arc<Oracle>>,
    /// What ends a differential session.
    pub stop_at: AtDifference,
    /// The syntax of each program, parsed once.
    outlines: Arc<HashMap<Arc<str>, Outline>>,
    /// What surveys have shown of programs.
    terrains: Arc<Mutex<HashMap<u64, Arc<Terrain>>>>,
}

impl SessionContext {
    /// The context of sessions on these programs.
    pub fn new(parameters: Parameters, normaliser: Normaliser, programs: &[Program]) -> Self {
        let outlines =
            programs.iter().map(|program| (program.name.clone(), Outline::new(program))).collect();
        let outlines = Arc::new(outlines);
        let stop_at = AtDifference::GoOn;
        let terrains = Arc::default();
        SessionContext { parameters, normaliser, oracle: None, stop_at, outlines, terrains }
    }

    /// The same with sessions that end so.
    pub fn stopping(self, stop_at: AtDifference) -> Self {
        SessionContext { stop_at, ..self }
    }

    /// The same with debuggers held against the truth.
    pub fn with_oracle(self, oracle: Option<Arc<Oracle>>) -> Self {
        SessionContext { oracle, ..self }
    }

    /// The type of the lowest syntax node that holds all tokens of a line.
    pub fn node(&self, program: &Program, line: u32) -> &str {
        self.outlines.get(&program.name).map_or("Program", |outline| outline.node(line))
    }

    /// What is known of a program, once it has been surveyed.
    pub fn terrain(&self, program: &Program) -> Option<Arc<Terrain>> {
        let terrains = self.terrains.lock().unwrap_or_else(PoisonError::into_inner);
        terrains.get(&program.fingerprint()).cloned()
    }

    /// Keeps what a survey has shown: the lines on which all debuggers agree.
    pub fn keep_survey(&self, program: &Program, agreed: Vec<u32>) -> Arc<Terrain> {
        let nodes = (1..=program.line_count()).map(|line| self.node(program, line).to_owned());
        let truth = self.oracle.as_ref().and_then(|oracle| oracle.truth(program).ok());
        let executed = truth.map_or_else(Vec::new, |it| it.executed_lines().to_vec());
        let (nodes, functions) = (nodes.collect(), js::own_lines(program));
        let terrain = Arc::new(Terrain { nodes, agreed, executed, functions });
        let mut terrains = self.terrains.lock().unwrap_or_else(PoisonError::into_inner);
        terrains.entry(program.fingerprint()).or_insert(terrain).clone()
    }
}
