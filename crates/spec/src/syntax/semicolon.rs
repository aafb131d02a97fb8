//! Automatic semicolon insertion: the one part of the syntax that the text gives as rules in prose.

use super::engine::{Ahead, Engine};
use super::lexicon::{Lexeme, Lexicon};
use super::rules::{Guard, Rules, Sym};
use super::tree::{Child, Packed, Token};

/// The terminals that the rules of insertion speak of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Semicolons {
    semicolon: usize,
    right_brace: Option<usize>,
    left_parenthesis: Option<usize>,
    right_parenthesis: Option<usize>,
    for_: Option<usize>,
    do_: Option<usize>,
    end: usize,
}

/// Nothing is known of what is ahead of a semicolon that is not there; the grammar restricts
/// nothing before one.
struct Unrestricted;

impl Ahead for Unrestricted {
    fn holds(&mut self, guard: &Guard) -> bool {
        match guard {
            Guard::NoLineTerminator => true,
            Guard::Lookahead { follows, .. } => !follows,
        }
    }
}

impl Semicolons {
    pub(crate) fn of(lexicon: &Lexicon) -> Option<Self> {
        Some(Semicolons {
            semicolon: lexicon.literal(";")?,
            right_brace: lexicon.literal("}"),
            left_parenthesis: lexicon.literal("("),
            right_parenthesis: lexicon.literal(")"),
            for_: lexicon.literal("for"),
            do_: lexicon.literal("do"),
            end: lexicon.end,
        })
    }

    /// Inserts a semicolon before a token that the grammar does not allow, if the rules say so.
    pub(crate) fn insert(&self, rules: &Rules, engine: &mut Engine<'_>, offending: Lexeme) -> bool {
        let Some(last) = engine.tree.tokens.last().copied() else { return false };
        let is_inserted = last.start == last.end;
        // The token is on a new line, or is a brace or the end. Or else the semicolon must be the
        // last one of a do-while statement, after a parenthesis.
        let anywhere = offending.newline_before
            || Some(offending.terminal) == self.right_brace
            || offending.terminal == self.end;
        let after_parenthesis = Some(usize::from(last.terminal)) == self.right_parenthesis;
        if is_inserted || !(anywhere || after_parenthesis) {
            return false;
        }
        let heads = engine.heads();
        let (start, end) = (last.end, last.end);
        let terminal = self.semicolon as u16;
        engine.tree.tokens.push(Token { terminal, newline_before: false, start, end });
        let value = Packed::token(engine.tree.tokens.len() - 1);
        let inserted = engine.advance(self.semicolon, value, &mut Unrestricted)
            && engine.keep(|engine, head| self.is_allowed(rules, engine, head, anywhere));
        if !inserted {
            engine.return_to(heads);
            engine.tree.tokens.pop();
        }
        inserted
    }

    /// Whether a semicolon that was just read may be an inserted one: never as an empty statement,
    /// never in the header of a `for` statement.
    fn is_allowed(&self, rules: &Rules, engine: &Engine<'_>, head: u32, anywhere: bool) -> bool {
        let begins_with = |rule: usize, terminal: Option<usize>| {
            let first = rules.rules[rule].right.first().and_then(|symbol| symbol.as_terminal());
            first.is_some() && first == terminal
        };
        engine.kernel(head).iter().all(|rule| {
            let rule = *rule as usize;
            let right = &rules.rules[rule].right;
            let is_alone = right.as_slice() == [Sym::terminal(self.semicolon)];
            let is_empty_or_header = is_alone
                || begins_with(rule, self.for_)
                || self.is_first_in_header(engine, head, right.len());
            (anywhere || begins_with(rule, self.do_)) && !is_empty_or_header
        })
    }

    /// Whether what the semicolon ends began right after `for (`: a lexical declaration.
    fn is_first_in_header(&self, engine: &Engine<'_>, head: u32, length: usize) -> bool {
        let terminal = |head: Option<u32>| match engine.value(head?).unpack() {
            Child::Token(token) => Some(usize::from(engine.tree.tokens[token.0 as usize].terminal)),
            _ => None,
        };
        let is = |found: Option<usize>, wanted: Option<usize>| found.is_some() && found == wanted;
        is(terminal(engine.below(head, length)), self.left_parenthesis)
            && is(terminal(engine.below(head, length + 1)), self.for_)
    }
}
