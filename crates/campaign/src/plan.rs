//! What a campaign is to do: everything that decides its results.

use parallax_model::Program;
use serde::{Deserialize, Serialize};

/// The definition of a campaign. Two runs with equal plans are one campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The debuggers in lockstep, with their versions.
    pub debuggers: Vec<Participant>,
    /// The programs.
    #[serde(skip)]
    pub programs: Vec<Program>,
    /// The first seed.
    pub first_seed: u64,
    /// How many seeds for each program.
    pub seeds: u64,
    /// All other settings that decide what sessions do, in words.
    pub settings: String,
}

/// A debugger that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// The instance's name.
    pub name: String,
    /// Its version as it reports it.
    pub version: String,
}

impl Plan {
    /// A text that is equal for equal plans.
    pub fn fingerprint(&self) -> String {
        let programs = self
            .programs
            .iter()
            .map(|program| format!("{} {:016x}", program.name, program.fingerprint()));
        let programs = programs.collect::<Vec<_>>().join("\n");
        format!("{}\n{programs}", serde_json::json!(self))
    }
}
