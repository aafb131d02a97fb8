//! Sentences about the CharSets and matchers of patterns: what they say of all characters, or of Unicode.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3, Of5};
use super::super::charset::{CharSet, LAST};
use super::super::machine::{Flow, Machine};
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use super::super::values::{sequence, set};
use super::sentences::{Effect, give, give_back, throw_unless};
use super::{first, properties, tokens, value};
use crate::phrases::PatternSentence;
use crate::syntax::{Child, NodeId, Tree};

const LINE_ENDS: &[(u32, u32)] = &[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];

impl PatternSentence {
    // Long: an arm for each sentence.
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::GroupsBefore => Of2(|machine, pattern, node| {
                let count = machine.groups_before(pattern, node)?;
                give_back(machine.count(count))
            }),
            Self::OfOtherAlternatives => {
                Of2(|machine, x, y| match machine.are_alternative(x, y)? {
                    true => give_back(Value::Boolean(false)),
                    false => give([]),
                })
            }
            Self::ControlEscape => Of0(|machine| {
                let letter = machine.piece_string(machine.this_node()?);
                let number = match &*letter {
                    "t" => 9,
                    "n" => 10,
                    "v" => 11,
                    "f" => 12,
                    "r" => 13,
                    _ => return machine.missing("the table has no such row"),
                };
                give_back(machine.count(number))
            }),
            Self::NamesStrings => Of0(|machine| {
                let name = machine.piece_string(machine.this_node()?).into_owned();
                match properties::is_of_strings(&name) {
                    true => give_back(Value::Boolean(true)),
                    false => give([]),
                }
            }),
            Self::Undefineds => Of1(|machine, record| {
                let count = machine.named_field(record, "CapturingGroupsCount")?.as_index();
                let all = vec![Value::Undefined; count.unwrap_or_default()];
                give([machine.heap.list_from_1(all)])
            }),
            Self::WithoutLineEnds => Of1(|machine, all| {
                let ends = CharSet::of(LINE_ENDS.iter().copied());
                give([set(machine.char_set(all)?.difference(&ends))])
            }),
            Self::HasCanonical => Of3(|machine, record, all, canonical| {
                give([Value::Boolean(machine.has_canonical(record, all, canonical)?)])
            }),
            Self::DiffersFromCapture => Of5(|machine, record, input, from, other, length| {
                match machine.differs(record, input, [from, other, length])? {
                    true => match machine.program.names.find("failure") {
                        Some(failure) => give_back(Value::Enum(failure)),
                        None => machine.unsupported("failure"),
                    },
                    false => give([]),
                }
            }),
            Self::CaseFolded => Of1(|machine, it| {
                let character = machine.character(it)?;
                match properties::folded(character) {
                    folded if folded == character => give([]),
                    folded => give_back(sequence(&[folded])),
                }
            }),
            Self::UpperCase => Of1(|machine, it| {
                let character = machine.character(it)?;
                let upper = char::from_u32(character).map(|it| it.to_uppercase().map(u32::from));
                give([sequence(&upper.map_or(vec![character], Iterator::collect))])
            }),
            Self::OnlyUnit => Of1(|_, text| give([text.clone()])),
            Self::TenDigits => Of0(|_| give_back(set(CharSet::of([(0x30, 0x39)])))),
            Self::WhiteSpace => Of0(|_| {
                let is_white = |it: &u32| char::from_u32(*it).is_some_and(tokens::is_white);
                give_back(set(CharSet::of_characters((0..=0xffff).filter(is_white))))
            }),
            Self::WithValue => Of2(|machine, property, value| {
                let (property, value) = (machine.string(property)?, machine.string(value)?);
                match properties::with_value(&property, &value) {
                    Some(all) => give([set(all)]),
                    None => machine.unsupported(format!("the property {property}={value}")),
                }
            }),
            Self::WithCategory => Of1(|machine, value| {
                match properties::with_value("General_Category", &machine.string(value)?) {
                    Some(all) => give_back(set(all)),
                    None => give([]),
                }
            }),
            Self::WithProperty => Of1(|machine, property| {
                let property = machine.string(property)?;
                match properties::binary(&property) {
                    Some(all) => give([set(all)]),
                    None => machine.unsupported(format!("the property {property}")),
                }
            }),
            Self::BasicWordCharacters => Of0(|_| give([set(CharSet::of(WORD.iter().copied()))])),
            Self::ExtraWordCharacters => Of2(|machine, record, basic| {
                let basic = machine.char_set(basic)?;
                let change = machine.canonicalize(record)?;
                // What has another case is in the Basic Multilingual Plane, as ASCII is.
                let is_extra = |it: &u32| !basic.contains(*it) && basic.contains(change(*it));
                give([set(CharSet::of_characters((0..=0xffff).filter(is_extra)))])
            }),
            Self::Unfolded => Of0(|_| {
                let stays = |it: &u32| properties::folded(*it) == *it;
                give_back(set(CharSet::of_characters((0..=LAST).filter(stays))))
            }),
            Self::RangeOfClasses => Of0(|machine| {
                let node = machine.this_node()?;
                let mut well = true;
                if machine.has_parameter(node, "UnicodeMode") {
                    for atom in machine.range_ends(node) {
                        let is_class = machine.run_syntax("IsCharacterClass", atom)?;
                        well &= !matches!(is_class, Value::Boolean(true));
                    }
                }
                throw_unless(machine, well)
            }),
            Self::NamedTwice => Of0(|machine| {
                let well = !machine.is_named_twice()?;
                throw_unless(machine, well)
            }),
            Self::ModifierTwice => Of0(|machine| {
                let modifiers: String = machine.modifiers()?.concat();
                let twice = |(at, it): (usize, char)| modifiers[..at].contains(it);
                let well = !modifiers.char_indices().any(twice);
                throw_unless(machine, well)
            }),
            Self::NotInName => Of0(|machine| {
                let well = machine.is_in_name()?;
                throw_unless(machine, well)
            }),
            Self::UnknownProperty => Of0(|machine| {
                let text = machine.piece_string(machine.this_node()?).into_owned();
                let known = match text.split_once('=') {
                    Some((name, value)) => properties::with_value(name, value).is_some(),
                    None => {
                        properties::with_value("General_Category", &text).is_some()
                            || properties::is_binary(&text)
                            || properties::is_of_strings(&text)
                    }
                };
                throw_unless(machine, known)
            }),
            Self::StringsWithoutSets => Of0(|machine| {
                let node = machine.this_node()?;
                let pattern = machine.tree(node).map(|tree| Part::Node(tree.root()));
                let pattern = pattern.map(|part| Piece { part, ..node });
                let has_sets =
                    pattern.is_some_and(|it| machine.has_parameter(it, "UnicodeSetsMode"));
                let wrong = properties::is_of_strings(&machine.piece_string(node)) && !has_sets;
                throw_unless(machine, !wrong)
            }),
        }
    }
}

/// `UnicodeMatchProperty` and `UnicodeMatchPropertyValue`: early errors have looked at the names.
pub(super) fn property_name(machine: &Machine<'_>, arguments: &[Value]) -> Result<Flow, Stop> {
    let name = machine.string(arguments.get(1).unwrap_or(&Value::Undefined))?;
    value(Value::text(properties::canonical_name(&name)))
}

/// `MaybeSimpleCaseFolding`
pub(super) fn maybe_folded(machine: &Machine<'_>, arguments: &[Value]) -> Result<Flow, Stop> {
    let [record, all] = arguments else { return machine.missing("a CharSet") };
    let is = |field: &str| {
        machine.named_field(record, field).map(|it| matches!(it, Value::Boolean(true)))
    };
    match is("UnicodeSets")? && is("IgnoreCase")? {
        true => value(set(machine.char_set(all)?.map(properties::folded))),
        false => value(first(&arguments[1..])),
    }
}

/// Whether a node is a group that captures.
fn is_group(tree: &Tree, node: NodeId) -> bool {
    let mut children = tree.children(node);
    let opens = match children.next() {
        Some(Child::Token(first)) => tree.code_points(tree.token_span(first)) == [0x28],
        _ => false,
    };
    matches!(tree.name(node), "Atom" | "ExtendedAtom") && opens
}

impl Machine<'_> {
    /// The capturing groups of a pattern, in order.
    pub(in crate::run) fn groups_of(&self, pattern: Piece) -> Vec<NodeId> {
        let (Some(tree), Part::Node(node)) = (self.tree(pattern), pattern.part) else {
            return Vec::new();
        };
        let mut groups: Vec<_> = tree.descendants(node).filter(|it| is_group(tree, *it)).collect();
        groups.sort_by_key(|it| tree.span(*it).start);
        groups.dedup_by_key(|it| tree.span(*it).start);
        groups
    }

    fn groups_before(&self, pattern: &Value, node: &Value) -> Result<usize, Stop> {
        let (Value::Piece(pattern), Value::Piece(node)) = (pattern, node) else {
            return self.missing("there is no parse node");
        };
        let (Some(tree), Part::Node(inner)) = (self.tree(*node), node.part) else {
            return self.missing("there is no parse node");
        };
        let start = tree.span(inner).start;
        let before = self.groups_of(*pattern).into_iter();
        let before = before.filter(|it| {
            let group = tree.span(*it);
            group.end <= start || group.start < start && start < group.end
        });
        Ok(before.count())
    }

    /// Whether two nodes are in different alternatives of a disjunction.
    fn are_alternative(&self, x: &Value, y: &Value) -> Result<bool, Stop> {
        let (Value::Piece(a), Value::Piece(b)) = (x, y) else {
            return self.missing("there is no parse node");
        };
        let (Some(tree), Part::Node(a), Part::Node(b)) = (self.tree(*a), a.part, b.part) else {
            return self.missing("there is no parse node");
        };
        let holds = |outer: NodeId, inner: NodeId| {
            let (outer, inner) = (tree.span(outer), tree.span(inner));
            outer.start <= inner.start && inner.end <= outer.end
        };
        let mut choices =
            tree.descendants(tree.root()).filter(|it| tree.name(*it) == "Disjunction");
        Ok(choices.any(|choice| {
            let sides: Vec<NodeId> = tree
                .children(choice)
                .filter_map(|it| match it {
                    Child::Node(node) => Some(node),
                    _ => None,
                })
                .collect();
            match sides[..] {
                [one, other] => {
                    holds(one, a) && holds(other, b) || holds(other, a) && holds(one, b)
                }
                _ => false,
            }
        }))
    }

    /// What `Canonicalize` does for a RegExp Record.
    fn canonicalize(&self, record: &Value) -> Result<fn(u32) -> u32, Stop> {
        let is = |field: &str| {
            self.named_field(record, field).map(|it| matches!(it, Value::Boolean(true)))
        };
        Ok(match (is("IgnoreCase")?, is("Unicode")? || is("UnicodeSets")?) {
            (false, _) => |it| it,
            (true, true) => properties::folded,
            (true, false) => properties::upper,
        })
    }

    fn has_canonical(&self, record: &Value, all: &Value, canonical: &Value) -> Result<bool, Stop> {
        let (all, canonical) = (self.char_set(all)?, self.character(canonical)?);
        let is = |field: &str| {
            self.named_field(record, field).map(|it| matches!(it, Value::Boolean(true)))
        };
        if !is("IgnoreCase")? {
            return Ok(all.contains(canonical));
        }
        Ok(properties::has_before(all, canonical, is("Unicode")? || is("UnicodeSets")?))
    }

    /// Whether two parts of the input differ, but for what `Canonicalize` makes the same.
    fn differs(&self, record: &Value, input: &Value, places: [&Value; 3]) -> Result<bool, Stop> {
        let change = self.canonicalize(record)?;
        let [Some(from), Some(other), Some(length)] = places.map(Value::as_index) else {
            return self.wrong("these are no places in the input");
        };
        for at in 0..length {
            let character = |place: usize| match self.heap.element(input, place) {
                Some(it) => self.character(&it),
                None => self.missing("the input is not that long"),
            };
            if change(character(from + at)?) != change(character(other + at)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the pattern has two groups of one name that can both take part.
    fn is_named_twice(&mut self) -> Result<bool, Stop> {
        let pattern = self.this_node()?;
        let mut named: Vec<(Value, Value)> = Vec::new();
        for group in self.nodes_within(pattern, "GroupSpecifier") {
            let name = self.run_syntax("CapturingGroupName", group)?;
            let group = Value::Piece(group);
            for (other, its) in &named {
                if its.same(&name) && !self.are_alternative(other, &group)? {
                    return Ok(true);
                }
            }
            named.push((group, name));
        }
        Ok(false)
    }

    /// The two ends of a range in a class.
    fn range_ends(&self, node: Piece) -> Vec<Piece> {
        let children = self.all_children(node).into_iter();
        let ends = children.filter_map(|it| match it {
            Value::Piece(piece) if self.piece_name(piece).starts_with("ClassAtom") => Some(piece),
            _ => None,
        });
        ends.collect()
    }

    /// The modifiers of the group that is being checked.
    fn modifiers(&self) -> Result<Vec<String>, Stop> {
        let node = self.this_node()?;
        let (Some(tree), Part::Node(id)) = (self.tree(node), node.part) else {
            return self.missing("there is no parse node");
        };
        let children = tree.children(id).filter_map(|it| match it {
            Child::Node(child) if tree.name(child) == "RegularExpressionModifiers" => Some(child),
            _ => None,
        });
        let text = |it: NodeId| {
            tree.code_points(tree.span(it)).into_iter().filter_map(char::from_u32).collect()
        };
        Ok(children.map(text).collect())
    }

    /// Whether the part of a group's name that is being checked can be in a name.
    fn is_in_name(&mut self) -> Result<bool, Stop> {
        let node = self.this_node()?;
        let is_start = self.piece_name(node) == "RegExpIdentifierStart";
        let operation = "RegExpIdentifierCodePoint";
        let point = self.run_syntax(operation, node)?;
        let Some(symbol) = char::from_u32(self.character(&point)?) else { return Ok(false) };
        Ok(match is_start {
            true => unicode_id_start::is_id_start(symbol) || "$_".contains(symbol),
            false => {
                unicode_id_start::is_id_continue(symbol) || "$\u{200c}\u{200d}".contains(symbol)
            }
        })
    }

    /// Whether the production of a node has a grammatical parameter.
    pub(in crate::run) fn has_parameter(&self, piece: Piece, parameter: &str) -> bool {
        match (self.tree(piece), piece.part) {
            (Some(tree), Part::Node(node)) => tree.has(node, parameter),
            _ => false,
        }
    }
}
