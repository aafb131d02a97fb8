//! What not every debugger can do.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What not every debugger can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// Breakpoints that pause only when an expression holds.
    Conditions,
    /// Saying what of a program has run.
    Coverage,
    /// Evaluating an expression where the program is paused.
    Evaluation,
    /// Listing the places where breakpoints can be set, and setting one at a column.
    Listing,
    /// Showing what the program prints.
    Output,
    /// Running with other tiers of its engine, by the configuration.
    Tiers,
}

/// For people; stores have the name of the variant.
impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ability::Conditions => "conditions of breakpoints",
            Ability::Coverage => "coverage",
            Ability::Evaluation => "evaluation",
            Ability::Listing => "a list of breakable places",
            Ability::Output => "the program's output",
            Ability::Tiers => "other tiers of the engine",
        })
    }
}
