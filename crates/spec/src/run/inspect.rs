//! Looking at what a run left behind, without running anything.

use std::sync::Arc;

use super::heap::{Key, ObjectPart};
use super::machine::Machine;
use super::names;
use super::program::Program;
use super::specification::{Specification, Start};
use super::value::{Id, Part, Value};
use super::values::array_index;

/// A value of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// *undefined*
    Undefined,
    /// *null*
    Null,
    /// A Boolean.
    Boolean(bool),
    /// A Number.
    Number(f64),
    /// A BigInt, in decimal.
    BigInt(String),
    /// The code units of a String.
    Text(Vec<u16>),
    /// A Symbol.
    Symbol(u32),
    /// An object.
    Object(ObjectId),
}

/// Which object. The objects of a realm have the same number in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(u32);

/// The key of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenKey {
    /// The code units of a String.
    Text(Vec<u16>),
    /// A Symbol.
    Symbol(u32),
}

/// An own property.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenProperty {
    /// Its value, or its `get` and `set`.
    pub content: Content,
    /// `[[Enumerable]]`
    pub enumerable: bool,
    /// `[[Configurable]]`
    pub configurable: bool,
}

/// What a property holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A value, and whether it can be written.
    Data(Seen, bool),
    /// A getter and a setter.
    Accessor(Seen, Seen),
}

/// What a run left behind.
pub struct State {
    program: Arc<Program>,
    end: Start,
    thrown: Option<Value>,
}

/// For a side of a branch, where in the script the nearest syntax tree is whose evaluation reached
/// it first.
pub type Place = (u32, std::ops::Range<usize>);

impl Specification {
    /// Whether an object is one of those that every realm begins with.
    pub fn is_of_realm(&self, object: ObjectId) -> bool {
        (object.0 as usize) < self.fresh().heap.len()
    }
}

impl Machine<'_> {
    /// Notes which part of the script is being evaluated.
    pub(super) fn note_place(&mut self, side: usize) {
        let script = self.first_tree;
        let nodes = self.frames.iter().rev().filter_map(|frame| frame.node);
        let nearest = nodes.filter(|node| node.tree == script).find_map(|node| match node.part {
            Part::Node(node) => Some(self.trees.get(script as usize)?.span(node)),
            Part::Token(_) => None,
        });
        if let (Some(places), Some(span)) = (&mut self.places, nearest) {
            places.push((side as u32, span));
        }
    }
}

impl State {
    pub(super) fn new(program: Arc<Program>, end: Start, thrown: Option<Value>) -> Self {
        State { program, end, thrown }
    }

    /// What was thrown, if the script ended so.
    pub fn thrown(&self) -> Option<Seen> {
        seen(self.thrown.as_ref()?)
    }

    /// The names that scripts declared with `let`, `const` and `class`, and their values.
    pub fn lexical_names(&self) -> Vec<(String, Option<Seen>)> {
        let record = self.program.names.find("DeclarativeRecord");
        let environment = self.end.heap.field(&self.end.realm, names::GLOBAL_ENVIRONMENT);
        let record = environment.zip(record).and_then(|(it, name)| self.end.heap.field(it, name));
        let bindings = record.and_then(|it| self.end.heap.as_record(it)).map(|it| &it.bindings);
        let bindings = bindings.into_iter().flatten();
        bindings
            .map(|it| (String::from_utf16_lossy(&it.name), it.value.as_ref().and_then(seen)))
            .collect()
    }

    /// The global object.
    pub fn global(&self) -> Option<ObjectId> {
        match self.end.heap.field(&self.end.realm, names::GLOBAL_OBJECT)? {
            Value::Cell(Id(number)) => Some(ObjectId(*number)),
            _ => None,
        }
    }

    /// The intrinsic objects, by their names without percent signs.
    pub fn intrinsics(&self) -> Vec<(String, ObjectId)> {
        let intrinsics = self.end.heap.field(&self.end.realm, names::INTRINSICS);
        let fields = intrinsics.and_then(|it| self.end.heap.as_record(it)).map(|it| &it.fields);
        let named = fields.into_iter().flatten().filter_map(|(name, value)| match seen(value)? {
            Seen::Object(object) => Some((self.program.names.text(*name).replace('%', ""), object)),
            _ => None,
        });
        named.collect()
    }

    /// The own properties of an object with the usual ways of looking at them, in their order. None
    /// for an exotic object, which may answer as it likes.
    pub fn properties(&self, object: ObjectId) -> Option<Vec<(SeenKey, SeenProperty)>> {
        let usual = self.end.heap.as_object(&value(object)).is_some_and(|it| self.is_usual(it));
        self.stored(object).filter(|_| usual)
    }

    /// The own properties of an object as they are stored, in their order: those of an exotic object
    /// need not be all that it shows.
    pub fn stored(&self, object: ObjectId) -> Option<Vec<(SeenKey, SeenProperty)>> {
        let part = self.end.heap.as_object(&value(object))?;
        let mut found: Vec<(SeenKey, SeenProperty, Option<u64>)> = Vec::new();
        for (key, property) in &part.properties {
            let content = match &property.set {
                Some(set) => Content::Accessor(seen(&property.first)?, seen(set)?),
                None => Content::Data(seen(&property.first)?, property.writable),
            };
            let (enumerable, configurable) = (property.enumerable, property.configurable);
            let index = match key {
                Key::Text(text) => array_index(&Value::Text(text.clone())),
                Key::Symbol(_) => None,
            };
            let key = match key {
                Key::Text(text) => SeenKey::Text(text.to_vec()),
                Key::Symbol(symbol) => SeenKey::Symbol(*symbol),
            };
            found.push((key, SeenProperty { content, enumerable, configurable }, index));
        }
        // As OrdinaryOwnPropertyKeys has it; the sort is stable.
        found.sort_by_key(|(key, _, index)| match (key, index) {
            (_, Some(index)) => (0, *index),
            (SeenKey::Text(_), None) => (1, 0),
            (SeenKey::Symbol(_), None) => (2, 0),
        });
        Some(found.into_iter().map(|(key, property, _)| (key, property)).collect())
    }

    /// Whether an object has no internal methods for properties but those of ordinary objects and
    /// arrays.
    fn is_usual(&self, part: &ObjectPart) -> bool {
        let prototype = self.program.names.find("[[SetPrototypeOf]]");
        let callable =
            |name| name == names::CALL || name == names::CONSTRUCT || Some(name) == prototype;
        let array = self.program.array_method;
        part.methods.iter().all(|it| callable(it.0) || Some(*it) == array)
    }

    /// The prototype of an object that is not exotic in giving it.
    pub fn prototype(&self, object: ObjectId) -> Option<Seen> {
        self.end.heap.field(&value(object), names::PROTOTYPE).and_then(seen)
    }

    /// Whether an object can get properties, if it says so in the ordinary way.
    pub fn is_extensible(&self, object: ObjectId) -> Option<bool> {
        match self.end.heap.field(&value(object), names::EXTENSIBLE)? {
            Value::Boolean(extensible) => Some(*extensible),
            _ => None,
        }
    }

    /// Whether an object can be called.
    pub fn is_callable(&self, object: ObjectId) -> bool {
        self.has_method(object, names::CALL)
    }

    /// Whether an object can be constructed with.
    pub fn is_constructor(&self, object: ObjectId) -> bool {
        self.has_method(object, names::CONSTRUCT)
    }

    fn has_method(&self, object: ObjectId, name: names::Name) -> bool {
        let part = self.end.heap.as_object(&value(object));
        part.is_some_and(|it| it.methods.iter().any(|(own, _)| *own == name))
    }

    /// Whether an object has an internal slot.
    pub fn has_slot(&self, object: ObjectId, slot: &str) -> bool {
        let name = self.program.names.find(slot);
        name.is_some_and(|name| self.end.heap.field(&value(object), name).is_some())
    }

    /// The well-known symbols: their names, such as `iterator`, and themselves.
    pub fn well_known_symbols(&self) -> Vec<(String, u32)> {
        let all = self.end.well_known.iter();
        let mut all: Vec<_> =
            all.map(|(name, it)| (self.program.names.text(*name).to_owned(), *it)).collect();
        all.sort();
        all
    }
}

fn value(object: ObjectId) -> Value {
    Value::Cell(Id(object.0))
}

/// A value of the language; none for those that only the specification has.
fn seen(value: &Value) -> Option<Seen> {
    Some(match value {
        Value::Undefined | Value::Absent => Seen::Undefined,
        Value::Null => Seen::Null,
        Value::Boolean(truth) => Seen::Boolean(*truth),
        Value::Number(number) => Seen::Number(*number),
        Value::BigInt(integer) => Seen::BigInt(integer.to_string()),
        Value::Text(text) => Seen::Text(text.to_vec()),
        Value::Symbol(symbol) => Seen::Symbol(*symbol),
        Value::Cell(Id(number)) => Seen::Object(ObjectId(*number)),
        _ => return None,
    })
}
