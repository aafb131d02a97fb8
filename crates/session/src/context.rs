//! What all sessions of a campaign share: parameters, normalisations and the programs' syntax.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::{Parameters, Program};
use parallax_oracle::Oracle;
use parallax_program::js::Outline;

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
}

impl SessionContext {
    /// The context of sessions on these programs.
    pub fn new(parameters: Parameters, normaliser: Normaliser, programs: &[Program]) -> Self {
        let outlines =
            programs.iter().map(|program| (program.name.clone(), Outline::new(program))).collect();
        let outlines = Arc::new(outlines);
        let stop_at = AtDifference::StopAtBreach;
        SessionContext { parameters, normaliser, oracle: None, stop_at, outlines }
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
}
