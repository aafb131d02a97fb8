//! The parameters of Algorithm 1, which chooses a session's actions.

use serde::{Deserialize, Serialize};

/// Parameters of Algorithm 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// Breakpoints for each line of the program; at least one is set.
    pub breakpoints_per_line: f64,
    /// Probability that a breakpoint is removed again.
    pub removal: f64,
    /// Most actions that run the program, the start included.
    pub executions: u32,
    /// Whether actions are spent where little was done before, rather than uniformly.
    #[serde(default)]
    pub novelty: bool,
    /// Probability that a breakpoint goes to any line, not only to one on which all debuggers agree.
    #[serde(default)]
    pub disputed: f64,
    /// In how many shards a campaign is done, where that matters: what was done before is known within a shard.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub shards: u64,
}

fn one() -> u64 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
fn is_one(count: &u64) -> bool {
    *count == 1
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            breakpoints_per_line: 0.1,
            removal: 0.2,
            executions: 20,
            novelty: true,
            disputed: 0.0,
            shards: 1,
        }
    }
}
