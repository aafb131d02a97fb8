//! Functions that are branches of `if` statements. Annex B has them read as if each stood in a block of
//! its own, which nobody wrote.

use super::Parser;
use super::tree::{Child, NodeId, Source, Tree};

impl Parser {
    /// A tree with these blocks in it, where it has such functions. The braces are empty tokens.
    pub(crate) fn with_blocks(&self, tree: Tree) -> Tree {
        let mut braces = braces(&tree);
        if braces.is_empty() {
            return tree;
        }
        braces.sort_unstable();
        let mut text = tree.whole_text().to_owned();
        for (at, brace) in braces.iter().rev() {
            text.insert(*at, *brace);
        }
        let root = tree.root();
        let production = &self.grammar().productions()[tree.production(root)];
        let with = production.parameters.iter().map(String::as_str);
        let with: Vec<&str> = with.filter(|it| tree.has(root, it)).collect();
        // What could be read without braces can be read with them.
        match self.parse_without_early_errors(tree.name(root), &with, &text) {
            Ok(read) => read.without(&braces, tree.source),
            Err(_) => tree,
        }
    }
}

/// The places and the kinds of the braces that are missing.
fn braces(tree: &Tree) -> Vec<(usize, char)> {
    let is_if = |node: &NodeId| tree.name(*node) == "IfStatement";
    let branches = tree.descendants(tree.root()).filter(is_if).flat_map(|node| tree.children(node));
    let functions = branches.filter_map(|branch| match branch {
        Child::Node(branch) if tree.name(branch) == "FunctionDeclaration" => {
            Some(tree.span(branch))
        }
        _ => None,
    });
    functions.flat_map(|span| [(span.start, '{'), (span.end, '}')]).collect()
}

impl Tree {
    /// The same tree of a text without these signs, which stood before these places of it.
    fn without(mut self, signs: &[(usize, char)], source: Source) -> Tree {
        // The places of the signs in the text that was read.
        let places: Vec<usize> = signs.iter().enumerate().map(|(at, it)| it.0 + at).collect();
        let moved = |at: &mut u32| {
            *at -= places.partition_point(|place| *place < *at as usize) as u32;
        };
        for node in &mut self.nodes {
            moved(&mut node.start);
            moved(&mut node.end);
        }
        for token in &mut self.tokens {
            moved(&mut token.start);
            moved(&mut token.end);
        }
        self.source = source;
        self
    }
}
