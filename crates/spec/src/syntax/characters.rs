//! Parsing over code points: patterns of regular expressions, strings that become numbers, and the
//! insides of tokens.

use super::charset;
use super::engine::{Ahead, Engine};
use super::error::SyntaxError;
use super::expand::Goal;
use super::machine::Machine;
use super::rules::{Expected, Guard};
use super::tree::{Packed, Source, Token, Tree};
use std::sync::Arc;

/// Parses a text; spans count bytes.
pub(super) fn parse_text(machine: &Machine, goal: &Goal, text: &str) -> Result<Tree, SyntaxError> {
    let code_points: Vec<u32> = text.chars().map(u32::from).collect();
    let mut offsets: Vec<u32> = text.char_indices().map(|(offset, _)| offset as u32).collect();
    offsets.push(text.len() as u32);
    let source = Source::Text(Arc::from(text));
    let refused =
        |place: usize, message: String| SyntaxError::at(text, offsets[place] as usize, message);
    parse(machine, goal, &code_points, &offsets, source)
        .map_err(|(place, message)| refused(place, message))
}

/// Parses code points; spans count them.
pub(super) fn parse_code_points(
    machine: &Machine,
    goal: &Goal,
    code_points: &[u32],
) -> Result<Tree, SyntaxError> {
    let offsets: Vec<u32> = (0..=code_points.len() as u32).collect();
    let source = Source::CodePoints(Arc::from(code_points));
    let refused = |(offset, message)| SyntaxError { offset, ..SyntaxError::nowhere(message) };
    parse(machine, goal, code_points, &offsets, source).map_err(refused)
}

fn parse(
    machine: &Machine,
    goal: &Goal,
    code_points: &[u32],
    offsets: &[u32],
    source: Source,
) -> Result<Tree, (usize, String)> {
    let Some(start) = machine.start(goal) else {
        return Err((0, "the parser has no tables for this goal".to_owned()));
    };
    let tree = Tree {
        names: Arc::clone(&machine.names),
        source,
        nodes: Vec::new(),
        children: Vec::new(),
        tokens: Vec::new(),
        root: 0,
        covered: rustc_hash::FxHashMap::default(),
    };
    let mut engine = Engine::new(&machine.names.rules, &machine.tables, start, tree);
    engine.groups = groups(code_points);
    for (place, code_point) in code_points.iter().enumerate() {
        let class = charset::class(*code_point);
        let (start, end) = (offsets[place], offsets[place + 1]);
        engine.tree.tokens.push(Token {
            terminal: u16::from(class),
            newline_before: false,
            start,
            end,
        });
        let value = Packed::token(engine.tree.tokens.len() - 1);
        if !engine.advance(usize::from(class), value, &mut Rest(&code_points[place..])) {
            let c = char::from_u32(*code_point).unwrap_or(char::REPLACEMENT_CHARACTER);
            return Err((place, format!("unexpected `{}`", c.escape_debug())));
        }
    }
    let end = code_points.len();
    if !engine.advance(machine.end(), Packed::ABSENT, &mut Rest(&[])) {
        return Err((end, "unexpected end of the text".to_owned()));
    }
    engine.finish().ok_or((end, "the text has no reading".to_owned()))
}

/// The code points from here on.
struct Rest<'a>(&'a [u32]);

impl Ahead for Rest<'_> {
    fn holds(&mut self, guard: &Guard) -> bool {
        let matches = |sequence: &[Expected]| {
            let mut rest = self.0.iter();
            sequence.iter().all(|expected| match (expected, rest.next()) {
                (Expected::Char(set), Some(code_point)) => {
                    set.contains(charset::class(*code_point))
                }
                _ => false,
            })
        };
        match guard {
            Guard::NoLineTerminator => true,
            Guard::Lookahead { follows, sequences } => {
                sequences.iter().any(|sequence| matches(sequence)) == *follows
            }
        }
    }
}

/// The number of capturing groups in a pattern, which annex B asks for before it is parsed.
fn groups(pattern: &[u32]) -> usize {
    let is = |place: usize, c: char| pattern.get(place) == Some(&u32::from(c));
    let mut count = 0;
    let mut in_class = false;
    let mut place = 0;
    while place < pattern.len() {
        if is(place, '\\') {
            place += 1;
        } else if is(place, '[') {
            in_class = true;
        } else if is(place, ']') {
            in_class = false;
        } else if is(place, '(') && !in_class {
            let named = is(place + 2, '<') && !is(place + 3, '=') && !is(place + 3, '!');
            count += usize::from(!is(place + 1, '?') || named);
        }
        place += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted_as_the_text_counts_them() {
        let count = |pattern: &str| groups(&pattern.chars().map(u32::from).collect::<Vec<_>>());
        assert_eq!(count(r"(a)(?:b)(?<n>c)(?<=d)(?<!e)\((?=x)[(]()"), 3);
        assert_eq!(count(""), 0);
    }
}
