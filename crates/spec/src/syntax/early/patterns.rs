//! Patterns and flags of regular expression literals.

use super::error;
use crate::syntax::Parser;
use crate::syntax::error::SyntaxError;
use crate::syntax::tree::{NodeId, TokenId, Tree};

/// The names of the goal's parameters, which newer editions write out.
struct Parameters {
    unicode: &'static str,
    sets: Option<&'static str>,
    groups: &'static str,
}

const OLDER: Parameters = Parameters { unicode: "U", sets: None, groups: "N" };
const NEWER: Parameters = Parameters {
    unicode: "UnicodeMode",
    sets: Some("UnicodeSetsMode"),
    groups: "NamedCaptureGroups",
};

pub(super) fn check(parser: &Parser, tree: &Tree, token: TokenId) -> Result<(), SyntaxError> {
    if parser.grammar().production("Pattern").is_none() {
        return Ok(());
    }
    let parameters = parameters(parser);
    let start = tree.token_span(token).start;
    let Some((pattern, flags)) = tree.token_text(token)[1..].rsplit_once('/') else {
        return Ok(());
    };
    let known = if parameters.sets.is_some() { "dgimsuvy" } else { "gimsuy" };
    let is_known =
        |(place, flag): (usize, char)| known.contains(flag) && !flags[..place].contains(flag);
    if !flags.char_indices().all(is_known) || (flags.contains('u') && flags.contains('v')) {
        return Err(error(tree, start, "the flags of a regular expression are wrong"));
    }
    let refused =
        |inner: SyntaxError| error(tree, start, &format!("not a pattern: {}", inner.message));
    let units: Vec<u16> = pattern.encode_utf16().collect();
    parse(parser, &parameters, &units, flags).map(|_| ()).map_err(refused)
}

impl Parser {
    /// Parses the pattern of a regular expression as its flags say.
    ///
    /// # Errors
    /// Where it is no pattern.
    pub fn pattern(&self, pattern: &[u16], flags: &str) -> Result<Tree, SyntaxError> {
        parse(self, &parameters(self), pattern, flags)
    }
}

fn parameters(parser: &Parser) -> Parameters {
    let goal = parser.grammar().production("Pattern");
    let newer = goal.is_some_and(|goal| goal.parameters.iter().any(|it| it == NEWER.unicode));
    if newer { NEWER } else { OLDER }
}

/// Parses a pattern as the flags say: over code points, or else over code units, where names of
/// groups count only if there are any.
fn parse(
    parser: &Parser,
    parameters: &Parameters,
    pattern: &[u16],
    flags: &str,
) -> Result<Tree, SyntaxError> {
    let sets = parameters.sets.filter(|_| flags.contains('v'));
    if sets.is_some() || flags.contains('u') {
        let mut with = vec![parameters.unicode, parameters.groups];
        with.extend(sets);
        let tree = parser.parse_plainly("Pattern", &with, &code_points(pattern))?;
        check_groups(&tree)?;
        return Ok(tree);
    }
    let units: Vec<u32> = pattern.iter().copied().map(u32::from).collect();
    let tree = parser.parse_code_points("Pattern", &[], &units);
    let tree = tree.and_then(without_repeated_boundaries);
    let has_names = match &tree {
        Ok(tree) => tree.descendants(tree.root()).any(|node| tree.name(node) == "GroupName"),
        Err(_) => true,
    };
    if !has_names {
        return tree;
    }
    // The annex B of some editions forgets what the pattern's own clause has: either will do.
    let named = [parameters.groups];
    let plain = parser.parse_plainly("Pattern", &named, &units);
    let either = plain.or_else(|_| parser.parse_code_points("Pattern", &named, &units));
    either.and_then(without_repeated_boundaries)
}

/// Refuses `/\b+/`. Annex B has an alternative considered only where those before it do not match: a word
/// boundary is never an escaped letter that could be repeated.
fn without_repeated_boundaries(tree: Tree) -> Result<Tree, SyntaxError> {
    let is_boundary = |node: &NodeId| {
        tree.name(*node) == "ExtendedAtom"
            && matches!(tree.code_points(tree.span(*node))[..], [0x5c, 0x42 | 0x62])
    };
    let repeats = tree.descendants(tree.root()).any(|node| is_boundary(&node));
    match repeats {
        true => Err(SyntaxError::nowhere("a word boundary is repeated")),
        false => Ok(tree),
    }
}

/// The code points of UTF-16, where a surrogate may stand alone.
fn code_points(units: &[u16]) -> Vec<u32> {
    let decoded = char::decode_utf16(units.iter().copied());
    decoded.map(|it| it.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from)).collect()
}

/// In Unicode mode a reference must have its group.
fn check_groups(tree: &Tree) -> Result<(), SyntaxError> {
    let named = |name: &'static str| {
        tree.descendants(tree.root()).filter(move |node| tree.name(*node) == name)
    };
    let is_capturing = |span: std::ops::Range<usize>| {
        let text = tree.code_points(span);
        let at = |place: usize| text.get(place).and_then(|code_point| char::from_u32(*code_point));
        at(0) == Some('(') && (at(1) != Some('?') || at(2) == Some('<'))
    };
    let groups = named("Atom").filter(|atom| is_capturing(tree.span(*atom))).count();
    for escape in named("DecimalEscape") {
        let digits: String =
            tree.code_points(tree.span(escape)).into_iter().filter_map(char::from_u32).collect();
        if digits.parse::<usize>().is_ok_and(|number| number > groups) {
            return Err(SyntaxError::nowhere("a reference to a group that is not there"));
        }
    }
    Ok(())
}
