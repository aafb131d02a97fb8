//! What values are said to be: `is an Object`, `is an abrupt completion`.

use super::calls::parent_kind;
use super::machine::Machine;
use super::names::{self, Name, Names};
use super::value::{Part, Piece, Value};
use super::values::array_index;
use crate::grammar::Grammar;
use crate::ir::Kind;
use crate::phrases::{LanguageKind, NamedKind, SlotKind, StructureKind};

/// How a kind is recognized.
pub(super) enum Test {
    Look(Look),
    /// An object with this internal slot.
    Slot(Option<Name>),
    /// A record of one of these kinds.
    Record(Vec<Name>),
    /// With the number of its production.
    Nonterminal(String, Option<usize>),
    /// Productions and their alternatives.
    Productions(Vec<(usize, usize)>),
    /// Nothing is recognized as one.
    Nothing,
}

/// Whether a value is of a kind.
type Look = fn(&Machine<'_>, &Value) -> bool;

impl Test {
    pub(super) fn of(kind: &Kind, names: &Names, grammar: &Grammar) -> Self {
        match kind {
            Kind::Named(NamedKind::Language(kind)) => Test::Look(language(*kind)),
            Kind::Named(NamedKind::Structure(StructureKind::EnvironmentRecord)) => {
                Test::Record(names.all(|it| it.ends_with("Environment Record")))
            }
            Kind::Named(NamedKind::Structure(StructureKind::PropertyDescriptor)) => Test::Record(
                names.all(|it| matches!(it, "PropertyDescriptor" | "Property Descriptor")),
            ),
            Kind::Named(NamedKind::Structure(kind)) => Test::Look(structure(*kind)),
            Kind::Named(NamedKind::Slot(kind)) => Test::Slot(names.find(slot(*kind))),
            Kind::Record(name) => Test::Record(names.all(|kind| {
                // Older editions leave out the word where they make one.
                kind.eq_ignore_ascii_case(name)
                    || is_module_record(kind, name)
                    || name.strip_suffix(" Record").is_some_and(|it| kind.eq_ignore_ascii_case(it))
            })),
            Kind::Nonterminal(name) => Test::Nonterminal(name.clone(), grammar.index(name)),
            Kind::Production(text) => {
                let found = grammar.resolve(text).into_iter();
                Test::Productions(found.map(|it| (it.production, it.alternative)).collect())
            }
            Kind::Unsupported(_) => Test::Nothing,
        }
    }
}

/// Whether all records of a kind are module records of another.
fn is_module_record(kind: &str, of: &str) -> bool {
    let (kind, of) = (kind.to_lowercase(), of.to_lowercase());
    let mut parents = std::iter::successors(parent_kind(&kind), |it| parent_kind(it));
    of.ends_with("module record") && parents.any(|it| it == of)
}

fn language(kind: LanguageKind) -> Look {
    match kind {
        LanguageKind::Object => |machine, value| machine.heap.is_object(value),
        LanguageKind::String => |_, value| matches!(value, Value::Text(_)),
        LanguageKind::Number => |_, value| matches!(value, Value::Number(_)),
        LanguageKind::BigInt => |_, value| matches!(value, Value::BigInt(_)),
        LanguageKind::Boolean => |_, value| matches!(value, Value::Boolean(_)),
        LanguageKind::Symbol => |_, value| matches!(value, Value::Symbol(_)),
        LanguageKind::NaN => |_, value| matches!(value, Value::Number(number) if number.is_nan()),
        LanguageKind::Any => |_, _| true,
        LanguageKind::PropertyKey => |_, value| matches!(value, Value::Text(_) | Value::Symbol(_)),
        LanguageKind::ArrayIndex => |_, value| array_index(value).is_some(),
        LanguageKind::AbruptCompletion => |_, value| matches!(value, Value::Abrupt(_)),
        LanguageKind::NormalCompletion => |_, value| !matches!(value, Value::Abrupt(_)),
        LanguageKind::ThrowCompletion => |_, value| completion(value, names::THROW),
        LanguageKind::ReturnCompletion => |_, value| completion(value, names::RETURN),
        LanguageKind::BreakCompletion => |_, value| completion(value, names::BREAK),
        LanguageKind::ContinueCompletion => |_, value| completion(value, names::CONTINUE),
        LanguageKind::IntegralNumber => {
            |_, value| matches!(value, Value::Number(it) if it.fract() == 0.0)
        }
        LanguageKind::OddIntegralNumber => {
            |_, value| matches!(value, Value::Number(it) if it.rem_euclid(2.0) == 1.0)
        }
        LanguageKind::NonNegativeIntegralNumber => {
            |_, value| matches!(value, Value::Number(it) if it.fract() == 0.0 && *it >= 0.0)
        }
        LanguageKind::Integer => |_, value| {
            !matches!(value, Value::Number(_))
                && value.as_double().is_some_and(|it| it.fract() == 0.0)
        },
        LanguageKind::NonNegativeInteger => |_, value| value.as_index().is_some(),
        LanguageKind::LeadingSurrogate => |_, value| surrogate(value, 0xd800),
        LanguageKind::TrailingSurrogate => |_, value| surrogate(value, 0xdc00),
        LanguageKind::CodeUnit => |_, value| matches!(value, Value::Text(text) if text.len() == 1),
    }
}

fn structure(kind: StructureKind) -> Look {
    match kind {
        StructureKind::Callable => |machine, value| machine.has_method(value, names::CALL),
        StructureKind::Constructor => |machine, value| machine.has_method(value, names::CONSTRUCT),
        StructureKind::Array => |machine, value| machine.is_array(value),
        StructureKind::DataProperty => {
            |machine, value| machine.heap.field(value, names::WRITABLE).is_some()
        }
        StructureKind::AccessorProperty => {
            |machine, value| machine.heap.field(value, names::SET).is_some()
        }
        StructureKind::List => |machine, value| machine.heap.as_list(value).is_some(),
        StructureKind::ListOfOneNumber => {
            |machine, value| matches!(machine.heap.as_list(value), Some([Value::Number(_)]))
        }
        // A string stands for the list of its characters, too.
        StructureKind::ListOfCharacters => |machine, value| {
            matches!(value, Value::Text(_)) || machine.heap.as_list(value).is_some()
        },
        StructureKind::Shared => |machine, value| machine.is_shared(value),
        StructureKind::CodePoints => |_, value| matches!(value, Value::Text(_)),
        StructureKind::ParseNode => |_, value| matches!(value, Value::Piece(_)),
        StructureKind::Nonterminal => {
            |_, value| matches!(value, Value::Piece(Piece { part: Part::Node(_), .. }))
        }
        StructureKind::Closure => |_, value| matches!(value, Value::Closure(_)),
        // Known by the kind of the record.
        StructureKind::EnvironmentRecord | StructureKind::PropertyDescriptor => |_, _| false,
    }
}

/// The slot that all objects of a kind have.
fn slot(kind: SlotKind) -> &'static str {
    match kind {
        SlotKind::EcmascriptFunction => "ECMAScriptCode",
        SlotKind::BuiltInFunction => super::realm::BEHAVIOUR,
        SlotKind::BoundFunction => "BoundTargetFunction",
        SlotKind::Proxy => "ProxyHandler",
        SlotKind::StringObject => "StringData",
        SlotKind::AsyncGenerator => "AsyncGeneratorState",
        SlotKind::Promise => "PromiseState",
        SlotKind::ArrayBuffer => "ArrayBufferData",
        SlotKind::TypedArray => "TypedArrayName",
        SlotKind::DataView => "DataView",
        SlotKind::Map => "MapData",
        SlotKind::Set => "SetData",
        SlotKind::WeakMap => "WeakMapData",
        SlotKind::WeakSet => "WeakSetData",
        SlotKind::WeakRef => "WeakRefTarget",
        SlotKind::FinalizationRegistry => "Cells",
        SlotKind::Date => "DateValue",
        SlotKind::RegExp => "RegExpMatcher",
    }
}

fn completion(value: &Value, kind: Name) -> bool {
    matches!(value, Value::Abrupt(abrupt) if abrupt.kind == kind)
}

fn surrogate(value: &Value, first: u32) -> bool {
    let unit = match value {
        Value::Text(text) => text.first().copied().map(u32::from),
        other => other.as_index().map(|it| it as u32),
    };
    unit.is_some_and(|unit| (first..first + 0x400).contains(&unit))
}

impl Machine<'_> {
    pub(super) fn is_kind(&self, value: &Value, kind: usize) -> bool {
        match (&self.program.tests[kind], value) {
            (Test::Look(look), _) => look(self, value),
            (Test::Slot(slot), _) => {
                slot.is_some_and(|slot| self.heap.field(value, slot).is_some())
            }
            (Test::Record(kinds), _) => {
                self.heap.as_record(value).is_some_and(|record| kinds.contains(&record.kind))
            }
            (Test::Nonterminal(name, number), Value::Piece(piece)) => {
                self.is_instance(*piece, name, *number)
            }
            (Test::Productions(found), Value::Piece(piece)) => self.is_one_of(*piece, found),
            (Test::Nonterminal(..) | Test::Productions(_) | Test::Nothing, _) => false,
        }
    }

    /// A node is an instance of a nonterminal if it, or the only child it has, is.
    fn is_instance(&self, piece: Piece, name: &str, number: Option<usize>) -> bool {
        let mut piece = piece;
        loop {
            let is_it = match (self.tree(piece), piece.part, number) {
                // Numbers are compared where they are of one grammar; names are longer.
                (Some(tree), Part::Node(node), Some(number))
                    if std::ptr::eq(tree.grammar(), self.program.parser.grammar()) =>
                {
                    tree.production(node) == number
                }
                _ => {
                    let own = self.piece_name(piece);
                    own == name || name == "IdentifierName" && own.starts_with(char::is_lowercase)
                }
            };
            if is_it {
                return true;
            }
            match self.only_child(piece) {
                Some(only) => piece = only,
                None => return false,
            }
        }
    }

    pub(super) fn is_production(&self, piece: Piece, text: &str) -> bool {
        let found = self.program.parser.grammar().resolve(text).into_iter();
        let found: Vec<_> = found.map(|it| (it.production, it.alternative)).collect();
        self.is_one_of(piece, &found)
    }

    fn is_one_of(&self, piece: Piece, productions: &[(usize, usize)]) -> bool {
        let mut piece = piece;
        loop {
            let (Some(tree), Part::Node(node)) = (self.tree(piece), piece.part) else {
                return false;
            };
            if productions.contains(&self.program.place(tree, node)) {
                return true;
            }
            match self.only_child(piece) {
                Some(only) => piece = only,
                None => return false,
            }
        }
    }
}
