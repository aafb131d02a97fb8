//! The notation that grammars are written in.
//!
//! A production is a head line and a line for each alternative; both may share one line. Nothing is
//! refused: what cannot be read becomes a [`Symbol::Described`] with its words.

use super::{Alternative, Argument, Guard, Kind, Nonterminal, Production, Symbol};

/// The productions in a piece of grammar text.
pub fn parse(text: &str) -> Vec<Production> {
    let mut productions: Vec<Production> = Vec::new();
    let mut one_of = false;
    for line in text.lines() {
        let mut line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        if let Some(head) = Head::read(line) {
            one_of = head.one_of;
            line = head.rest;
            productions.push(head.production);
        }
        if let Some(production) = productions.last_mut().filter(|_| !line.is_empty()) {
            production.alternatives.extend(alternatives(line, one_of));
        }
    }
    productions
}

/// The alternatives on one line: one, or one for each symbol after `one of`.
fn alternatives(line: &str, one_of: bool) -> Vec<Alternative> {
    let alternative = Reader { rest: line }.alternative();
    if !one_of {
        return vec![alternative];
    }
    let single = |symbol| Alternative { symbols: vec![symbol], ..Alternative::default() };
    alternative.symbols.into_iter().map(single).collect()
}

struct Head<'a> {
    production: Production,
    one_of: bool,
    rest: &'a str,
}

impl<'a> Head<'a> {
    /// Reads `Name[A, B] :: one of …`, or nothing where a line is an alternative.
    fn read(line: &'a str) -> Option<Self> {
        let mut reader = Reader { rest: line };
        let name = reader.name()?.to_owned();
        let parameters = match reader.bracketed() {
            Some(list) => list.split(',').map(|name| name.trim().to_owned()).collect(),
            None => Vec::new(),
        };
        let rest = reader.rest.trim_start();
        let after = rest.trim_start_matches(':');
        let kind = match rest.len() - after.len() {
            1 => Kind::Syntactic,
            2 => Kind::Lexical,
            3 => Kind::Textual,
            _ => return None,
        };
        let after = after.trim_start();
        let one_of = after.strip_prefix("one of");
        let production =
            Production { name, kind, parameters, alternatives: Vec::new(), clause: String::new() };
        Some(Head { production, one_of: one_of.is_some(), rest: one_of.unwrap_or(after).trim() })
    }
}

/// What one step over an alternative's text found.
enum Piece {
    Guards(Vec<Guard>),
    Symbol(Symbol),
    Empty,
    Label(String),
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn alternative(mut self) -> Alternative {
        let mut alternative = Alternative::default();
        while let Some(piece) = self.piece() {
            match piece {
                Piece::Guards(guards) => alternative.guards.extend(guards),
                Piece::Symbol(symbol) => alternative.symbols.push(symbol),
                Piece::Empty => {}
                Piece::Label(label) => alternative.label = Some(label),
            }
        }
        alternative
    }

    fn piece(&mut self) -> Option<Piece> {
        self.rest = self.rest.trim_start();
        if let Some(label) = self.rest.strip_prefix('#') {
            self.rest = "";
            return Some(Piece::Label(label.trim().to_owned()));
        }
        let sign = self.rest.strip_prefix('>');
        // ES2020 forgets the sign before some words.
        if let Some(prose) = sign.or_else(|| self.rest.starts_with("any ").then_some(self.rest)) {
            self.rest = "";
            return Some(Piece::Symbol(Symbol::Described(one_spaced(prose))));
        }
        if let Some(inside) = self.bracketed() {
            return Some(bracket(inside));
        }
        self.postfixed().map(Piece::Symbol)
    }

    /// A symbol with the `?` and `but not` after it.
    fn postfixed(&mut self) -> Option<Symbol> {
        let symbol = self.symbol()?;
        if let Some(rest) = self.rest.strip_prefix('?') {
            self.rest = rest;
            return Some(Symbol::Optional(Box::new(symbol)));
        }
        let Some(rest) = self.rest.trim_start().strip_prefix("but not ") else {
            return Some(symbol);
        };
        let several = rest.trim_start().strip_prefix("one of ");
        self.rest = several.unwrap_or(rest);
        let mut except = Vec::new();
        while let Some(excluded) = self.symbol() {
            except.push(excluded);
            self.rest = self.rest.trim_start();
            self.rest = self.rest.strip_prefix("or ").unwrap_or(self.rest);
            if several.is_none() || self.rest.starts_with(['[', '#']) {
                break;
            }
        }
        Some(Symbol::ButNot(Box::new(symbol), except))
    }

    fn symbol(&mut self) -> Option<Symbol> {
        self.rest = self.rest.trim_start();
        if let Some(text) = self.terminal() {
            return Some(Symbol::Terminal(text));
        }
        if let Some(inside) = self.enclosed('<', '>') {
            return Some(Symbol::CodePoint(inside.to_owned()));
        }
        if let Some(inside) = self.enclosed('|', '|') {
            return Reader { rest: inside }.symbol();
        }
        if let Some(name) = self.name() {
            let name = name.to_owned();
            return Some(Symbol::Nonterminal(Nonterminal { name, arguments: self.arguments() }));
        }
        let word = self.rest.split_whitespace().next()?;
        self.rest = &self.rest[word.len()..];
        Some(Symbol::Described(word.to_owned()))
    }

    /// Text between grave accents, which may itself consist of grave accents.
    fn terminal(&mut self) -> Option<String> {
        let inside = self.rest.strip_prefix('`')?;
        let accents = inside.len() - inside.trim_start_matches('`').len();
        let end = if accents >= 2 {
            accents - 1
        } else {
            let first = inside.chars().next()?.len_utf8();
            first + inside[first..].find('`')?
        };
        self.rest = &inside[end + 1..];
        Some(inside[..end].to_owned())
    }

    fn enclosed(&mut self, open: char, close: char) -> Option<&'a str> {
        let inside = self.rest.strip_prefix(open)?;
        let end = inside.find(close).filter(|end| *end > 0)?;
        let word = &inside[..end];
        if !word
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '[' | ']' | '+' | '~' | '?' | '_'))
        {
            return None;
        }
        self.rest = &inside[end + close.len_utf8()..];
        Some(word)
    }

    fn name(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        self.rest = rest;
        Some(name)
    }

    fn arguments(&mut self) -> Vec<(String, Argument)> {
        let before = self.rest;
        let Some(list) = self.bracketed() else { return Vec::new() };
        let arguments: Option<Vec<_>> = list.split(',').map(argument).collect();
        // A bracket that is no argument list, such as `[lookahead …]`, belongs to what follows.
        arguments.unwrap_or_else(|| {
            self.rest = before;
            Vec::new()
        })
    }

    /// What is between this bracket and its partner; terminals may contain brackets of their own.
    fn bracketed(&mut self) -> Option<&'a str> {
        let inside = self.rest.strip_prefix('[')?;
        let mut reader = Reader { rest: inside };
        loop {
            if reader.terminal().is_some() {
                continue;
            }
            let next = reader.rest.chars().next()?;
            if next == ']' {
                break;
            }
            // A bracket in a bracket: `[no |LineTerminator| here]` or arguments in a lookahead.
            if next == '[' && reader.bracketed().is_some() {
                continue;
            }
            reader.rest = &reader.rest[next.len_utf8()..];
        }
        self.rest = &reader.rest[1..];
        Some(&inside[..inside.len() - reader.rest.len()])
    }
}

fn argument(text: &str) -> Option<(String, Argument)> {
    let text = text.trim();
    let argument = match text.chars().next()? {
        '+' => Argument::With,
        '~' => Argument::Without,
        '?' => Argument::Inherit,
        _ => return None,
    };
    Some((text[1..].trim().to_owned(), argument))
}

/// What a bracket that is not an argument list means.
fn bracket(inside: &str) -> Piece {
    let inside = inside.trim();
    if inside == "empty" {
        return Piece::Empty;
    }
    if let Some(condition) = inside.strip_prefix('>') {
        return Piece::Symbol(Symbol::OnlyIf(one_spaced(condition)));
    }
    if let Some(lookahead) = inside.strip_prefix("lookahead") {
        return Piece::Symbol(self::lookahead(lookahead));
    }
    if is_no_line_terminator(inside) {
        return Piece::Symbol(Symbol::NoLineTerminator);
    }
    let guards: Option<Vec<_>> = inside.split(',').map(guard).collect();
    match guards {
        Some(guards) => Piece::Guards(guards),
        None => Piece::Symbol(Symbol::OnlyIf(one_spaced(inside))),
    }
}

fn guard(text: &str) -> Option<Guard> {
    let (parameter, argument) = argument(text)?;
    match argument {
        Argument::With => Some(Guard { parameter, with: true }),
        Argument::Without => Some(Guard { parameter, with: false }),
        Argument::Inherit => None,
    }
}

fn is_no_line_terminator(inside: &str) -> bool {
    inside.starts_with("no ") && inside.contains("LineTerminator") && inside.ends_with("here")
}

/// `∉ { … }`, `≠ x`, `∈ X` and their spellings in ASCII.
fn lookahead(text: &str) -> Symbol {
    let text = text.trim();
    let signs = [
        ("!=", false),
        ("<!", false),
        ("≠", false),
        ("∉", false),
        ("==", true),
        ("=", true),
        ("<", true),
        ("∈", true),
    ];
    let found = signs.iter().find_map(|(sign, follows)| Some((text.strip_prefix(sign)?, *follows)));
    let Some((operand, follows)) = found else {
        return Symbol::OnlyIf(format!("lookahead {}", one_spaced(text)));
    };
    let operand = operand.trim();
    let list = operand.strip_prefix('{').and_then(|list| list.strip_suffix('}'));
    let sequences = match list {
        Some(list) => split_outside_terminals(list).into_iter().map(sequence).collect(),
        None => vec![sequence(operand)],
    };
    Symbol::Lookahead { follows, sequences }
}

fn sequence(text: &str) -> Vec<Symbol> {
    Reader { rest: text }.alternative().symbols
}

/// The parts of a list, whose commas may also be terminals.
fn split_outside_terminals(list: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut reader = Reader { rest: list };
    while let Some(next) = reader.rest.chars().next() {
        if reader.terminal().is_some() {
            continue;
        }
        if next == ',' {
            parts.push(&list[start..list.len() - reader.rest.len()]);
            start = list.len() - reader.rest.len() + 1;
        }
        reader.rest = &reader.rest[next.len_utf8()..];
    }
    parts.push(&list[start..]);
    parts
}

fn one_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The alternatives of the only production, as they print.
    fn alternatives_of(text: &str) -> Vec<String> {
        let productions = parse(text);
        assert_eq!(productions.len(), 1, "{productions:?}");
        productions[0].alternatives.iter().map(Alternative::to_string).collect()
    }

    #[test]
    fn heads_have_parameters_and_a_kind() {
        let productions = parse("A[In, Out] : `x`\nB ::\n  `y`\nC ::: one of\n  `1` `2`\n  `3`");
        let heads: Vec<_> = productions.iter().map(Production::head).collect();
        assert_eq!(heads, ["A[In, Out] :", "B ::", "C :::"]);
        assert_eq!(productions[2].alternatives.len(), 3);
    }

    #[test]
    fn arguments_guards_optionals_and_labels_are_read() {
        let found = alternatives_of("A[In] :\n  [+In] B[~In, ?Out]? `,`? C #name\n  [empty]");
        assert_eq!(found, ["[+In] B[~In, ?Out]? `,`? C", "[empty]"]);
        let production = &parse("A : B #name")[0];
        assert_eq!(production.alternatives[0].label.as_deref(), Some("name"));
    }

    #[test]
    fn lookaheads_are_read_in_every_spelling() {
        for sign in ["∉", "<!"] {
            let found = alternatives_of(&format!(
                "A : [lookahead {sign} {{ `{{`, `a` [no LineTerminator here] `b`, `,` `[` }}] B"
            ));
            assert_eq!(
                found,
                ["[lookahead ∉ { `{`, `a` [no LineTerminator here] `b`, `,` `[` }] B"]
            );
        }
        assert_eq!(
            alternatives_of("A : `x` [lookahead != `let` `[`]")[0],
            "`x` [lookahead ∉ { `let` `[` }]"
        );
        assert_eq!(alternatives_of("A : `\\` [lookahead == `c`]")[0], "`\\` [lookahead ∈ { `c` }]");
        assert_eq!(
            alternatives_of("A : `?.` [lookahead ∉ Digit]")[0],
            "`?.` [lookahead ∉ { Digit }]"
        );
        assert_eq!(
            alternatives_of("A : [lookahead <! {`async` [no |LineTerminator| here] `f`}] B")[0],
            "[lookahead ∉ { `async` [no LineTerminator here] `f` }] B"
        );
    }

    #[test]
    fn exceptions_are_read_with_and_without_or() {
        assert_eq!(alternatives_of("A :: B but not `*`")[0], "B but not `*`");
        assert_eq!(
            alternatives_of("A :: B but not one of `\"` or `\\` or C")[0],
            "B but not one of `\"` or `\\` or C"
        );
        assert_eq!(
            alternatives_of("A :: B but not one of `^` `$`")[0],
            "B but not one of `^` or `$`"
        );
    }

    #[test]
    fn grave_accents_can_be_terminals() {
        assert_eq!(alternatives_of("A :: ``` B? `${`")[0], "``` B? `${`");
        let Symbol::Terminal(text) = &parse("A :: ````")[0].alternatives[0].symbols[0] else {
            panic!("not a terminal")
        };
        assert_eq!(text, "``");
    }

    #[test]
    fn code_points_and_words_are_kept() {
        assert_eq!(
            alternatives_of("A ::\n  <CR> [lookahead != <LF>]")[0],
            "<CR> [lookahead ∉ { <LF> }]"
        );
        assert_eq!(alternatives_of("A ::\n  > any  code point")[0], "> any code point");
        assert_eq!(alternatives_of("A ::\n  any code point")[0], "> any code point");
        assert_eq!(
            alternatives_of("A :: H [> but only if the MV of |H| > 0x10FFFF]")[0],
            "H [> but only if the MV of |H| > 0x10FFFF]"
        );
    }

    #[test]
    fn broken_notation_is_read_as_far_as_it_goes() {
        for text in [
            "A : [",
            "A : `",
            "A[ : x",
            ": :",
            "A : [lookahead",
            "`",
            "A : <x",
            "A : B[",
            "A : |",
            "A : é ⟨",
        ] {
            let _ = parse(text);
        }
        assert_eq!(alternatives_of("A : é B")[0], "> é B");
    }
}
