//! Early errors as the text says them: names declared twice, labels and their targets, and others.

use super::machine::Machine;
use super::stop::Stop;
use super::value::{Part, Piece, Value};
use crate::algorithm::EARLY_ERRORS;
use crate::syntax::{Child, SyntaxError};

impl Machine<'_> {
    /// The first of these early errors in a tree. A rule that cannot be run stops.
    pub(super) fn has_early_error(&mut self, root: Piece) -> Result<Option<SyntaxError>, Stop> {
        // Who asks may have values that the machine does not know of.
        let collecting = self.set_collecting(false);
        let error = self.find_early_error(root);
        self.set_collecting(collecting);
        error
    }

    fn find_early_error(&mut self, root: Piece) -> Result<Option<SyntaxError>, Stop> {
        for (code, node) in self.early_rules(root) {
            let frames = self.frames.len();
            self.save_frame();
            self.enter(code, Vec::new(), Some(node));
            if let Value::Abrupt(_) | Value::Boolean(true) = self.run(frames)? {
                return Ok(Some(self.early_error(node)));
            }
        }
        Ok(None)
    }

    fn early_error(&self, node: Piece) -> SyntaxError {
        let message = format!("an early error of {}", self.piece_name(node));
        match (self.tree(node), node.part) {
            (Some(tree), Part::Node(node)) => {
                SyntaxError::at(tree.whole_text(), tree.span(node).start, message)
            }
            _ => SyntaxError::nowhere(message),
        }
    }

    /// The rules for the nodes of a tree.
    fn early_rules(&self, root: Piece) -> Vec<(usize, Piece)> {
        let name = self.program.names.find(EARLY_ERRORS);
        let (Some(name), Some(tree), Part::Node(node)) = (name, self.tree(root), root.part) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut work = vec![node];
        while let Some(cover) = work.pop() {
            // The rules for what is covered are those that count.
            let node = tree.covered(cover).unwrap_or(cover);
            let children = tree.children(node).rev().filter_map(|child| match child {
                Child::Node(child) => Some(child),
                _ => None,
            });
            work.extend(children);
            let (production, alternative) = self.program.place(tree, node);
            let place = (name, production, alternative);
            for (optionals, code) in self.program.syntax.get(&place).into_iter().flatten() {
                if self.fits(tree, node, optionals) {
                    found.push((*code, Piece { tree: root.tree, part: Part::Node(node) }));
                }
            }
        }
        found
    }
}
