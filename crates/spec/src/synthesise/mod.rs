//! Seed programs from the grammar alone.
//!
//! Algorithms 1 and 2 of the paper give texts that use every alternative; those that the parser
//! refuses are dropped, and of the rest the shortest that still cover everything are kept. Texts are
//! derived from the grammar with its cover grammars resolved, so that an arrow function gets
//! parameters and an assignment a pattern, not what happens to cover them.

mod contexts;
mod nonrecursive;
mod shortest;
mod texts;

use crate::grammar::Kind;
use crate::syntax::cover;
use crate::syntax::expand::{Goal, expand};
use crate::syntax::{NodeId, Parser, Tree};
use std::collections::BTreeSet;
use texts::Texts;

/// An alternative: its production's index, and its own in the production.
pub type Place = (usize, usize);

/// Programs that cover the syntax.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// The programs, shortest first.
    pub programs: Vec<String>,
    /// How many texts were synthesised.
    pub synthesised: usize,
    /// The alternatives of the syntactic grammar that can be reached from the goal.
    pub reachable: BTreeSet<Place>,
    /// Those that the programs use.
    pub covered: BTreeSet<Place>,
}

impl Seeds {
    /// Synthesises programs for a goal such as `Script` or `Module`. A program is kept if it is
    /// accepted as well as parsed: by whoever knows the early errors that the parser does not.
    pub fn of(parser: &Parser, goal: &str, accept: impl Fn(&str, &Tree) -> bool) -> Self {
        let texts = texts(parser, goal);
        let mut seeds = Seeds {
            synthesised: texts.len(),
            reachable: parser.reachable(goal),
            ..Seeds::default()
        };
        let mut programs: Vec<String> =
            texts.iter().flat_map(|text| contexts::surrounded(text)).collect();
        programs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        programs.dedup();
        for program in programs {
            let Ok(tree) = parser.parse(goal, &[], &program) else { continue };
            let used: BTreeSet<Place> =
                used(&tree).intersection(&seeds.reachable).copied().collect();
            if !used.is_subset(&seeds.covered) && accept(&program, &tree) {
                seeds.covered.extend(used);
                seeds.programs.push(program);
            }
        }
        seeds
    }

    /// The alternatives that no program uses.
    pub fn missing(&self) -> impl Iterator<Item = Place> {
        self.reachable.difference(&self.covered).copied()
    }
}

/// Texts for a goal of a grammar over code points, such as `Pattern`, with these parameters: between
/// them they use every alternative, but rules beside the grammar may refuse them.
pub fn of_code_points(parser: &Parser, goal: &str, with: &[&str]) -> Vec<String> {
    let grammar = parser.grammar();
    let Some(production) = grammar.production(goal) else { return Vec::new() };
    let places = production.parameters.iter().enumerate();
    let given = places.filter(|(_, name)| with.contains(&name.as_str()));
    let arguments = given.fold(0, |bits, (place, _)| bits | 1 << place);
    texts::samples(grammar, goal, arguments)
}

/// All texts that the algorithms give for a goal.
fn texts(parser: &Parser, goal: &str) -> Vec<String> {
    let grammar = cover::resolved(parser.grammar());
    let Some(production) = grammar.index(goal) else { return Vec::new() };
    let goals = [Goal { production, arguments: 0 }];
    let rules = expand(&grammar, parser.scanner(), &goals, Kind::Syntactic);
    let start =
        rules.starts.first().and_then(|start| rules.rules[*start].right.first()?.as_nonterminal());
    let Some(start) = start else { return Vec::new() };
    let known = Texts::of_tokens(&grammar, &rules.terminals);
    nonrecursive::synthesise(&rules, &known, start)
}

/// The alternatives that a tree uses, in its first reading and where it covers others.
pub fn used(tree: &Tree) -> BTreeSet<Place> {
    let mut used = BTreeSet::new();
    let mut work: Vec<NodeId> = vec![tree.root()];
    while let Some(node) = work.pop() {
        for node in tree.descendants(node) {
            used.insert((tree.production(node), tree.alternative(node)));
            work.extend(tree.covered(node));
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{Grammar, parse_notation};

    const SMALL: &str = "
        SourceCharacter ::
          > any Unicode code point
        InputElementDiv ::
          WhiteSpace
          CommonToken
        WhiteSpace :: <SP>
        CommonToken ::
          Word
          Number
          Punctuator
        Punctuator :: one of
          `(` `)` `+` `;`
        Word :: `w` Letter
        Letter :: one of
          `x` `y`
        Number ::
          Digit
          Number Digit
        Digit :: one of
          `1` `2`
        Script : List?
        List :
          Item[~In] `;`
          List Item[+In] `;`
        Item[In] :
          Sum
          [+In] `(` Item[?In] `)`
        Sum :
          Word
          Number
          Sum `+` Sum
    ";

    #[test]
    fn every_alternative_gets_a_program() {
        let parser = Parser::new(&Grammar::new(parse_notation(SMALL)));
        let seeds = Seeds::of(&parser, "Script", |_, _| true);
        assert_eq!(seeds.missing().collect::<Vec<_>>(), []);
        assert_eq!(seeds.reachable.len(), 8);
        assert!(seeds.programs.contains(&"1 + 1 ;".to_owned()), "{:?}", seeds.programs);
        assert!(seeds.programs.contains(&"1 ; ( 1 ) ;".to_owned()), "{:?}", seeds.programs);
    }

    #[test]
    fn a_goal_that_is_not_there_has_no_seeds() {
        let parser = Parser::new(&Grammar::default());
        assert!(Seeds::of(&parser, "Script", |_, _| true).programs.is_empty());
    }
}
