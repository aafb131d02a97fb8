//! Mutators: a program becomes a slightly different one, which may not even be a program.
//!
//! A mutator is a file with a function, and a line in [`MUTATORS`].

mod nearest;
mod object;
mod random;
mod remove;
mod statement;
mod strictness;
mod string;
mod thrower;

use std::ops::Range;

use parallax_spec::syntax::{NodeId, Tree};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::fragments::Fragments;
use super::words::Words;

/// What a mutator gets to see.
pub struct Situation<'s> {
    /// The program.
    pub tree: &'s Tree,
    /// The part of it whose evaluation reached the branch that is aimed at.
    pub place: Option<Range<usize>>,
    /// Pieces of programs.
    pub fragments: &'s Fragments,
    /// Words of the edition.
    pub words: &'s Words,
}

/// A way to change a program.
pub struct Mutator {
    /// What it is called in the history of a program.
    pub name: &'static str,
    /// How often it is chosen, compared with the others.
    pub weight: u32,
    /// The changed program; nothing where there is nothing to change.
    pub mutate: fn(&Situation<'_>, &mut ChaCha8Rng) -> Option<String>,
}

/// All mutators.
pub const MUTATORS: &[Mutator] = &[
    Mutator { name: "nearest", weight: 8, mutate: nearest::mutate },
    Mutator { name: "object", weight: 4, mutate: object::mutate },
    Mutator { name: "random", weight: 5, mutate: random::mutate },
    Mutator { name: "remove", weight: 2, mutate: remove::mutate },
    Mutator { name: "statement", weight: 4, mutate: statement::mutate },
    Mutator { name: "strictness", weight: 1, mutate: strictness::mutate },
    Mutator { name: "string", weight: 3, mutate: string::mutate },
    Mutator { name: "thrower", weight: 3, mutate: thrower::mutate },
];

/// One of the mutators, by their weights.
pub fn choose(rng: &mut ChaCha8Rng) -> &'static Mutator {
    let all: u32 = MUTATORS.iter().map(|it| it.weight).sum();
    let mut left = rng.random_range(0..all);
    for mutator in MUTATORS {
        match left.checked_sub(mutator.weight) {
            Some(rest) => left = rest,
            None => return mutator,
        }
    }
    &MUTATORS[0]
}

impl Situation<'_> {
    /// The program with something else in the place of a part.
    fn replaced(&self, span: Range<usize>, by: &str) -> String {
        let text = self.tree.whole_text();
        format!("{} {by} {}", text[..span.start].trim_end(), text[span.end..].trim_start())
            .trim()
            .to_owned()
    }

    /// A node by chance: of those that are fine, and inside the place that is aimed at if there is
    /// one and chance wants it.
    fn node(&self, rng: &mut ChaCha8Rng, fine: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let all: Vec<NodeId> =
            self.tree.descendants(self.tree.root()).filter(|node| fine(*node)).collect();
        let inside = |span: Range<usize>, around: &Range<usize>| {
            around.start <= span.start && span.end <= around.end
        };
        if let Some(place) = self.place.as_ref().filter(|_| rng.random_bool(0.7)) {
            let near: Vec<NodeId> =
                all.iter().copied().filter(|node| inside(self.tree.span(*node), place)).collect();
            if !near.is_empty() {
                return Some(near[rng.random_range(0..near.len())]);
            }
        }
        (!all.is_empty()).then(|| all[rng.random_range(0..all.len())])
    }

    /// An expression by chance.
    fn expression(&self, rng: &mut ChaCha8Rng) -> Option<NodeId> {
        let node = self.node(rng, |node| self.is_whole_expression(node));
        node.or_else(|| self.node(rng, |node| self.tree.name(node).ends_with("Expression")))
    }

    fn is_whole_expression(&self, node: NodeId) -> bool {
        matches!(self.tree.name(node), "AssignmentExpression" | "PrimaryExpression")
    }

    /// The program with an expression in the place of another.
    fn with_expression(&self, node: NodeId, expression: &str) -> String {
        let whole = self.tree.name(node) == "AssignmentExpression";
        let atom = expression.starts_with(|c: char| c.is_alphanumeric() || c == '"')
            && !expression.contains([' ', '.']);
        // A statement cannot begin with every expression, nor can every place hold one as it is.
        match whole && !expression.starts_with(['{', 'f', 'c']) || atom {
            true => self.replaced(self.tree.span(node), expression),
            false => self.replaced(self.tree.span(node), &format!("( {expression} )")),
        }
    }

    /// An expression from the pieces of programs.
    fn any_expression(&self, rng: &mut ChaCha8Rng) -> Option<&str> {
        let production = self.tree.grammar().index("AssignmentExpression")?;
        self.fragments.pick(production, rng)
    }
}
