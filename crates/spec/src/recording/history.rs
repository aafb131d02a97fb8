//! What variables held at each moment.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

use super::{NONE, Tick};

/// A value as it was when a variable got it.
#[derive(Clone, Debug, PartialEq)]
pub enum Snapshot {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A BigInt.
    BigInt(Arc<BigInt>),
    /// A string's code units.
    Text(Arc<[u16]>),
    /// A symbol, by its description.
    Symbol(String),
    /// An object, by its number in [`super::Recording::objects`].
    Object(u32),
}

/// What is known of an object besides its properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectKind {
    /// Whether it can be called.
    pub is_callable: bool,
    /// Whether it is a proxy.
    pub is_proxy: bool,
    /// Whether the program made it, and all of its properties are kept as [`super::Recording::members`].
    pub is_plain: bool,
    /// Whether it is an array.
    pub is_array: bool,
    /// The name of its constructor, or empty.
    pub class: String,
}

/// A value that a variable got.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// When.
    pub tick: Tick,
    /// The value.
    pub value: Snapshot,
    /// The feature of the language that did it, as a number for `Specification::feature`.
    pub by: u32,
}

/// A variable of an environment, and all that it ever held.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Its name.
    pub name: String,
    /// When it was created.
    pub created: Tick,
    /// The feature of the language that created it, as a number for `Specification::feature`.
    pub created_by: u32,
    /// When it was deleted; [`NONE`] if never.
    pub removed: Tick,
    /// Whether it can be assigned to.
    pub is_mutable: bool,
    /// Whether it can be deleted.
    pub is_deletable: bool,
    /// The values that it got, and when. Before the first it is not initialised.
    pub writes: Vec<Write>,
}

impl Binding {
    /// Whether it exists at a moment.
    pub fn exists(&self, tick: Tick) -> bool {
        self.created <= tick && tick < self.removed
    }

    /// The write before a moment; none if it is not initialised.
    pub fn last_write(&self, tick: Tick) -> Option<&Write> {
        self.writes[..self.writes.partition_point(|it| it.tick <= tick)].last()
    }

    /// What it holds at a moment; none if it is not initialised.
    pub fn value(&self, tick: Tick) -> Option<&Snapshot> {
        let count = self.writes.partition_point(|it| it.tick <= tick);
        self.writes[..count].last().map(|it| &it.value)
    }

    /// The values that it holds in a stretch of a run, the one at its beginning first; none stands
    /// for not being initialised.
    pub fn values(&self, ticks: std::ops::Range<Tick>) -> impl Iterator<Item = Option<&Snapshot>> {
        let from = self.writes.partition_point(|it| it.tick <= ticks.start);
        let to = self.writes.partition_point(|it| it.tick < ticks.end).max(from);
        let first = self.writes[..from].last().map(|it| &it.value);
        std::iter::once(first).chain(self.writes[from..to].iter().map(|it| Some(&it.value)))
    }

    /// The moments in a stretch at which it changes.
    pub fn changes(&self, ticks: &std::ops::Range<Tick>) -> impl Iterator<Item = Tick> {
        let from = self.writes.partition_point(|it| it.tick < ticks.start);
        let to = self.writes.partition_point(|it| it.tick < ticks.end).max(from);
        self.writes[from..to].iter().map(|it| it.tick)
    }
}

/// What an environment is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnvironmentKind {
    /// A block, a catch clause, the names of a class or of a function expression.
    #[default]
    Declarative,
    /// A call of a function, which is the object with this number.
    Function(u32),
    /// An object: that of a `with` statement, or the global one.
    Object,
    /// The global environment; the number of its declarative part.
    Global(u32),
    /// A module.
    Module,
}

/// An environment record.
#[derive(Clone, Debug)]
pub struct Environment {
    /// What it is for.
    pub kind: EnvironmentKind,
    /// The number of the environment around it; [`NONE`] if there is none.
    pub outer: u32,
    /// Its variables, in the order in which they were created.
    pub bindings: Vec<Binding>,
    /// The value of `this` that it has, and since when.
    pub this: Option<(Tick, Snapshot)>,
}

impl Default for Environment {
    fn default() -> Self {
        let (kind, bindings) = (EnvironmentKind::default(), Vec::new());
        Environment { kind, outer: NONE, bindings, this: None }
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Snapshot::Undefined => out.write_str("undefined"),
            Snapshot::Null => out.write_str("null"),
            Snapshot::Boolean(truth) => write!(out, "{truth}"),
            Snapshot::Number(number) => out.write_str(ryu_js::Buffer::new().format(*number)),
            Snapshot::BigInt(integer) => write!(out, "{integer}n"),
            Snapshot::Text(units) => write!(out, "{:?}", String::from_utf16_lossy(units)),
            Snapshot::Symbol(description) => write!(out, "Symbol({description})"),
            Snapshot::Object(_) => out.write_str("object"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binding_is_what_was_written_last() {
        let number = |n: f64| Snapshot::Number(n);
        let write = |tick, n| Write { tick, value: number(n), by: 0 };
        let binding = Binding {
            name: "x".into(),
            created: 2,
            created_by: 0,
            removed: NONE,
            is_mutable: true,
            is_deletable: false,
            writes: vec![write(4, 1.0), write(8, 2.0)],
        };
        assert!(!binding.exists(1) && binding.exists(2));
        assert_eq!(binding.value(3), None);
        assert_eq!(binding.value(4), Some(&number(1.0)));
        assert_eq!(binding.value(9), Some(&number(2.0)));
        let values: Vec<_> = binding.values(3..9).collect();
        assert_eq!(values, [None, Some(&number(1.0)), Some(&number(2.0))]);
        assert_eq!(binding.values(4..8).count(), 1);
        assert_eq!(binding.changes(&(4..9)).collect::<Vec<_>>(), [4, 8]);
    }
}
