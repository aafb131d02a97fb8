//! Judges a map by itself: a mapping in a statement must lead to the same statement of the original.
//!
//! Both texts are parsed. A compiler that takes types away and prints anew keeps the statements and their
//! order, so the statements of both texts correspond. Where it does not, only those are compared that are
//! like no other in both texts; the rest is not judged.

use std::collections::HashMap;

use parallax_model::{Location, Program};
use parallax_program::js::skeleton::{Statement, skeleton};
use parallax_program::places::Places;

use crate::source_map::SourceMap;

/// What is wrong with a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misled {
    /// Where in the compiled text.
    pub generated: Location,
    /// Where that is in the original.
    pub right: Location,
    /// Where the map leads.
    pub shown: Option<Location>,
    /// What it leads from.
    pub what: What,
}

/// What a wrong mapping is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The beginning of a statement, with its first line.
    Statement(String),
    /// A name in a statement.
    Name(String),
    /// A name that the map calls otherwise.
    Called(String, String),
}

/// The statements of both texts that correspond.
pub struct Alignment {
    pairs: Vec<(Statement, Statement)>,
    original: Places,
    compiled: Places,
    /// How many statements of the original have no counterpart.
    pub unpaired: usize,
}

impl Alignment {
    /// Aligns the original, without types, and the compiled text; none if one of them cannot be parsed.
    pub fn new(original: &Program, compiled: &Program) -> Option<Self> {
        let (one, other) = (skeleton(original)?, skeleton(compiled)?);
        let total = one.len();
        let pairs = pairs(one, other);
        let unpaired = total - pairs.len();
        let (original, compiled) = (Places::new(original), Places::new(compiled));
        Some(Alignment { pairs, original, compiled, unpaired })
    }

    /// The mappings that lead to another statement, or in a statement to another name.
    pub fn misled(&self, map: &SourceMap) -> Vec<Misled> {
        let mut found = Vec::new();
        for (one, other) in &self.pairs {
            found.extend(self.beginning(one, other, map));
            found.extend(self.names(one, other, map));
        }
        found
    }

    /// Whether each statement begins on a line that it shares only with statements of its own line in the
    /// original. Then steps go from line to line as in the original.
    pub fn keeps_lines(&self) -> bool {
        let mut lines: HashMap<u32, u32> = HashMap::new();
        self.unpaired == 0
            && self.pairs.iter().filter(|(one, _)| one.is_stop).all(|(one, other)| {
                let line = self.original.location(one.span.start).line;
                *lines.entry(self.compiled.location(other.span.start).line).or_insert(line) == line
            })
    }

    /// Whether a place of the compiled text is in the statement that corresponds to the one of the place that
    /// the map leads to.
    pub fn is_same_statement(&self, generated: Location, original: Location) -> bool {
        let (Some(from), Some(to)) =
            (self.compiled.offset(generated), self.original.offset(original))
        else {
            return false;
        };
        let holding = self.pairs.iter().enumerate();
        let compiled = holding.clone().filter(|(_, it)| it.1.span.contains(&from));
        let original = holding.filter(|(_, it)| it.0.span.contains(&to));
        let compiled = compiled.min_by_key(|(_, it)| it.1.span.len()).map(|it| it.0);
        compiled.is_some()
            && compiled == original.min_by_key(|(_, it)| it.0.span.len()).map(|it| it.0)
    }

    /// A statement whose beginning leads out of it, or nowhere.
    fn beginning(&self, one: &Statement, other: &Statement, map: &SourceMap) -> Option<Misled> {
        if !one.is_stop {
            return None;
        }
        let generated = self.compiled.location(other.span.start);
        let right = self.original.location(one.span.start);
        let shown = map.original(generated);
        let is_inside = |place: Location| {
            let offset = self.original.offset(place);
            place.line == right.line || offset.is_some_and(|it| one.span.contains(&it))
        };
        if shown.is_some_and(is_inside) {
            return None;
        }
        Some(Misled { generated, right, shown, what: What::Statement(one.kind.clone()) })
    }

    /// Names that lead to other names.
    fn names(&self, one: &Statement, other: &Statement, map: &SourceMap) -> Vec<Misled> {
        let same = one.names.len() == other.names.len()
            && one.names.iter().zip(&other.names).all(|(one, other)| one.1 == other.1);
        if !same {
            return Vec::new();
        }
        let places: HashMap<Location, &str> = one
            .names
            .iter()
            .map(|(at, name)| (self.original.location(*at), name.as_str()))
            .collect();
        let pairs = one.names.iter().zip(&other.names);
        let found = pairs.filter_map(|((at, name), (to, _))| {
            let (right, generated) = (self.original.location(*at), self.compiled.location(*to));
            let mapping = map.at(generated)?;
            let shown = mapping.original?;
            let misled = |what| Misled { generated, right, shown: Some(shown), what };
            if let Some(called) = mapping.name.as_deref().filter(|it| *it != name) {
                return Some(misled(What::Called(name.clone(), called.to_owned())));
            }
            // What is not the beginning of a name is the beginning of something around it.
            let is_other = places.get(&shown).is_some_and(|it| it != name);
            is_other.then(|| misled(What::Name(name.clone())))
        });
        found.collect()
    }
}

/// The statements that correspond, in their order.
fn pairs(one: Vec<Statement>, other: Vec<Statement>) -> Vec<(Statement, Statement)> {
    let shape = |it: &Statement| (it.kind.clone(), it.depth);
    if one.iter().map(shape).eq(other.iter().map(shape)) {
        return one.into_iter().zip(other).collect();
    }
    let key = |it: &Statement| {
        let names: Vec<String> = it.names.iter().map(|(_, name)| name.clone()).collect();
        (it.kind.clone(), it.depth, names)
    };
    let mut found: HashMap<_, (Vec<Statement>, Vec<Statement>)> = HashMap::new();
    for it in one {
        found.entry(key(&it)).or_default().0.push(it);
    }
    for it in other {
        found.entry(key(&it)).or_default().1.push(it);
    }
    let mut pairs: Vec<(Statement, Statement)> = found
        .into_values()
        .filter_map(|(mut one, mut other)| match (one.len(), other.len()) {
            (1, 1) => one.pop().zip(other.pop()),
            _ => None,
        })
        .collect();
    pairs.sort_by_key(|(one, _)| one.span.start);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiler::Compiled;
    use crate::recorded;

    fn misled(text: &str, compiled: &Compiled) -> Vec<Misled> {
        let original = Program::new("p.js", text);
        Alignment::new(&original, &compiled.program).unwrap().misled(&compiled.map)
    }

    #[test]
    fn a_statement_that_leads_to_the_one_before_is_found() {
        let found = misled(recorded::PARENTHESISED, &recorded::parenthesised());
        let at = |line, column| Location { line, column };
        let what = What::Statement("ExpressionStatement".to_owned());
        let (generated, right, shown) = (at(3, 0), at(3, 0), Some(at(2, 4)));
        assert_eq!(found, [Misled { generated, right, shown, what }]);
        assert_eq!(misled(recorded::PARENTHESISED, &recorded::mended()), []);
        assert_eq!(misled(recorded::FUNCTION, &recorded::function()), []);
    }

    #[test]
    fn texts_of_other_statements_are_aligned_where_that_is_certain() {
        let one = Program::new("p", "a();\nif (b) c();\nd();\nd();\n");
        let other = Program::new("p", "if (b) c();\na();\n");
        let alignment = Alignment::new(&one, &other).unwrap();
        assert_eq!(alignment.unpaired, 2, "`d()` is there twice, or not at all");
        assert!(!alignment.keeps_lines());
        let at = |line| Location { line, column: 0 };
        assert!(alignment.is_same_statement(at(2), at(1)));
        assert!(!alignment.is_same_statement(at(2), at(2)));
        assert!(Alignment::new(&one, &Program::new("p", "(")).is_none());
    }

    #[test]
    fn merged_lines_are_noticed() {
        let keeps = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| Program::new("p", text));
            Alignment::new(&one, &other).unwrap().keeps_lines()
        };
        assert!(keeps("a(); b();\nc();\n", "a();\nb();\nc();\n"), "split, not merged");
        assert!(!keeps("a();\nb();\n", "a(); b();\n"));
    }
}
