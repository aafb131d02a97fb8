//! What values are said to be: `is an Object`, `is an abrupt completion`.

use super::machine::Machine;
use super::names::{self, Name, Names};
use super::stop::Stop;
use super::value::{Part, Piece, Value};
use super::values::array_index;
use crate::grammar::Grammar;
use crate::ir::Kind;

/// How a kind is recognized.
pub(super) enum Test {
    Ask(fn(&Machine<'_>, &Value) -> bool),
    /// An object with this internal slot.
    Slot(Option<Name>),
    /// A record of this kind, in lower case.
    Record(String),
    Nonterminal(String),
    /// Productions and their alternatives.
    Productions(Vec<(usize, usize)>),
    Unknown(String),
}

/// Whether a value is of a kind.
type Look = fn(&Machine<'_>, &Value) -> bool;

/// Kinds that are asked for by looking.
const ASKED: &[(&str, Look)] = &[
    ("Object", |machine, value| machine.heap.is_object(value)),
    ("object", |machine, value| machine.heap.is_object(value)),
    ("ordinary object", |machine, value| machine.heap.is_object(value)),
    ("String", |_, value| matches!(value, Value::Text(_))),
    ("String value", |_, value| matches!(value, Value::Text(_))),
    ("Number", |_, value| matches!(value, Value::Number(_))),
    ("Number value", |_, value| matches!(value, Value::Number(_))),
    ("BigInt", |_, value| matches!(value, Value::BigInt(_))),
    ("Boolean", |_, value| matches!(value, Value::Boolean(_))),
    ("Boolean value", |_, value| matches!(value, Value::Boolean(_))),
    ("Symbol", |_, value| matches!(value, Value::Symbol(_))),
    ("Symbol value", |_, value| matches!(value, Value::Symbol(_))),
    ("NaN", |_, value| matches!(value, Value::Number(number) if number.is_nan())),
    ("ECMAScript language value", |_, _| true),
    ("value", |_, _| true),
    ("property key", |_, value| matches!(value, Value::Text(_) | Value::Symbol(_))),
    ("array index", |_, value| array_index(value).is_some()),
    ("integer index", |_, value| array_index(value).is_some()),
    ("Array index", |_, value| array_index(value).is_some()),
    ("abrupt completion", |_, value| matches!(value, Value::Abrupt(_))),
    ("normal completion", |_, value| !matches!(value, Value::Abrupt(_))),
    ("throw completion", |_, value| completion(value, names::THROW)),
    ("return completion", |_, value| completion(value, names::RETURN)),
    ("break completion", |_, value| completion(value, names::BREAK)),
    ("continue completion", |_, value| completion(value, names::CONTINUE)),
    ("Completion Record", |_, _| true),
    ("integral Number", |_, value| matches!(value, Value::Number(it) if it.fract() == 0.0)),
    (
        "odd integral Number",
        |_, value| matches!(value, Value::Number(it) if it.rem_euclid(2.0) == 1.0),
    ),
    ("integer", |_, value| {
        !matches!(value, Value::Number(_)) && value.as_double().is_some_and(|it| it.fract() == 0.0)
    }),
    (
        "non-negative integral Number",
        |_, value| matches!(value, Value::Number(it) if it.fract() == 0.0 && *it >= 0.0),
    ),
    ("non-negative integer", |_, value| value.as_index().is_some()),
    ("callable object", |machine, value| machine.has_method(value, names::CALL)),
    ("function object", |machine, value| machine.has_method(value, names::CALL)),
    ("constructor", |machine, value| machine.has_method(value, names::CONSTRUCT)),
    ("Array", |machine, value| machine.is_array(value)),
    ("Array exotic object", |machine, value| machine.is_array(value)),
    ("data property", |machine, value| machine.heap.field(value, names::WRITABLE).is_some()),
    ("accessor property", |machine, value| machine.heap.field(value, names::SET).is_some()),
    ("leading surrogate", |_, value| surrogate(value, 0xd800)),
    ("trailing surrogate", |_, value| surrogate(value, 0xdc00)),
    ("List", is_list),
    ("List of a single Number", |machine, value| {
        matches!(machine.heap.as_list(value), Some([Value::Number(_)]))
    }),
    ("List of errors", is_list),
    ("List of one or more errors", is_list),
    ("List of Strings", is_list),
    ("List of property keys", is_list),
    ("List of code units", is_list_of_characters),
    ("List of code points", is_list_of_characters),
    ("List of Records", is_list),
    ("Data Block", is_list),
    // There is one agent only.
    ("Shared Data Block", |_, _| false),
    ("SharedArrayBuffer", |_, _| false),
    ("sequence of Unicode code points", |_, value| matches!(value, Value::Text(_))),
    ("sequence of code units", |_, value| matches!(value, Value::Text(_))),
    ("Parse Node", |_, value| matches!(value, Value::Piece(_))),
    ("nonterminal", |_, value| matches!(value, Value::Piece(Piece { part: Part::Node(_), .. }))),
    ("Abstract Closure", |_, value| matches!(value, Value::Closure(_))),
    ("Abstract Closure with no parameters", |_, value| matches!(value, Value::Closure(_))),
    ("Matcher", |_, value| matches!(value, Value::Closure(_))),
    ("MatcherContinuation", |_, value| matches!(value, Value::Closure(_))),
    ("Environment Record", |machine, value| {
        machine.record_kind(value).ends_with("Environment Record")
    }),
    ("Property Descriptor", |machine, value| {
        matches!(machine.record_kind(value), "PropertyDescriptor" | "Property Descriptor")
    }),
];

/// Kinds of objects, and the slot that all of a kind have.
const SLOTS: &[(&str, &str)] = &[
    ("ECMAScript function object", "ECMAScriptCode"),
    ("built-in function object", super::realm::BEHAVIOUR),
    ("bound function exotic object", "BoundTargetFunction"),
    ("Proxy exotic object", "ProxyHandler"),
    ("Proxy object", "ProxyHandler"),
    ("String exotic object", "StringData"),
    ("AsyncGenerator instance", "AsyncGeneratorState"),
    ("Generator instance", "GeneratorState"),
    ("Promise", "PromiseState"),
    ("ArrayBuffer", "ArrayBufferData"),
    ("TypedArray", "TypedArrayName"),
    ("Integer-Indexed exotic object", "TypedArrayName"),
    ("DataView", "DataView"),
    ("Map", "MapData"),
    ("Set", "SetData"),
    ("WeakMap", "WeakMapData"),
    ("WeakSet", "WeakSetData"),
    ("WeakRef", "WeakRefTarget"),
    ("FinalizationRegistry", "Cells"),
    ("Date", "DateValue"),
    ("RegExp", "RegExpMatcher"),
];

impl Test {
    pub(super) fn of(kind: &Kind, names: &Names, grammar: &Grammar) -> Self {
        let name = match kind {
            Kind::Nonterminal(name) => return Test::Nonterminal(name.clone()),
            Kind::Production(text) => {
                let found = grammar.resolve(text).into_iter();
                return Test::Productions(
                    found.map(|it| (it.production, it.alternative)).collect(),
                );
            }
            Kind::Named(name) => name,
        };
        if let Some((_, ask)) = ASKED.iter().find(|(known, _)| known == name) {
            return Test::Ask(*ask);
        }
        if let Some((_, slot)) = SLOTS.iter().find(|(known, _)| known == name) {
            return Test::Slot(names.find(slot));
        }
        let records = ["Private Name", "PrivateElement", "State", "MatchState", "CaptureRange"];
        if name.ends_with("Record") || records.contains(&name.as_str()) {
            return Test::Record(name.clone());
        }
        Test::Unknown(name.clone())
    }
}

fn is_list(machine: &Machine<'_>, value: &Value) -> bool {
    machine.heap.as_list(value).is_some()
}

/// A string stands for the list of its characters, too.
fn is_list_of_characters(machine: &Machine<'_>, value: &Value) -> bool {
    matches!(value, Value::Text(_)) || is_list(machine, value)
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
    pub(super) fn is_kind(&self, value: &Value, kind: usize) -> Result<bool, Stop> {
        Ok(match (&self.program.tests[kind], value) {
            (Test::Ask(ask), _) => ask(self, value),
            (Test::Slot(slot), _) => {
                slot.is_some_and(|slot| self.heap.field(value, slot).is_some())
            }
            (Test::Record(name), _) => {
                // Older editions leave out the word where they make one.
                let kind = self.record_kind(value);
                kind.eq_ignore_ascii_case(name)
                    || name.strip_suffix(" Record").is_some_and(|it| kind.eq_ignore_ascii_case(it))
            }
            (Test::Nonterminal(name), Value::Piece(piece)) => self.is_instance(*piece, name),
            (Test::Productions(found), Value::Piece(piece)) => self.is_one_of(*piece, found),
            (Test::Nonterminal(_) | Test::Productions(_), _) => false,
            (Test::Unknown(name), _) => {
                return self.unsupported(format!("whether something is a {name}"));
            }
        })
    }

    /// A node is an instance of a nonterminal if it, or the only child it has, is.
    pub(super) fn is_instance(&self, piece: Piece, name: &str) -> bool {
        let mut piece = piece;
        loop {
            let own = self.piece_name(piece);
            let word = name == "IdentifierName" && own.starts_with(char::is_lowercase);
            if own == name || word {
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
            if productions.contains(&(tree.production(node), tree.alternative(node))) {
                return true;
            }
            match self.only_child(piece) {
                Some(only) => piece = only,
                None => return false,
            }
        }
    }

    fn record_kind(&self, value: &Value) -> &str {
        self.heap.as_record(value).map_or("", |record| self.program.names.text(record.kind))
    }
}
