//! What was done where: actions by the syntax of the line at which they were done.

use std::collections::BTreeMap;

use parallax_model::Pairs;

use crate::format::number;
use crate::text::Visible;

/// Actions in the order in which people think of them.
const ACTIONS: &[&str] = &["break", "resume", "in", "out", "over", "to"];

/// The table.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) actions: Vec<Visible>,
    pub(super) rows: Vec<DoneRow>,
    /// How many pairs of the table were done at least once, of all.
    pub(super) pairs: String,
}

/// A kind of syntax.
#[derive(Debug)]
pub(super) struct DoneRow {
    pub(super) node: Visible,
    pub(super) cells: Vec<Cell>,
}

/// How often an action was done.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) count: String,
    /// From 0, never, to 4, most often.
    pub(super) level: u32,
}

impl Done {
    /// Counts what sessions did.
    pub(super) fn count(pairs: &Pairs) -> Self {
        let mut nodes: BTreeMap<&str, u64> = BTreeMap::new();
        for (node, _, count) in pairs.iter() {
            *nodes.entry(node).or_default() += u64::from(count);
        }
        let mut nodes: Vec<_> = nodes.into_iter().collect();
        nodes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let cells = |node: &str| ACTIONS.iter().map(|it| cell(pairs.get(node, it))).collect();
        let rows: Vec<DoneRow> = nodes
            .into_iter()
            .map(|(node, _)| DoneRow { node: Visible::short(node), cells: cells(node) })
            .collect();
        let all = rows.len() * ACTIONS.len();
        let done = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.level > 0).count();
        Done {
            actions: ACTIONS.iter().map(|it| Visible::short(it)).collect(),
            rows,
            pairs: format!("{} of {}", number(done), number(all)),
        }
    }
}

/// Each level is ten times the one before: what was done once and what was done often must look different.
fn cell(count: u32) -> Cell {
    let level = match count {
        0 => 0,
        count => (count.ilog10() + 1).min(4),
    };
    Cell { count: number(count as usize), level }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_and_the_most_frequent_syntax_comes_first() {
        let mut pairs = Pairs::default();
        (0..120).for_each(|_| pairs.count("IfStatement", 1, "over"));
        pairs.count("ForStatement", 2, "resume");
        let done = Done::count(&pairs);
        let nodes: Vec<_> = done.rows.iter().map(|row| row.node.as_str()).collect();
        assert_eq!(nodes, ["IfStatement", "ForStatement"]);
        let levels = |row: &DoneRow| row.cells.iter().map(|cell| cell.level).collect::<Vec<_>>();
        assert_eq!(levels(&done.rows[0]), [0, 0, 0, 0, 3, 0]);
        assert_eq!(levels(&done.rows[1]), [0, 1, 0, 0, 0, 0]);
        assert_eq!(done.pairs, "2 of 12");
    }
}
