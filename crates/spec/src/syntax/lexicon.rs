//! The scanner's input elements as terminals of the syntactic grammar.

use super::engine::Ahead;
use super::error::SyntaxError;
use super::prose;
use super::rules::{Expected, Guard, Rules, Terminal};
use super::scanner::{Element, LexicalGoal, Scanner};
use std::collections::{HashMap, HashSet};

/// A terminal at a place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub(crate) terminal: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) newline_before: bool,
}

/// The input element after a place, as it is where a division may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peek {
    pub(crate) start: usize,
    pub(crate) newline_before: bool,
    element: Option<(u16, usize)>,
}

/// Which terminal an input element is.
#[derive(Clone, Debug)]
pub(crate) struct Lexicon {
    /// By element.
    meanings: Vec<Meaning>,
    pub(crate) end: usize,
    pub(crate) regexp: Option<usize>,
    pub(crate) template: Vec<usize>,
    literals: HashMap<String, usize>,
}

#[derive(Clone, Debug)]
enum Meaning {
    Discarded,
    Terminal(usize),
    /// A token that may be a word of the grammar instead.
    Word {
        token: usize,
        words: HashMap<String, usize>,
        escaped: Option<usize>,
        excluded: HashSet<String>,
    },
    /// Nothing that the syntactic grammar has.
    Unknown,
}

impl Lexicon {
    /// The meanings of a scanner's elements under these rules; `excluded` are the words that an
    /// exception takes from a token.
    pub(crate) fn of(scanner: &Scanner, rules: &Rules, excluded: &HashSet<String>) -> Self {
        let index: HashMap<&Terminal, usize> =
            rules.terminals.iter().enumerate().map(|(index, terminal)| (terminal, index)).collect();
        let token = |name: &str| index.get(&Terminal::Token(name.to_owned())).copied();
        let literals: HashMap<String, usize> = index
            .iter()
            .filter_map(|(terminal, index)| match terminal {
                Terminal::Literal(text) => Some((text.clone(), *index)),
                _ => None,
            })
            .collect();
        let meaning = |element: &Element| match element {
            Element::Discarded => Meaning::Discarded,
            Element::Literal(text) => {
                literals.get(text).map_or(Meaning::Unknown, |index| Meaning::Terminal(*index))
            }
            Element::Token(name) => {
                let Some(token) = token(name) else { return Meaning::Unknown };
                let words: HashMap<String, usize> = literals
                    .iter()
                    .filter(|(text, _)| super::expand::Tokens::word(scanner, text) == Some(name))
                    .map(|(text, index)| (text.clone(), *index))
                    .collect();
                if words.is_empty() {
                    return Meaning::Terminal(token);
                }
                let escaped = index.get(&Terminal::Escaped(name.clone())).copied();
                Meaning::Word { token, words, escaped, excluded: excluded.clone() }
            }
        };
        Lexicon {
            meanings: scanner.elements.iter().map(meaning).collect(),
            end: index.get(&Terminal::End).copied().unwrap_or_default(),
            regexp: token(prose::REGEXP_TOKEN),
            template: prose::TEMPLATE_TOKENS.iter().filter_map(|name| token(name)).collect(),
            literals,
        }
    }

    /// The terminal of literal text.
    pub(crate) fn literal(&self, text: &str) -> Option<usize> {
        self.literals.get(text).copied()
    }

    /// The terminal of an element with this text.
    fn terminal(&self, element: u16, text: &str) -> Option<usize> {
        match &self.meanings[usize::from(element)] {
            Meaning::Discarded | Meaning::Unknown => None,
            Meaning::Terminal(terminal) => Some(*terminal),
            Meaning::Word { token, words, escaped, excluded } => {
                if !text.contains('\\') {
                    return Some(words.get(text).copied().unwrap_or(*token));
                }
                let meant = unescaped(text);
                // These are names where the context does not refuse them, which early errors look at.
                let is_reserved =
                    excluded.contains(&meant) && !matches!(meant.as_str(), "yield" | "await");
                if is_reserved { *escaped } else { Some(*token) }
            }
        }
    }

    fn is_discarded(&self, element: u16) -> bool {
        matches!(self.meanings[usize::from(element)], Meaning::Discarded)
    }
}

/// An identifier without its escapes.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split("\\u");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (digits, rest) = match part.strip_prefix('{').and_then(|inside| inside.split_once('}'))
        {
            Some((digits, rest)) => (digits, rest),
            None => part.split_at_checked(4).unwrap_or((part, "")),
        };
        let code_point = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        out.push(code_point.unwrap_or(char::REPLACEMENT_CHARACTER));
        out.push_str(rest);
    }
    out
}

/// The text, and how to read its terminals.
#[derive(Clone, Copy)]
pub(crate) struct Input<'p> {
    pub(crate) scanner: &'p Scanner,
    pub(crate) lexicon: &'p Lexicon,
    pub(crate) text: &'p str,
}

impl Input<'_> {
    /// What comes after a place and is not discarded.
    pub(crate) fn peek(&self, from: usize) -> Peek {
        let mut start = from;
        let mut newline_before = false;
        loop {
            let goal = if start == 0 { LexicalGoal::Hashbang } else { LexicalGoal::Div };
            match self.scanner.element(goal, self.text, start) {
                Some((element, end)) if self.lexicon.is_discarded(element) => {
                    newline_before |= self.scanner.breaks_line(&self.text[start..end]);
                    start = end;
                }
                element => return Peek { start, newline_before, element },
            }
        }
    }

    /// Whether the goal of the lexical grammar matters for what was seen.
    pub(crate) fn depends_on_goal(&self, peek: &Peek) -> bool {
        matches!(self.text.as_bytes().get(peek.start), Some(b'/' | b'}'))
    }

    /// The terminal that begins at what was seen.
    pub(crate) fn lexeme(&self, goal: LexicalGoal, peek: &Peek) -> Result<Lexeme, SyntaxError> {
        let Peek { start, newline_before, mut element } = *peek;
        if start >= self.text.len() {
            let (terminal, end) = (self.lexicon.end, start);
            return Ok(Lexeme { terminal, start, end, newline_before });
        }
        if goal != LexicalGoal::Div || start == 0 {
            element = self.scanner.element(goal, self.text, start);
        }
        let Some((element, end)) = element else { return Err(self.no_token(start)) };
        if self.scanner.runs_on(element, self.text, end) {
            return Err(SyntaxError::at(
                self.text,
                end,
                "a number is followed directly by a letter or digit",
            ));
        }
        let text = &self.text[start..end];
        if text.contains('\\') && !self.scanner.has_good_escapes(element, text) {
            return Err(SyntaxError::at(
                self.text,
                start,
                "a name has an escape that cannot be in a name",
            ));
        }
        let Some(terminal) = self.lexicon.terminal(element, text) else {
            return Err(SyntaxError::at(self.text, start, format!("unexpected `{text}`")));
        };
        Ok(Lexeme { terminal, start, end, newline_before })
    }

    fn no_token(&self, start: usize) -> SyntaxError {
        let c = self.text[start..].chars().next().unwrap_or(' ');
        let message = match c {
            '"' | '\'' | '`' => "a string or template is not ended".to_owned(),
            '/' => "a regular expression is not ended".to_owned(),
            _ => format!("no token begins with `{}`", c.escape_default()),
        };
        SyntaxError::at(self.text, start, message)
    }

    /// The terminal after a place, whatever the context.
    fn after(&self, end: usize) -> Option<Lexeme> {
        self.lexeme(LexicalGoal::Div, &self.peek(end)).ok()
    }
}

/// What is ahead: a terminal, and those after it when they are asked for.
pub(crate) struct Upcoming<'p> {
    pub(crate) input: Input<'p>,
    pub(crate) first: Lexeme,
}

impl Ahead for Upcoming<'_> {
    fn holds(&mut self, guard: &Guard) -> bool {
        match guard {
            Guard::NoLineTerminator => !self.first.newline_before,
            Guard::Lookahead { follows, sequences } => {
                sequences.iter().any(|sequence| self.matches(sequence)) == *follows
            }
        }
    }
}

impl Upcoming<'_> {
    fn matches(&self, sequence: &[Expected]) -> bool {
        let mut next = Some(self.first);
        for expected in sequence {
            let Expected::Token { terminal, same_line } = expected else { return false };
            let Some(lexeme) = next else { return false };
            if lexeme.terminal != *terminal || (*same_line && lexeme.newline_before) {
                return false;
            }
            next = (sequence.len() > 1).then(|| self.input.after(lexeme.end)).flatten();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescaped(r"l\u0065t"), "let");
        assert_eq!(unescaped(r"\u{76}ar"), "var");
        assert_eq!(unescaped(r"\u{1F600}\u00"), "😀\u{0}");
        assert_eq!(unescaped("é\\uéé"), "é\u{FFFD}");
    }
}
