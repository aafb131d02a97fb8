//! What the text says of syntax in words only, in one place.
//!
//! Everything else comes from the productions. A new edition that words these things differently
//! needs a line here and nowhere else.

use super::charset::{CharSet, Kind};
use crate::grammar::{Grammar, Symbol};

/// Input elements that are not tokens and leave no trace but their line terminators.
pub(crate) const DISCARDED: [&str; 5] =
    ["WhiteSpace", "LineTerminator", "Comment", "HashbangComment", "HTMLCloseComment"];

/// The goal symbols of the lexical grammar, by whether a regular expression and the continuation
/// of a template are allowed.
pub(crate) const DIV: &str = "InputElementDiv";
pub(crate) const REGEXP: &str = "InputElementRegExp";
pub(crate) const TEMPLATE: &str = "InputElementTemplateTail";
pub(crate) const REGEXP_OR_TEMPLATE: &str = "InputElementRegExpOrTemplateTail";
pub(crate) const HASHBANG: &str = "InputElementHashbangOrRegExp";

/// The tokens that decide which of these is meant.
pub(crate) const REGEXP_TOKEN: &str = "RegularExpressionLiteral";
pub(crate) const TEMPLATE_TOKENS: [&str; 2] = ["TemplateMiddle", "TemplateTail"];

/// The tokens that are names, whose escapes must stand for what can be in a name.
pub(crate) const NAME_TOKENS: [&str; 2] = ["IdentifierName", "PrivateIdentifier"];

/// The token that nothing which could continue it may follow directly.
pub(crate) const NUMBER_TOKEN: &str = "NumericLiteral";
/// What may not follow it.
pub(crate) const AFTER_NUMBER: [&str; 2] = ["IdentifierStart", "DecimalDigit"];

/// The grammar with the restrictions that older editions state in prose: an `else` belongs to the
/// nearest `if`, which newer editions write as a lookahead.
pub(crate) fn adjusted(grammar: &Grammar) -> Grammar {
    let mut productions = grammar.productions().to_vec();
    let is = |symbol: Option<&Symbol>, text: &str| matches!(symbol, Some(Symbol::Terminal(t)) if t == text);
    for alternative in productions.iter_mut().flat_map(|production| &mut production.alternatives) {
        let symbols = &mut alternative.symbols;
        let has_else = symbols.iter().any(|symbol| is(Some(symbol), "else"));
        let ends_open = matches!(symbols.last(), Some(Symbol::Nonterminal(_)));
        if is(symbols.first(), "if") && !has_else && ends_open {
            let sequences = vec![vec![Symbol::Terminal("else".to_owned())]];
            symbols.push(Symbol::Lookahead { follows: false, sequences });
        }
    }
    Grammar::new(productions)
}

/// Abbreviated code points.
pub(crate) fn code_point(name: &str) -> Option<CharSet> {
    let one = |code_point| Some(CharSet::of(code_point));
    match name {
        "TAB" => one(0x09),
        "LF" => one(0x0A),
        "VT" => one(0x0B),
        "FF" => one(0x0C),
        "CR" => one(0x0D),
        "SP" => one(0x20),
        "NBSP" => one(0xA0),
        "ZWNJ" => one(0x200C),
        "ZWJ" => one(0x200D),
        "LS" => one(0x2028),
        "PS" => one(0x2029),
        "ZWNBSP" | "BOM" => one(0xFEFF),
        "USP" => {
            Some(CharSet::of(0x20) | CharSet::of_kinds(&[Kind::NoBreakSpace, Kind::OtherSpace]))
        }
        _ => None,
    }
}

/// Code points described in words.
pub(crate) fn described(words: &str) -> Option<CharSet> {
    if words == "any Unicode code point" {
        return Some(CharSet::ANY);
    }
    if words.contains("ID_Start") {
        let ascii = CharSet::of_ascii(|c| c.is_ascii_alphabetic());
        return Some(ascii | CharSet::of_kinds(&[Kind::IdStart]));
    }
    if words.contains("ID_Continue") {
        // Since Unicode 15.1 the joiners are among them.
        let kinds = [Kind::IdStart, Kind::IdContinueOnly, Kind::NonJoiner, Kind::Joiner];
        let ascii = CharSet::of_ascii(|c| c.is_ascii_alphanumeric() || c == '_');
        return Some(ascii | CharSet::of_kinds(&kinds));
    }
    match interval(words)? {
        (0xD800, 0xDBFF) => Some(CharSet::of_kinds(&[Kind::LeadSurrogate])),
        (0xDC00, 0xDFFF) => Some(CharSet::of_kinds(&[Kind::TrailSurrogate])),
        _ => None,
    }
}

/// A condition on what an alternative matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// The hexadecimal digits are a number in this range, or outside it.
    Value { low: u32, high: u32, inside: bool },
    /// The decimal escape refers to a group that the pattern has.
    GroupExists,
}

/// Reads `but only if …`.
pub(crate) fn condition(words: &str) -> Option<Condition> {
    let words = words.strip_prefix("but only if ")?;
    if words.contains("CapturingGroupNumber") {
        return Some(Condition::GroupExists);
    }
    if !(words.contains("MV of") || words.contains("SV of")) {
        return None;
    }
    if let Some((low, high)) = interval(words) {
        return Some(Condition::Value { low, high, inside: !words.contains(" not in ") });
    }
    let limit = hexadecimals(words).next()?;
    let inside = words.contains('≤') || words.contains("<=");
    Some(Condition::Value { low: 0, high: limit, inside })
}

/// `from U+D800 to U+DBFF`, `0xD800 to 0xDBFF`.
fn interval(words: &str) -> Option<(u32, u32)> {
    let mut numbers = hexadecimals(words);
    Some((numbers.next()?, numbers.next()?))
}

fn hexadecimals(words: &str) -> impl Iterator<Item = u32> {
    words.split(|c: char| !c.is_ascii_alphanumeric() && c != '+').filter_map(|word| {
        let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("U+"))?;
        u32::from_str_radix(digits, 16).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_code_points_are_understood() {
        let start = described("any Unicode code point with the property “ID_Start”").unwrap();
        assert!(start.contains(b'a') && !start.contains(b'1') && !start.contains(b'_'));
        let lead = described("any code point in the interval from U+D800 to U+DBFF").unwrap();
        assert_eq!(lead, CharSet::of(0xD800));
        assert_eq!(described("something else"), None);
        assert!(code_point("USP").unwrap().contains(b' '));
    }

    #[test]
    fn conditions_are_understood() {
        let value = |low, high, inside| Some(Condition::Value { low, high, inside });
        assert_eq!(condition("but only if the MV of |H| ≤ 0x10FFFF"), value(0, 0x10FFFF, true));
        assert_eq!(condition("but only if MV of |H| > 0x10FFFF"), value(0, 0x10FFFF, false));
        assert_eq!(
            condition(
                "but only if the MV of |H| is not in the inclusive interval from 0xD800 to 0xDFFF"
            ),
            value(0xD800, 0xDFFF, false)
        );
        assert_eq!(condition("but only if it rains"), None);
    }
}
