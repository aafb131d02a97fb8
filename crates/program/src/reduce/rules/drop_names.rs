//! A variable is left out with every statement or item of a list that names it.

use std::ops::Range;

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};
use crate::tree::{Name, Part, Tree};

/// The rule.
#[derive(Debug)]
pub struct DropNames;

impl Rule<Material> for DropNames {
    fn name(&self) -> &str {
        "drop-names"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let mut found: Vec<Vec<Range<usize>>> =
            tree.names.iter().map(|name| statements(tree, name)).collect();
        found.retain(|it| it.len() > 1);
        found.sort_by_key(|it| {
            std::cmp::Reverse(it.iter().map(ExactSizeIterator::len).sum::<usize>())
        });
        Sites::new(found.into_iter().map(|it| (it[0].clone(), it)), |ranges| {
            let splices = ranges.iter().map(|it| Splice::replacement(it.clone(), ""));
            Edit { splices: splices.collect(), ..Edit::default() }
        })
    }
}

/// The statements around each place where a variable is named, without those in others of them.
fn statements(tree: &Tree, name: &Name) -> Vec<Range<usize>> {
    let around = name.places.iter().filter_map(|place| {
        let is_around = |span: &Range<usize>| span.start <= place.start && place.end <= span.end;
        let nodes = tree.nodes.iter().rev();
        let mut nodes = nodes.filter(|node| node.part == Part::Statement && is_around(&node.span));
        nodes.next().map(|node| node.span.clone())
    });
    let mut found: Vec<Range<usize>> = around.collect();
    found.sort_by_key(|it| (it.start, std::cmp::Reverse(it.end)));
    found.dedup();
    let mut end = 0;
    found.retain(|it| {
        let is_outer = it.start >= end;
        end = end.max(it.end);
        is_outer
    });
    found
}
