//! The heap: objects, records, lists.
//!
//! A run begins with the cells of a realm, which all runs share. A cell of these is copied when a run
//! first changes it, so that a fresh realm is cheap. `collect` finds the cells that nothing refers to;
//! these are emptied, and most of their numbers are used again.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::names::Name;
use super::text::Text;
use super::value::{Id, Value};

/// Objects with more properties than this are searched by a map.
const FEW: usize = 8;

/// The key of a property.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Text(Text),
    Symbol(u32),
}

/// A property, as a descriptor's fields.
#[derive(Clone, Debug)]
pub struct Property {
    /// `[[Value]]`, or `[[Get]]`.
    pub first: Value,
    /// `[[Set]]`, if an accessor.
    pub set: Option<Value>,
    pub writable: bool,
    pub enumerable: bool,
    pub configurable: bool,
}

/// A binding of an environment record.
#[derive(Clone, Debug)]
pub struct Binding {
    pub name: Text,
    /// No value: not initialized.
    pub value: Option<Value>,
    pub mutable: bool,
    pub strict: bool,
    pub deletable: bool,
}

/// Fields by name, and what objects and environments have besides.
#[derive(Clone, Debug)]
pub struct Record {
    pub kind: Name,
    pub fields: Vec<(Name, Value)>,
    pub object: Option<Box<ObjectPart>>,
    pub bindings: Vec<Binding>,
}

/// What makes a record an object.
#[derive(Clone, Debug, Default)]
pub struct ObjectPart {
    pub properties: Vec<(Key, Property)>,
    index: FxHashMap<Key, usize>,
    /// Internal methods that are not the ordinary ones, and their code.
    pub methods: Vec<(Name, usize)>,
    /// The features that made it or changed its properties.
    pub hands: Vec<u32>,
}

impl ObjectPart {
    fn position(&self, key: &Key) -> Option<usize> {
        if self.properties.len() <= FEW {
            return self.properties.iter().position(|(own, _)| own == key);
        }
        self.index.get(key).copied()
    }

    pub fn property(&self, key: &Key) -> Option<&Property> {
        self.position(key).map(|at| &self.properties[at].1)
    }

    pub fn property_mut(&mut self, key: &Key) -> Option<&mut Property> {
        self.position(key).map(|at| &mut self.properties[at].1)
    }

    pub fn insert(&mut self, key: Key, property: Property) {
        if let Some(own) = self.property_mut(&key) {
            *own = property;
            return;
        }
        self.properties.push((key, property));
        match self.properties.len() {
            length if length == FEW + 1 => self.reindex(),
            length if length > FEW => {
                let at = length - 1;
                self.index.insert(self.properties[at].0.clone(), at);
            }
            _ => {}
        }
    }

    pub fn remove(&mut self, key: &Key) {
        let Some(at) = self.position(key) else { return };
        self.properties.remove(at);
        // The last one, which goes where an array becomes shorter, leaves the others where they are.
        match at == self.properties.len() && at > FEW {
            true => drop(self.index.remove(key)),
            false => self.reindex(),
        }
    }

    /// How an array becomes so long, if all elements behind can go: to nothing, to something, or to
    /// nothing without a first element.
    pub fn path_to_shorten(&self, length: f64) -> Option<u16> {
        let now = self.property(&Key::Text("length".encode_utf16().collect()))?;
        let Value::Number(old) = now.first else { return None };
        let is_length = length.fract() == 0.0 && (0.0..old).contains(&length);
        let mut behind = self.behind(length).peekable();
        behind.peek()?;
        let can_go = behind.all(|(_, it)| it.configurable && it.set.is_none());
        let first = Key::Text([u16::from(b'0')].into());
        let path = match length > 0.0 {
            true => 1,
            false => {
                if self.property(&first).is_some() {
                    0
                } else {
                    2
                }
            }
        };
        (is_length && now.writable && can_go).then_some(path)
    }

    /// Makes an array so long.
    pub fn shorten(&mut self, length: f64) {
        let is_behind = |key: &Key| index_of(key).is_some_and(|it| it as f64 >= length);
        self.properties.retain(|(key, _)| !is_behind(key));
        self.reindex();
        if let Some(own) = self.property_mut(&Key::Text("length".encode_utf16().collect())) {
            own.first = Value::Number(length);
        }
    }

    fn behind(&self, length: f64) -> impl Iterator<Item = &(Key, Property)> {
        let is_behind = move |key: &Key| index_of(key).is_some_and(|it| it as f64 >= length);
        self.properties.iter().filter(move |(key, _)| is_behind(key))
    }

    fn reindex(&mut self) {
        self.index.clear();
        if self.properties.len() > FEW {
            self.index = self
                .properties
                .iter()
                .enumerate()
                .map(|(at, (key, _))| (key.clone(), at))
                .collect();
        }
    }
}

fn index_of(key: &Key) -> Option<u64> {
    match key {
        Key::Text(text) => super::values::index_of(text),
        Key::Symbol(_) => None,
    }
}

/// What an [`Id`] stands for.
#[derive(Clone, Debug)]
pub enum Cell {
    Record(Record),
    List(Vec<Value>),
    /// A list whose elements are counted from one.
    ListFrom1(Vec<Value>),
    /// A list of integers that is too long to be written out: the first, how many, and whether they
    /// descend.
    Interval(f64, f64, bool),
    /// Nothing any more.
    Gone,
}

/// All cells.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    /// The cells that the run began with.
    shared: Arc<[Arc<Cell>]>,
    /// For each of these the run's own copy, where it changed the cell.
    changed: Vec<Option<Box<Cell>>>,
    /// The cells that the run made.
    own: Vec<Cell>,
    /// Those of them that are not known to be gone.
    used: Vec<u32>,
    /// Those that are gone and whose numbers can be used again.
    free: Vec<u32>,
    /// The feature whose steps are being run.
    pub feature: u32,
}

impl Heap {
    pub fn len(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    /// How many cells the run made and may still use.
    pub fn used(&self) -> usize {
        self.used.len()
    }

    /// Empties the cells that the run made and that are not marked, by their places among these.
    /// Numbers of objects and of what else `lasts` are not used again: they tell these apart for ever.
    pub fn sweep(&mut self, marked: &FixedBitSet, lasts: impl Fn(&Record) -> bool) {
        let (own, free) = (&mut self.own, &mut self.free);
        self.used.retain(|at| {
            if marked.contains(*at as usize) {
                return true;
            }
            let gone = std::mem::replace(&mut own[*at as usize], Cell::Gone);
            if !matches!(&gone, Cell::Record(record) if record.object.is_some() || lasts(record)) {
                free.push(*at);
            }
            false
        });
    }

    /// The place of a cell among those that the run made.
    pub fn own_place(&self, Id(number): Id) -> Option<usize> {
        (number as usize).checked_sub(self.shared.len())
    }

    /// The cells that the run began with and changed.
    pub fn changed(&self) -> impl Iterator<Item = &Cell> {
        self.changed.iter().flatten().map(|cell| &**cell)
    }

    /// The same cells, for other runs to begin with.
    pub fn freeze(self) -> Heap {
        let mut changed = self.changed.into_iter();
        let shared = self.shared.iter().map(|cell| match changed.next().flatten() {
            Some(changed) => Arc::from(changed),
            None => cell.clone(),
        });
        let shared: Arc<[_]> = shared.chain(self.own.into_iter().map(Arc::new)).collect();
        Heap { shared, ..Heap::default() }
    }

    fn add(&mut self, cell: Cell) -> Value {
        let at = match self.free.pop() {
            Some(at) => {
                self.own[at as usize] = cell;
                at
            }
            None => {
                self.own.push(cell);
                (self.own.len() - 1) as u32
            }
        };
        self.used.push(at);
        Value::Cell(Id(self.shared.len() as u32 + at))
    }

    pub fn list(&mut self, elements: Vec<Value>) -> Value {
        self.add(Cell::List(elements))
    }

    pub fn list_from_1(&mut self, elements: Vec<Value>) -> Value {
        self.add(Cell::ListFrom1(elements))
    }

    pub fn element_mut(&mut self, list: &Value, at: usize) -> Option<&mut Value> {
        match self.get_mut(list)? {
            Cell::List(elements) => elements.get_mut(at),
            Cell::ListFrom1(elements) => elements.get_mut(at.checked_sub(1)?),
            Cell::Record(_) | Cell::Interval(..) | Cell::Gone => None,
        }
    }

    pub fn interval(&mut self, first: f64, count: f64, descending: bool) -> Value {
        self.add(Cell::Interval(first, count, descending))
    }

    pub fn is_interval(&self, value: &Value) -> bool {
        matches!(self.get(value), Some(Cell::Interval(..)))
    }

    /// An element of a list or an interval.
    pub fn element(&self, list: &Value, at: usize) -> Option<Value> {
        match self.get(list)? {
            Cell::List(elements) => elements.get(at).cloned(),
            Cell::ListFrom1(elements) => elements.get(at.checked_sub(1)?).cloned(),
            Cell::Interval(first, count, descending) => {
                let at = at as f64;
                let element = if *descending { first - at } else { first + at };
                (at < *count).then_some(Value::Mathematical(element))
            }
            Cell::Record(_) | Cell::Gone => None,
        }
    }

    pub fn record(&mut self, kind: Name, fields: Vec<(Name, Value)>) -> Value {
        self.add(Cell::Record(Record { kind, fields, object: None, bindings: Vec::new() }))
    }

    pub fn object(&mut self, kind: Name, fields: Vec<(Name, Value)>) -> Value {
        let hands = vec![self.feature];
        let object = Some(Box::new(ObjectPart { hands, ..ObjectPart::default() }));
        self.add(Cell::Record(Record { kind, fields, object, bindings: Vec::new() }))
    }

    #[inline]
    pub fn get(&self, value: &Value) -> Option<&Cell> {
        let Value::Cell(Id(number)) = value else { return None };
        let at = *number as usize;
        match at.checked_sub(self.shared.len()) {
            Some(own) => self.own.get(own),
            None => match self.changed.get(at) {
                Some(Some(changed)) => Some(changed),
                _ => Some(&self.shared[at]),
            },
        }
    }

    pub fn get_mut(&mut self, value: &Value) -> Option<&mut Cell> {
        let Value::Cell(Id(number)) = value else { return None };
        let at = *number as usize;
        if let Some(own) = at.checked_sub(self.shared.len()) {
            return self.own.get_mut(own);
        }
        if self.changed.is_empty() {
            self.changed.resize_with(self.shared.len(), || None);
        }
        let shared = &self.shared[at];
        Some(self.changed[at].get_or_insert_with(|| Box::new((**shared).clone())))
    }

    pub fn as_list(&self, value: &Value) -> Option<&[Value]> {
        match self.get(value) {
            Some(Cell::List(elements) | Cell::ListFrom1(elements)) => Some(elements),
            _ => None,
        }
    }

    pub fn as_list_mut(&mut self, value: &Value) -> Option<&mut Vec<Value>> {
        match self.get_mut(value) {
            Some(Cell::List(elements) | Cell::ListFrom1(elements)) => Some(elements),
            _ => None,
        }
    }

    #[inline]
    pub fn as_record(&self, value: &Value) -> Option<&Record> {
        match self.get(value) {
            Some(Cell::Record(record)) => Some(record),
            _ => None,
        }
    }

    pub fn as_record_mut(&mut self, value: &Value) -> Option<&mut Record> {
        match self.get_mut(value) {
            Some(Cell::Record(record)) => Some(record),
            _ => None,
        }
    }

    pub fn is_object(&self, value: &Value) -> bool {
        self.as_record(value).is_some_and(|record| record.object.is_some())
    }

    pub fn as_object(&self, value: &Value) -> Option<&ObjectPart> {
        self.as_record(value)?.object.as_deref()
    }

    pub fn as_object_mut(&mut self, value: &Value) -> Option<&mut ObjectPart> {
        let feature = self.feature;
        let object = self.as_record_mut(value)?.object.as_deref_mut()?;
        if !object.hands.contains(&feature) {
            object.hands.push(feature);
        }
        Some(object)
    }

    #[inline]
    pub fn field(&self, value: &Value, name: Name) -> Option<&Value> {
        let fields = &self.as_record(value)?.fields;
        fields.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    pub fn set_field(&mut self, record: &Value, name: Name, value: Value) -> bool {
        let Some(record) = self.as_record_mut(record) else { return false };
        match record.fields.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => *own = value,
            None => record.fields.push((name, value)),
        }
        true
    }
}
