//! Algorithm 2 of the paper: texts for every alternative, each nonterminal opened up once.
//!
//! The paper opens a nonterminal where its recursion meets it first, which may be deep inside
//! something else. Where the fewest steps lead to it, texts are shorter; but it may be a place that
//! few of them fit, such as the left side of an assignment. Both are done.

use super::Texts;
use super::shortest::{shortest, text_of};
use crate::syntax::rules::{Rules, Sym};
use std::collections::VecDeque;

/// Texts derivable from a nonterminal that between them use every rule below it, where that is
/// possible with each nonterminal opened up in two places only.
pub(super) fn synthesise(rules: &Rules, texts: &Texts, start: usize) -> Vec<String> {
    // V = ∅, M = shortestStrings(R)
    let mut run = Run {
        rules,
        texts,
        by_left: rules.by_left(),
        shortest: shortest(rules, texts),
        sites: Vec::new(),
    };
    let mut texts = Vec::new();
    for depth_first in [true, false] {
        run.sites = run.first_sites(start, depth_first);
        texts.extend(run.products(start));
    }
    texts
}

struct Run<'r> {
    rules: &'r Rules,
    texts: &'r Texts,
    by_left: Vec<Vec<usize>>,
    shortest: Vec<Option<String>>,
    /// Where each nonterminal is opened up: a rule, and a place in it.
    sites: Vec<Option<(usize, usize)>>,
}

/// A nonterminal whose rules are being worked through. The paper recurses; a grammar may be deep.
struct Open {
    nonterminal: usize,
    /// Which of its rules, and what the symbols of that rule gave so far.
    rule: usize,
    lists: Vec<Vec<String>>,
    done: Vec<String>,
}

impl Open {
    fn new(nonterminal: usize) -> Self {
        Open { nonterminal, rule: 0, lists: Vec::new(), done: Vec::new() }
    }
}

impl Run<'_> {
    /// The first use of each nonterminal, as the paper's recursion meets it or the nearest.
    fn first_sites(&self, start: usize, depth_first: bool) -> Vec<Option<(usize, usize)>> {
        let mut sites = vec![None; self.rules.instances.len()];
        let mut seen = vec![false; self.rules.instances.len()];
        let mut work = VecDeque::from([(start, None)]);
        while let Some((nonterminal, site)) =
            if depth_first { work.pop_back() } else { work.pop_front() }
        {
            if std::mem::replace(&mut seen[nonterminal], true) {
                continue;
            }
            sites[nonterminal] = site;
            let uses = self.by_left[nonterminal].iter().flat_map(|rule| {
                let right = self.rules.rules[*rule].right.iter().enumerate();
                right.filter_map(move |(place, symbol)| {
                    Some((symbol.as_nonterminal()?, Some((*rule, place))))
                })
            });
            let mut uses: Vec<_> = uses.collect();
            if depth_first {
                uses.reverse();
            }
            work.extend(uses);
        }
        sites
    }

    /// getProd and getAlt.
    fn products(&self, start: usize) -> Vec<String> {
        let mut stack = vec![Open::new(start)];
        while let Some(open) = stack.last_mut() {
            let Some(rule) = self.by_left[open.nonterminal].get(open.rule) else {
                let done = std::mem::take(&mut open.done);
                stack.pop();
                match stack.last_mut() {
                    Some(below) => below.lists.push(done),
                    None => return done,
                }
                continue;
            };
            let right = &self.rules.rules[*rule].right;
            let Some(symbol) = right.get(open.lists.len()) else {
                let texts = self.concatenate(right, &open.lists);
                open.done.extend(texts);
                open.lists.clear();
                open.rule += 1;
                continue;
            };
            match symbol.as_nonterminal() {
                Some(inner)
                    if self.sites[inner] == Some((*rule, open.lists.len()))
                        && self.rules.instances[inner].set.is_none() =>
                {
                    stack.push(Open::new(inner));
                }
                // if A ∈ V then return {M[A]}
                Some(inner) => open.lists.push(self.shortest[inner].iter().cloned().collect()),
                None => {
                    let terminal =
                        symbol.as_terminal().map(|terminal| &self.rules.terminals[terminal]);
                    open.lists.push(
                        terminal.map_or_else(Vec::new, |terminal| self.texts.of(terminal).to_vec()),
                    );
                }
            }
        }
        Vec::new()
    }

    /// Point-wise concatenation, with the shortest texts where a list is used up.
    fn concatenate(&self, right: &[Sym], lists: &[Vec<String>]) -> Vec<String> {
        let count = lists.iter().map(Vec::len).max().unwrap_or(1);
        let text = |place: usize, index: usize| match lists[place].get(index) {
            Some(text) => Some(text.as_str()),
            None => text_of(self.rules, self.texts, &self.shortest, right[place]),
        };
        let one = |index: usize| {
            let parts: Option<Vec<&str>> =
                (0..right.len()).map(|place| text(place, index)).collect();
            parts.map(|parts| self.texts.join(&parts))
        };
        (0..count).filter_map(one).collect()
    }
}
