//! Mutators: rules that make another program of a program, which need not be a valid one.
//!
//! A mutator is a file with a rule, and a line in [`MUTATORS`]. A rule lists its sites; which mutator
//! and which site is taken is drawn here.

mod diverter;
mod expression;
mod nearest;
mod object;
mod observe;
mod random;
mod remove;
mod smaller;
mod statement;
mod strictness;
mod string;
#[cfg(test)]
mod tests;
mod thrower;

use std::ops::Range;
use std::sync::Arc;

use parallax_program::edit::{Edit, Splice};
use parallax_program::rewrite::{Rule, Site, Sites};
use parallax_spec::syntax::{NodeId, Tree};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::fragments::Fragments;
use super::words::Words;

/// How often a site is drawn from the part of the program that is aimed at, where it has one.
const NEAR: f64 = 0.7;

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

/// A rule for any situation.
pub type MutationRule = dyn for<'s> Rule<Situation<'s>>;

/// A rule, and how often it is chosen, compared with the others.
pub struct Mutator {
    /// The rule; its name is in the history of a program.
    pub rule: &'static MutationRule,
    /// The weight; those of all mutators add up to 300.
    pub weight: u32,
}

/// All mutators, in alphabetical order of their names.
pub const MUTATORS: &[Mutator] = &[
    Mutator { weight: 26, rule: &diverter::Diverter },
    Mutator { weight: 25, rule: &expression::RandomExpression },
    Mutator { weight: 50, rule: &nearest::NearestPart },
    Mutator { weight: 20, rule: &nearest::NearestWhole },
    Mutator { weight: 30, rule: &object::Object },
    Mutator { weight: 25, rule: &observe::Observe },
    Mutator { weight: 25, rule: &random::RandomPart },
    Mutator { weight: 8, rule: &remove::Remove },
    Mutator { weight: 12, rule: &smaller::Smaller },
    Mutator { weight: 14, rule: &statement::Statement },
    Mutator { weight: 10, rule: &strictness::Strictness },
    Mutator { weight: 30, rule: &string::StringLiteral },
    Mutator { weight: 25, rule: &thrower::Thrower },
];

/// One of the mutators, by their weights.
fn choose(rng: &mut ChaCha8Rng) -> &'static Mutator {
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

/// A part of a program: the bytes that it takes up, and its node.
type Part = (Range<usize>, NodeId);

impl Situation<'_> {
    /// Another program by a random mutator, with the mutator's name; none where there is nothing to
    /// change.
    pub fn mutate(&self, rng: &mut ChaCha8Rng) -> Option<(&'static str, String)> {
        let rule = choose(rng).rule;
        Some((rule.name(), self.apply(rule, rng)?))
    }

    /// The program after a rule was applied at a random site; none where there is no site.
    pub fn apply(&self, rule: &MutationRule, rng: &mut ChaCha8Rng) -> Option<String> {
        let sites = rule.sites(self);
        let site = self.draw(&sites, rng)?;
        Some(sites.apply(&site)?.text(self.tree.whole_text()))
    }

    /// A random site, more often than not in the part that is aimed at.
    fn draw(&self, sites: &Sites, rng: &mut ChaCha8Rng) -> Option<Site> {
        if let Some(place) = self.place.as_ref().filter(|_| rng.random_bool(NEAR)) {
            let near = sites.places().iter().enumerate().filter(|(_, span)| is_in(span, place));
            let near: Vec<usize> = near.map(|(number, _)| number).collect();
            if !near.is_empty() {
                return sites.draw_at(near[rng.random_range(0..near.len())], rng);
            }
        }
        sites.draw(rng)
    }

    /// The parts of the program that fit.
    fn parts(&self, is_fit: impl Fn(NodeId) -> bool) -> Vec<Part> {
        let nodes = self.tree.descendants(self.tree.root()).filter(|node| is_fit(*node));
        nodes.map(|node| (self.tree.span(node), node)).collect()
    }

    /// The expressions of the program: those that can hold any other, or else all of them.
    fn expressions(&self) -> Vec<Part> {
        let whole = self.parts(|node| {
            matches!(self.tree.name(node), "AssignmentExpression" | "PrimaryExpression")
        });
        if whole.is_empty() {
            return self.parts(|node| self.tree.name(node).ends_with("Expression"));
        }
        whole
    }

    /// The pieces of programs of the same production as a node.
    fn like(&self, node: NodeId) -> &[Arc<str>] {
        self.fragments.of(self.tree.production(node))
    }

    /// The pieces of programs of a production.
    fn pieces(&self, production: &str) -> &[Arc<str>] {
        let production = self.tree.grammar().index(production);
        production.map_or(&[], |production| self.fragments.of(production))
    }

    /// The pieces of programs that are expressions.
    fn expression_pieces(&self) -> &[Arc<str>] {
        self.pieces("AssignmentExpression")
    }

    /// Something else in the place of a part.
    fn replace(&self, span: Range<usize>, by: &str) -> Edit {
        set_apart(self.tree.whole_text(), span, " ", by)
    }

    /// An expression in the place of another.
    fn replace_expression(&self, node: NodeId, expression: &str) -> Edit {
        let whole = self.tree.name(node) == "AssignmentExpression";
        let atom = expression.starts_with(|c: char| c.is_alphanumeric() || c == '"')
            && !expression.contains([' ', '.']);
        // A statement cannot begin with every expression, nor can every place hold one as it is.
        match whole && !expression.starts_with(['{', 'f', 'c']) || atom {
            true => self.replace(self.tree.span(node), expression),
            false => self.replace(self.tree.span(node), &format!("( {expression} )")),
        }
    }
}

fn is_in(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Text in the place of a span and the white space around it, with a separator on both sides but at the
/// ends of the program.
fn set_apart(program: &str, span: Range<usize>, separator: &str, text: &str) -> Edit {
    let start = program[..span.start].trim_end().len();
    let end = program.len() - program[span.end..].trim_start().len();
    let mut text = format!("{separator}{text}{separator}");
    if start == 0 {
        text = text.trim_start().to_owned();
    }
    if end == program.len() {
        text.truncate(text.trim_end().len());
    }
    Splice::replacement(start..end, text).into()
}

/// The choices that lead to a piece: a piece, another one, and whether the shorter of the two is
/// taken. So short pieces are drawn more often than long ones.
fn piece_choices(pieces: &[Arc<str>]) -> [usize; 3] {
    [pieces.len(), pieces.len(), 2]
}

/// The piece that choices lead to.
fn piece(pieces: &[Arc<str>], [first, second, shorter]: [usize; 3]) -> &str {
    let (first, second) = (&pieces[first], &pieces[second]);
    if shorter == 1 && second.len() < first.len() { second } else { first }
}

/// A form with something else in the place of some of its words.
fn filled(form: &str, words: &[(&str, &str)]) -> String {
    let words = form.split(' ').map(|word| {
        let with = words.iter().find(|(known, _)| *known == word);
        with.map_or(word, |(_, with)| with)
    });
    words.collect::<Vec<_>>().join(" ")
}
