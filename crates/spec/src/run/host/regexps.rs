//! Regular expressions: how their patterns are parsed and matched, and the sentences about them.

use std::sync::Arc;

use super::super::behaviour::Behaviour::{self, Of1, Of2, Of3, Of5, OfAny};
use super::super::machine::{Flow, Machine};
use super::super::names;
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use super::patterns::{Found, Pattern, Refused};
use super::sentences::{Effect, give, give_back, throw_unless};
use super::{first, value};
use crate::phrases::RegExpSentence;
use crate::syntax::Child;

impl RegExpSentence {
    // Long: an arm for each phrase, so that the compiler finds one without a behaviour.
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::ValidFlags => Of1(|machine, flags| {
                let flags = machine.string(flags)?;
                let known = if machine.program.plain_numbers { "gimsuy" } else { "dgimsuvy" };
                let fits =
                    |(at, it): (usize, char)| known.contains(it) && !flags[..at].contains(it);
                let all = flags.char_indices().all(fits);
                throw_unless(machine, all)
            }),
            Self::ValidPattern => Of2(throw_unless_pattern),
            Self::PatternCharacters => Of1(|_, pattern| give([pattern.clone()])),
            Self::SetMatcher => Of3(set_matcher),
            Self::ValidParse => {
                Of1(|machine, parsed| throw_unless(machine, matches!(parsed, Value::Piece(_))))
            }
            Self::GroupCount => Of1(|machine, node| {
                let Value::Piece(piece) = node else { return machine.missing("no parse node") };
                let count = machine.groups_within(*piece);
                give_back(machine.count(count))
            }),
            Self::InputIndex => Of3(|machine, text, index, unicode| {
                let unicode = matches!(unicode, Value::Boolean(true));
                let units = machine.units(text)?;
                let before = &units[..index.as_index().unwrap_or_default().min(units.len())];
                let characters = characters(before, unicode).len();
                give([machine.count(characters)])
            }),
            Self::EndIndex => Of1(|machine, state| give([machine.named_field(state, "endIndex")?])),
            Self::EndInUnits => Of1(|_, end| give([end.clone()])),
            Self::MatchedSubstring => Of3(|machine, text, from, to| {
                give([Value::Text(part(&machine.units(text)?, from, to).into())])
            }),
            Self::OlderCapture => Of2(|machine, state, at| capture(machine, state, at, "captures")),
            Self::Capture => Of2(|machine, state, at| capture(machine, state, at, "Captures")),
            Self::GroupName => {
                Of2(|machine, regexp, group| match machine.name_of_group(regexp, group)? {
                    Some(name) => give([name]),
                    None => machine.wrong("this group has no name"),
                })
            }
            Self::EscapedSource => Of1(|machine, pattern| {
                give([Value::Text(escaped(&machine.units(pattern)?).into())])
            }),
            Self::ReplacerArguments => Of3(|machine, list, position, text| {
                if let Some(list) = machine.heap.as_list_mut(list) {
                    list.extend([position.clone(), text.clone()]);
                }
                give([])
            }),
            Self::Accumulated => Of5(|machine, before, text, from, to, new| {
                let (before, text) = (machine.units(before)?, machine.units(text)?);
                let new = machine.units(new)?;
                give([Value::Text([&before[..], part(&text, from, to), &new].concat().into())])
            }),
            Self::WithRest => Of3(|machine, before, text, from| {
                let (before, text) = (machine.units(before)?, machine.units(text)?);
                let from = from.as_index().unwrap_or_default().min(text.len());
                give_back(Value::Text([&before[..], &text[from..]].concat().into()))
            }),
            Self::Substituted => OfAny(substitution),
            Self::GlobalFlag => Of2(|machine, set, flags| flag(machine, set, flags, b'g')),
            Self::IgnoreCaseFlag => Of2(|machine, set, flags| flag(machine, set, flags, b'i')),
            Self::MultilineFlag => Of2(|machine, set, flags| flag(machine, set, flags, b'm')),
            Self::DotAllFlag => Of2(|machine, set, flags| flag(machine, set, flags, b's')),
            Self::UnicodeFlag => Of2(|machine, set, flags| flag(machine, set, flags, b'u')),
            Self::StickyFlag => Of2(|machine, set, flags| flag(machine, set, flags, b'y')),
        }
    }
}

/// A step that appends a letter to a string, which older editions say of strings as of lists.
fn flag(machine: &mut Machine<'_>, set: &Value, flags: &Value, letter: u8) -> Result<Effect, Stop> {
    let mut flags = machine.units(flags)?.to_vec();
    if matches!(set, Value::Boolean(true)) {
        flags.push(u16::from(letter));
    }
    give([Value::Text(flags.into())])
}

fn set_matcher(
    machine: &mut Machine<'_>,
    regexp: &Value,
    pattern: &Value,
    flags: &Value,
) -> Result<Effect, Stop> {
    let (pattern, flags) = (machine.units(pattern)?, machine.string(flags)?);
    let matcher = machine.new_matcher(&characters(&pattern, flags.contains('u')), &flags)?;
    if let Some(slot) = machine.program.names.find("RegExpMatcher") {
        machine.heap.set_field(regexp, slot, matcher);
    }
    give([])
}

/// The code units between two indices, as far as there are any.
fn part<'t>(text: &'t [u16], from: &Value, to: &Value) -> &'t [u16] {
    let at = |it: &Value| it.as_index().unwrap_or_default().min(text.len());
    text.get(at(from)..at(to)).unwrap_or_default()
}

/// `ParsePattern`
pub(super) fn parse(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Flow, Stop> {
    let is = |place: usize| matches!(arguments.get(place), Some(Value::Boolean(true)));
    let (unicode, sets) = (is(1), is(2));
    let units = machine.units(&first(arguments))?;
    match parsed(machine, &units, unicode, sets)? {
        Some(piece) => value(Value::Piece(piece)),
        None => machine.syntax_errors().map(Flow::Value),
    }
}

/// A pattern without early errors.
fn parsed(
    machine: &mut Machine<'_>,
    units: &[u16],
    unicode: bool,
    sets: bool,
) -> Result<Option<Piece>, Stop> {
    let flags = [("u", unicode), ("v", sets)];
    let flags: String = flags.iter().filter(|(_, set)| *set).map(|(flag, _)| *flag).collect();
    let parsed = match unicode && sets {
        true => None,
        false => machine.program.parser.pattern(units, &flags).ok(),
    };
    let Some(tree) = parsed else { return Ok(None) };
    if !machine.program.compiles_patterns {
        let text = tree.code_points(tree.span(tree.root()));
        let wrong = matches!(Pattern::new(&text, &flags), Err(Refused::Wrong));
        return Ok((!wrong).then(|| machine.add_tree(tree)));
    }
    let piece = machine.add_tree(tree);
    Ok(machine.has_early_error(piece)?.is_none().then_some(piece))
}

/// `IsValidRegularExpressionLiteral`. The parser has looked at the flags and at the pattern's grammar.
pub(super) fn is_valid_literal(
    machine: &mut Machine<'_>,
    arguments: &[Value],
) -> Result<Flow, Stop> {
    let literal = machine.string(&first(arguments))?;
    let parts = literal.get(1..).and_then(|it| it.rsplit_once('/'));
    let (pattern, flags) = parts.unwrap_or_default();
    let units: Vec<u16> = pattern.encode_utf16().collect();
    let parsed = parsed(machine, &units, flags.contains('u'), flags.contains('v'))?;
    value(Value::Boolean(parsed.is_some()))
}

fn throw_unless_pattern(
    machine: &mut Machine<'_>,
    pattern: &Value,
    flags: &Value,
) -> Result<Effect, Stop> {
    let (pattern, flags) = (machine.units(pattern)?, machine.string(flags)?);
    let parsed = machine.program.parser.pattern(&pattern, &flags).is_ok();
    let characters = characters(&pattern, flags.contains('u'));
    let wrong = matches!(Pattern::new(&characters, &flags), Err(Refused::Wrong));
    throw_unless(machine, parsed && !wrong)
}

/// The characters of a string: code points, where a surrogate may stand alone, or code units.
fn characters(units: &[u16], unicode: bool) -> Vec<u32> {
    if !unicode {
        return units.iter().copied().map(u32::from).collect();
    }
    let decoded = char::decode_utf16(units.iter().copied());
    decoded.map(|it| it.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from)).collect()
}

fn capture(
    machine: &mut Machine<'_>,
    state: &Value,
    number: &Value,
    field: &str,
) -> Result<Effect, Stop> {
    let captures = machine.named_field(state, field)?;
    let at = number.as_index().and_then(|it| it.checked_sub(1));
    match at.and_then(|at| machine.heap.as_list(&captures)?.get(at).cloned()) {
        Some(capture) => give([capture]),
        None => machine.missing("there is no such capture"),
    }
}

/// A pattern that can stand between slashes.
fn escaped(pattern: &[u16]) -> Vec<u16> {
    if pattern.is_empty() {
        return "(?:)".encode_utf16().collect();
    }
    let mut text = Vec::new();
    let (mut in_class, mut after_backslash) = (false, false);
    for unit in pattern {
        let ends = match *unit {
            0x0a => Some("\\n"),
            0x0d => Some("\\r"),
            0x2028 => Some("\\u2028"),
            0x2029 => Some("\\u2029"),
            0x2f if !in_class && !after_backslash => Some("\\/"),
            _ => None,
        };
        match ends {
            Some(ends) => {
                let ends = if after_backslash { ends.trim_start_matches('\\') } else { ends };
                text.extend(ends.encode_utf16());
            }
            None => text.push(*unit),
        }
        match (*unit, after_backslash) {
            (0x5b, false) => in_class = true,
            (0x5d, false) => in_class = false,
            _ => {}
        }
        after_backslash = *unit == 0x5c && !after_backslash;
    }
    text
}

/// The table of `$` in replacements.
fn substitution(machine: &mut Machine<'_>, taken: &[Value]) -> Result<Effect, Stop> {
    let [matched, text, position, captures, named, replacement] = taken else {
        return machine.missing("a replacement has six parts");
    };
    let (matched, text) = (machine.units(matched)?, machine.units(text)?);
    let at = position.as_index().unwrap_or_default().min(text.len());
    let captures = machine.heap.as_list(captures).unwrap_or_default().to_vec();
    let rest = machine.units(replacement)?;
    let mut rest = &rest[..];
    let mut result: Vec<u16> = Vec::new();
    while let [unit, after @ ..] = rest {
        let sign = after.first().copied().and_then(|it| u8::try_from(it).ok());
        rest = after;
        match (*unit == 0x24).then_some(sign).flatten() {
            Some(b'$') => result.push(0x24),
            Some(b'&') => result.extend_from_slice(&matched),
            Some(b'`') => result.extend_from_slice(&text[..at]),
            Some(b'\'') => {
                let from = (at + matched.len()).min(text.len());
                result.extend_from_slice(&text[from..]);
            }
            Some(digit @ b'0'..=b'9') => {
                let (number, count) = reference(digit, after.get(1), captures.len());
                match number.checked_sub(1).and_then(|at| captures.get(at)) {
                    Some(Value::Undefined) => {}
                    Some(capture) => result.extend_from_slice(&machine.units(capture)?),
                    None => {
                        result.push(0x24);
                        continue;
                    }
                }
                rest = &after[count..];
                continue;
            }
            Some(b'<') if !matches!(named, Value::Undefined | Value::Absent) => {
                let Some(end) = after.iter().position(|it| *it == 0x3e) else {
                    result.push(0x24);
                    continue;
                };
                let name = String::from_utf16_lossy(&after[1..end]);
                match machine.inherited(named, &name) {
                    Some(Value::Text(capture)) => result.extend_from_slice(&capture),
                    Some(Value::Undefined) | None => {}
                    Some(_) => return machine.unsupported("a named capture that is no string"),
                }
                rest = &after[end + 1..];
                continue;
            }
            _ => {
                result.push(*unit);
                continue;
            }
        }
        rest = &after[1..];
    }
    give([Value::Text(result.into())])
}

/// One or two digits, as many as there are captures for: the number, and how many digits.
fn reference(first: u8, second: Option<&u16>, captures: usize) -> (usize, usize) {
    let one = usize::from(first - b'0');
    let two = second.and_then(|it| char::from_u32(u32::from(*it))?.to_digit(10));
    let two = two.map(|digit| one * 10 + digit as usize);
    match two.filter(|number| (1..=captures).contains(number)) {
        Some(number) => (number, 2),
        None => (one, 1),
    }
}

impl Machine<'_> {
    fn new_matcher(&self, pattern: &[u32], flags: &str) -> Result<Value, Stop> {
        match Pattern::new(pattern, flags) {
            Ok(pattern) => Ok(Value::Matcher(Arc::new(pattern))),
            Err(Refused::Unsupported(what)) => self.unsupported(what),
            // Parsing has refused it.
            Err(Refused::Wrong) => self.missing("this pattern has an early error"),
        }
    }

    /// Calls a matcher with a string or a list of characters, and an index.
    pub(in crate::run) fn match_pattern(
        &mut self,
        pattern: &Pattern,
        arguments: &[Value],
    ) -> Result<Flow, Stop> {
        let units = self.units(&first(arguments))?;
        let input = characters(&units, pattern.unicode);
        let index = arguments.get(1).and_then(Value::as_index).unwrap_or_default();
        // Older editions count code units where they call a matcher.
        let older = self.program.plain_numbers;
        let index = match older {
            true => characters(&units[..index.min(units.len())], pattern.unicode).len(),
            false => index,
        };
        let Some(found) = pattern.matches(&input, index, &mut self.steps_left) else {
            return Err(Stop::Steps);
        };
        match (found, self.program.names.find("failure")) {
            (Some(found), _) if older => self.older_state(&found, &input),
            (Some(found), _) => self.match_state(first(arguments), &found),
            (None, Some(failure)) => value(Value::Enum(failure)),
            (None, None) => self.unsupported("failure"),
        }
    }

    /// A State: captures are the characters that were captured.
    fn older_state(&mut self, found: &Found, input: &[u32]) -> Result<Flow, Stop> {
        let text = |range: &(usize, usize)| {
            let mut units = Vec::new();
            for character in &input[range.0..range.1] {
                match char::from_u32(*character) {
                    Some(symbol) => units.extend_from_slice(symbol.encode_utf16(&mut [0; 2])),
                    None => units.push(*character as u16),
                }
            }
            units
        };
        let captures = found.captures.iter().map(|it| match it {
            Some(range) => Value::Text(text(range).into()),
            None => Value::Undefined,
        });
        let captures = self.heap.list(captures.collect());
        let end = self.count(text(&(0, found.end)).len());
        let fields = vec![(names::END_INDEX, end), (names::CAPTURES, captures)];
        value(self.heap.record(names::STATE, fields))
    }

    /// A MatchState: captures are ranges.
    fn match_state(&mut self, input: Value, found: &Found) -> Result<Flow, Stop> {
        let mut captures = Vec::new();
        for range in &found.captures {
            captures.push(match range {
                Some((from, to)) => {
                    let (from, to) = (self.count(*from), self.count(*to));
                    self.record_of("CaptureRange", [("StartIndex", from), ("EndIndex", to)])
                }
                None => Value::Undefined,
            });
        }
        let captures = self.heap.list(captures);
        let end = self.count(found.end);
        let fields = [("Input", input), ("EndIndex", end), ("Captures", captures)];
        value(self.record_of("MatchState", fields))
    }

    /// A record with those of these fields that the edition knows.
    fn record_of<const N: usize>(&mut self, kind: &str, fields: [(&str, Value); N]) -> Value {
        let find = |name: &str| self.program.names.find(name);
        let kind = find(kind).unwrap_or(names::OBJECT);
        let fields = fields.into_iter().filter_map(|(name, value)| Some((find(name)?, value)));
        let fields = fields.collect();
        self.heap.record(kind, fields)
    }

    pub(super) fn named_field(&self, record: &Value, field: &str) -> Result<Value, Stop> {
        match self.program.names.find(field) {
            Some(field) => self.field(record, field),
            None => self.unsupported(field),
        }
    }

    /// The pattern of a regular expression, where it was compiled by hand.
    pub(in crate::run) fn pattern_of(&self, regexp: &Value) -> Option<&Arc<Pattern>> {
        let slot = self.program.names.find("RegExpMatcher")?;
        match self.heap.field(regexp, slot)? {
            Value::Matcher(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// The parse node of the pattern that a regular expression was compiled from by the text's steps.
    fn pattern_node(&self, regexp: &Value) -> Option<Piece> {
        let slot = self.program.names.find("RegExpMatcher")?;
        match self.heap.field(regexp, slot)? {
            Value::Closure(closure) => closure.node,
            _ => None,
        }
    }

    /// Whether a regular expression has a group with a name.
    pub(in crate::run) fn names_groups(&self, regexp: &Value) -> bool {
        match self.pattern_node(regexp) {
            Some(pattern) => !self.nodes_within(pattern, "GroupName").is_empty(),
            None => self.pattern_of(regexp).is_some_and(|it| !it.names.is_empty()),
        }
    }

    /// The name of a group of a regular expression, by its number.
    pub(in crate::run) fn name_of_group(
        &mut self,
        regexp: &Value,
        group: &Value,
    ) -> Result<Option<Value>, Stop> {
        let Some(number) = group.as_index() else { return Ok(None) };
        let Some(pattern) = self.pattern_node(regexp) else {
            let pattern = self.pattern_of(regexp);
            let mut names = pattern.into_iter().flat_map(|it| &it.names);
            return Ok(names.find(|(_, it)| *it == number).map(|(name, _)| Value::text(name)));
        };
        let groups = self.groups_of(pattern);
        let group = number.checked_sub(1).and_then(|at| groups.get(at));
        let named = group.zip(self.tree(pattern)).and_then(|(group, tree)| {
            tree.children(*group).find_map(|it| match it {
                Child::Node(node) if tree.name(node) == "GroupSpecifier" => Some(node),
                _ => None,
            })
        });
        match named {
            Some(node) => {
                let named = Piece { tree: pattern.tree, part: Part::Node(node) };
                self.run_syntax("CapturingGroupName", named).map(Some)
            }
            None => Ok(None),
        }
    }

    /// How many groups a part of a pattern has.
    fn groups_within(&self, piece: Piece) -> usize {
        self.groups_of(piece).len()
    }
}
