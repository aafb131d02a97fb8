//! Conditions about strings and parse nodes.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3, OfAny};
use super::super::machine::Machine;
use super::super::names::Name;
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use crate::phrases::{NodePredicate, TextPredicate};
use crate::syntax::Child;

impl TextPredicate {
    pub(in crate::run) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::StartsWith => Of2(|machine, text, start| machine.starts_with(text, start)),
            Self::StartsWithEither => Of3(|machine, text, one, other| {
                Ok(machine.starts_with(text, one)? || machine.starts_with(text, other)?)
            }),
            Self::StartsWithDigits => Of3(|machine, text, start, count| {
                let (text, start) = (machine.units(text)?, machine.units(start)?);
                let digits = text.iter().skip(start.len());
                let digits = digits.take_while(|it| (0x30..0x3a).contains(*it)).count();
                Ok(text.starts_with(&start) && digits >= count.as_index().unwrap_or_default())
            }),
            Self::NotBase64 => Of1(|machine, unit| {
                let unit = machine.units(unit)?.first().and_then(|it| u8::try_from(*it).ok());
                Ok(!unit.is_some_and(|it| it.is_ascii_alphanumeric() || it == b'+' || it == b'/'))
            }),
            Self::HasOtherUnits => Of2(|machine, text, known| {
                let (text, known) = (machine.units(text)?, machine.units(known)?);
                Ok(text.iter().any(|unit| !known.contains(unit)))
            }),
            Self::IsUtf8 => Of1(|machine, bytes| Ok(machine.code_point(bytes).is_some())),
            Self::SameText => Of2(|machine, a, b| Ok(machine.units(a)? == machine.units(b)?)),
            Self::SameUnitsAt => Of3(|machine, text, from, part| {
                let (text, part) = (machine.units(text)?, machine.units(part)?);
                let from = from.as_index().unwrap_or_default();
                Ok(text.get(from..from + part.len()) == Some(&part[..]))
            }),
            Self::HasSurrogate => Of1(|machine, unit| {
                let units = machine.units(unit)?;
                Ok(units.len() == 1 && (0xd800..0xe000).contains(&units[0]))
            }),
            Self::HasNumericValueBelow => Of2(|machine, unit, limit| {
                let unit = machine.units(unit)?.first().copied().map(f64::from);
                Ok(unit < limit.as_double())
            }),
            Self::ListedIn => Of1(|machine, symbol| Ok(machine.escape_row(symbol).is_some())),
            Self::ListedInTable => Of2(|machine, symbol, table| {
                let table = machine.table(table);
                Ok(machine.row_of_code_point(table.into_iter(), symbol)?.is_some())
            }),
            Self::MatchedBy => Of2(|machine, text, symbol| machine.is_matched(text, symbol)),
            Self::MatchedByEither => Of3(|machine, text, one, other| {
                Ok(machine.is_matched(text, one)? || machine.is_matched(text, other)?)
            }),
            Self::HexadecimalAt => OfAny(|machine, arguments| machine.are_hexadecimal(arguments)),
        }
    }
}

impl NodePredicate {
    pub(in crate::run) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::IsStrict => Of1(|machine, node| Ok(machine.is_strict(node))),
            Self::IsInstance => Of2(|machine, node, of| match (node, of) {
                (Value::Piece(piece), Value::FieldName(production)) => {
                    Ok(machine.is_production(*piece, machine.program.names.text(*production)))
                }
                // A terminal: a name that is written like it is none.
                (Value::Piece(piece), Value::Text(_)) => {
                    let is_token = matches!(piece.part, Part::Token(_));
                    Ok(is_token && machine.is_same(&Value::text(machine.piece_name(*piece)), of))
                }
                _ => Ok(machine.is_same(node, of)),
            }),
            Self::IsNonterminal => {
                Of1(|_, node| Ok(matches!(node, Value::Piece(Piece { part: Part::Node(_), .. }))))
            }
            Self::ContainsNode => Of2(|machine, node, name| match (node, name) {
                (Value::Piece(piece), Value::GrammarSymbol(name)) => {
                    Ok(machine.contains_node(*piece, *name))
                }
                // A regular expression contains the names of its groups.
                _ => Ok(machine.names_groups(node)),
            }),
            Self::Exports => Of2(|machine, node, name| match (node, name) {
                (Value::Piece(piece), Value::GrammarSymbol(name)) => {
                    Ok(machine.exports(*piece, *name))
                }
                _ => machine.wrong("this is no parse node"),
            }),
            Self::UseStrict => Of1(|machine, node| Ok(machine.uses_strict(node))),
            Self::CanBeVariable => {
                Of2(|machine, function, name| machine.can_be_variable(function, name))
            }
            Self::OnlyFunctionsTwice => Of0(|machine| machine.only_functions_twice()),
            Self::CaptureNamed => {
                Of2(|machine, group, regexp| Ok(machine.name_of_group(regexp, group)?.is_some()))
            }
        }
    }
}

impl Machine<'_> {
    fn starts_with(&self, text: &Value, start: &Value) -> Result<bool, Stop> {
        Ok(self.units(text)?.starts_with(&self.units(start)?))
    }

    /// Whether a production of the lexical grammar matches the whole of a text.
    fn is_matched(&self, text: &Value, symbol: &Value) -> Result<bool, Stop> {
        let Value::GrammarSymbol(goal) = symbol else {
            return self.wrong("this is no nonterminal");
        };
        let text = self.units(text)?;
        let decoded = char::decode_utf16(text.iter().copied());
        let code_points = decoded.map(|it| match it {
            Ok(symbol) => u32::from(symbol),
            Err(lone) => lone.unpaired_surrogate().into(),
        });
        let code_points: Vec<u32> = code_points.collect();
        let goal = self.program.names.text(*goal);
        Ok(self.program.parser.parse_code_points(goal, &[], &code_points).is_ok())
    }

    /// Whether a declaration is `export` and another node, and nothing else.
    fn exports(&self, piece: Piece, wanted: Name) -> bool {
        let (Some(tree), Part::Node(node)) = (self.tree(piece), piece.part) else { return false };
        let children: Vec<Child> = tree.children(node).collect();
        let [Child::Token(word), Child::Node(inner)] = children[..] else { return false };
        tree.token_text(word) == "export" && tree.name(inner) == self.program.names.text(wanted)
    }

    fn contains_node(&self, piece: Piece, wanted: Name) -> bool {
        let wanted = self.program.names.text(wanted);
        match (self.tree(piece), piece.part) {
            (Some(tree), Part::Node(node)) => {
                tree.descendants(node).any(|it| tree.name(it) == wanted)
            }
            _ => false,
        }
    }
}
