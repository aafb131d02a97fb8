//! How deep sessions go: pauses, what is known of them, and what was done at which kind of syntax.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How deep a session went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Depth {
    /// Pauses, counted for each debugger.
    pub pauses: usize,
    /// Those of them that were held against the truth.
    pub judged: usize,
    /// What was done where.
    pub pairs: Pairs,
}

/// How often each action was done at each kind of syntax.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Counted>", into = "Vec<Counted>")]
pub struct Pairs(BTreeMap<(String, String), u32>);

/// A pair as it is stored.
type Counted = (String, String, u32);

impl Pairs {
    /// Counts an action at a kind of syntax.
    pub fn count(&mut self, node: &str, action: &str) {
        *self.0.entry((node.to_owned(), action.to_owned())).or_default() += 1;
    }

    /// How often an action was done at a kind of syntax.
    pub fn get(&self, node: &str, action: &str) -> u32 {
        self.0.get(&(node.to_owned(), action.to_owned())).copied().unwrap_or(0)
    }

    /// Adds what another session did.
    pub fn add(&mut self, other: &Pairs) {
        for (pair, count) in &other.0 {
            *self.0.entry(pair.clone()).or_default() += count;
        }
    }

    /// Each kind of syntax and action with its count.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, u32)> {
        self.0.iter().map(|((node, action), count)| (node.as_str(), action.as_str(), *count))
    }
}

impl From<Vec<Counted>> for Pairs {
    fn from(list: Vec<Counted>) -> Self {
        Pairs(list.into_iter().map(|(node, action, count)| ((node, action), count)).collect())
    }
}

impl From<Pairs> for Vec<Counted> {
    fn from(pairs: Pairs) -> Self {
        pairs.0.into_iter().map(|((node, action), count)| (node, action, count)).collect()
    }
}
