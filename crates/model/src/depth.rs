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

/// How often each action was done at each kind of syntax and, for one program, on each line and from one line to another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Counted>", into = "Vec<Counted>")]
pub struct Pairs {
    nodes: BTreeMap<(String, String), u32>,
    lines: BTreeMap<(u32, String), u32>,
    ways: BTreeMap<(u32, String, u32), u32>,
}

/// A count as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Counted {
    Node(String, String, u32),
    Line(u32, String, u32),
    Way(u32, String, u32, u32),
}

impl Pairs {
    /// Counts an action on a line, with its kind of syntax.
    pub fn count(&mut self, node: &str, line: u32, action: &str) {
        *self.nodes.entry((node.to_owned(), action.to_owned())).or_default() += 1;
        *self.lines.entry((line, action.to_owned())).or_default() += 1;
    }

    /// Counts an action that led from one line to another.
    pub fn count_way(&mut self, from: u32, action: &str, to: u32) {
        *self.ways.entry((from, action.to_owned(), to)).or_default() += 1;
    }

    /// How often an action led from one line to another.
    pub fn way(&self, from: u32, action: &str, to: u32) -> u32 {
        self.ways.get(&(from, action.to_owned(), to)).copied().unwrap_or(0)
    }

    /// How often an action was done at a kind of syntax.
    pub fn get(&self, node: &str, action: &str) -> u32 {
        self.nodes.get(&(node.to_owned(), action.to_owned())).copied().unwrap_or(0)
    }

    /// How often an action was done on a line.
    pub fn on_line(&self, line: u32, action: &str) -> u32 {
        self.lines.get(&(line, action.to_owned())).copied().unwrap_or(0)
    }

    /// How often anything was done on a line.
    pub fn any_on_line(&self, line: u32) -> u32 {
        let own = self.lines.range((line, String::new())..(line + 1, String::new()));
        own.map(|(_, count)| count).sum()
    }

    /// Adds what another session did, of any program.
    pub fn add(&mut self, other: &Pairs) {
        for (pair, count) in &other.nodes {
            *self.nodes.entry(pair.clone()).or_default() += count;
        }
    }

    /// Adds on which lines another session of the same program did something.
    pub fn add_lines(&mut self, other: &Pairs) {
        for (pair, count) in &other.lines {
            *self.lines.entry(pair.clone()).or_default() += count;
        }
        for (way, count) in &other.ways {
            *self.ways.entry(way.clone()).or_default() += count;
        }
    }

    /// Each kind of syntax and action with its count.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, u32)> {
        self.nodes.iter().map(|((node, action), count)| (node.as_str(), action.as_str(), *count))
    }
}

impl From<Vec<Counted>> for Pairs {
    fn from(list: Vec<Counted>) -> Self {
        let mut pairs = Pairs::default();
        for counted in list {
            match counted {
                Counted::Node(node, action, count) => pairs.nodes.insert((node, action), count),
                Counted::Line(line, action, count) => pairs.lines.insert((line, action), count),
                Counted::Way(from, action, to, count) => {
                    pairs.ways.insert((from, action, to), count)
                }
            };
        }
        pairs
    }
}

impl From<Pairs> for Vec<Counted> {
    fn from(pairs: Pairs) -> Self {
        let node = |((node, action), count)| Counted::Node(node, action, count);
        let line = |((line, action), count)| Counted::Line(line, action, count);
        let way = |((from, action, to), count)| Counted::Way(from, action, to, count);
        let lines = pairs.lines.into_iter().map(line);
        let ways = pairs.ways.into_iter().map(way);
        pairs.nodes.into_iter().map(node).chain(lines).chain(ways).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_stored_by_syntax_and_by_line() {
        let mut pairs = Pairs::default();
        pairs.count("IfStatement", 3, "over");
        pairs.count("IfStatement", 4, "over");
        pairs.count_way(3, "over", 4);
        let text = serde_json::to_string(&pairs).unwrap();
        assert_eq!(text, r#"[["IfStatement","over",2],[3,"over",1],[4,"over",1],[3,"over",4,1]]"#);
        assert_eq!(serde_json::from_str::<Pairs>(&text).unwrap(), pairs);
        // Earlier versions stored no lines.
        let old: Pairs = serde_json::from_str(r#"[["IfStatement","over",2]]"#).unwrap();
        assert_eq!((old.get("IfStatement", "over"), old.any_on_line(3)), (2, 0));
    }

    #[test]
    fn lines_are_those_of_one_program() {
        let mut session = Pairs::default();
        session.count("IfStatement", 3, "over");
        let mut earlier = Pairs::default();
        earlier.add(&session);
        assert_eq!((earlier.get("IfStatement", "over"), earlier.on_line(3, "over")), (1, 0));
        earlier.add_lines(&session);
        assert_eq!((earlier.get("IfStatement", "over"), earlier.on_line(3, "over")), (1, 1));
    }
}
