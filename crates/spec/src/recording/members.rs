//! What objects held at each moment.

use std::collections::HashMap;

use super::{NONE, Snapshot, Tick};

/// What an object with more properties than this has is not kept.
pub(crate) const MANY: usize = 64;

/// So many changes of properties are kept; of a run with more nothing is known of objects.
const CHANGES: usize = 2_000_000;

/// What a member is called.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberName {
    /// A property's name.
    Text(String),
    /// The description of a property's symbol.
    Symbol(String),
    /// A private name, with its `#`.
    Private(String),
    /// The key of a map's entry.
    Key(Snapshot),
    /// Nothing: an element of a set.
    Element,
}

/// A property of an object, and all that it ever held.
#[derive(Clone, Debug)]
struct Property {
    name: MemberName,
    created: Tick,
    removed: Tick,
    /// The values; none while it is an accessor.
    writes: Vec<(Tick, Option<Snapshot>)>,
}

/// What a map, a set or the private part of an object has from a moment on.
#[derive(Clone, Debug)]
struct Content {
    tick: Tick,
    /// None if there is too much of it.
    entries: Option<Vec<(MemberName, Option<Snapshot>)>>,
}

/// All that an object ever had.
#[derive(Clone, Debug, Default)]
struct ObjectHistory {
    has_many: bool,
    properties: Vec<Property>,
    /// Of a map or a set.
    contents: Vec<Content>,
    private: Vec<Content>,
}

/// What the objects that a run made had at each moment.
#[derive(Clone, Debug, Default)]
pub struct ObjectHistories {
    objects: HashMap<u32, ObjectHistory>,
    changes: usize,
}

/// Members with their values at a moment; none stands for an accessor.
pub type Held = Vec<(MemberName, Option<Snapshot>)>;

impl ObjectHistories {
    /// Whether there were too many changes to keep them.
    fn is_full(&self) -> bool {
        self.changes > CHANGES
    }

    /// A property got a value, became an accessor, or was deleted.
    pub(crate) fn change(
        &mut self,
        object: u32,
        name: MemberName,
        tick: Tick,
        value: Option<Option<Snapshot>>,
    ) {
        self.changes += 1;
        if self.is_full() {
            self.objects.clear();
            return;
        }
        let history = self.objects.entry(object).or_default();
        if history.has_many {
            return;
        }
        let has_room = history.properties.len() < MANY;
        let mut known = history.properties.iter_mut();
        let known = known.find(|it| it.removed == NONE && it.name == name);
        match (known, value) {
            (Some(known), Some(value)) => known.writes.push((tick, value)),
            (Some(known), None) => known.removed = tick,
            (None, Some(_)) if !has_room => {
                (history.has_many, history.properties) = (true, Vec::new());
            }
            (None, Some(value)) => history.properties.push(Property {
                name,
                created: tick,
                removed: NONE,
                writes: vec![(tick, value)],
            }),
            (None, None) => {}
        }
    }

    /// A map, a set or the private part of an object has changed.
    pub(crate) fn replace(
        &mut self,
        object: u32,
        is_private: bool,
        tick: Tick,
        entries: Option<Held>,
    ) {
        self.changes += 1 + entries.as_ref().map_or(0, Vec::len);
        if self.is_full() {
            self.objects.clear();
            return;
        }
        let history = self.objects.entry(object).or_default();
        let contents = if is_private { &mut history.private } else { &mut history.contents };
        contents.push(Content { tick, entries });
    }

    /// The own properties of an object at a moment, in the order in which they were created; none if
    /// they are not known.
    pub fn properties(&self, object: u32, tick: Tick) -> Option<Held> {
        if self.is_full() {
            return None;
        }
        let Some(history) = self.objects.get(&object) else { return Some(Vec::new()) };
        if history.has_many {
            return None;
        }
        let present =
            history.properties.iter().filter(|it| it.created <= tick && tick < it.removed);
        let held = present.filter_map(|it| {
            let count = it.writes.partition_point(|(at, _)| *at <= tick);
            it.writes[..count].last().map(|(_, value)| (it.name.clone(), value.clone()))
        });
        Some(held.collect())
    }

    /// What a map or a set has at a moment; none if it is not known.
    pub fn entries(&self, object: u32, tick: Tick) -> Option<Held> {
        self.content(object, tick, |history| &history.contents)
    }

    /// The private members of an object at a moment; none if they are not known.
    pub fn private(&self, object: u32, tick: Tick) -> Option<Held> {
        self.content(object, tick, |history| &history.private)
    }

    fn content(
        &self,
        object: u32,
        tick: Tick,
        part: fn(&ObjectHistory) -> &Vec<Content>,
    ) -> Option<Held> {
        if self.is_full() {
            return None;
        }
        let contents = self.objects.get(&object).map_or(&[][..], |it| part(it));
        let count = contents.partition_point(|it| it.tick <= tick);
        match contents[..count].last() {
            Some(content) => content.entries.clone(),
            None => Some(Vec::new()),
        }
    }

    /// The moments in a stretch at which an object changes.
    pub fn changes(&self, object: u32, ticks: &std::ops::Range<Tick>) -> Vec<Tick> {
        let Some(history) = self.objects.get(&object) else { return Vec::new() };
        let properties = history.properties.iter();
        let writes = properties
            .flat_map(|it| it.writes.iter().map(|(at, _)| *at).chain(std::iter::once(it.removed)));
        let contents = history.contents.iter().chain(&history.private).map(|it| it.tick);
        let mut changes: Vec<Tick> =
            writes.chain(contents).filter(|at| ticks.contains(at)).collect();
        changes.sort_unstable();
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_what_it_had_at_the_moment() {
        let mut objects = ObjectHistories::default();
        let name = |text: &str| MemberName::Text(text.into());
        let number = |n: f64| Some(Snapshot::Number(n));
        objects.change(7, name("a"), 2, Some(number(1.0)));
        objects.change(7, name("b"), 3, Some(None));
        objects.change(7, name("a"), 5, Some(number(2.0)));
        objects.change(7, name("a"), 8, None);
        assert_eq!(objects.properties(7, 1), Some(vec![]));
        assert_eq!(objects.properties(7, 2), Some(vec![(name("a"), number(1.0))]));
        assert_eq!(objects.properties(7, 6).unwrap().len(), 2);
        assert_eq!(objects.properties(7, 8), Some(vec![(name("b"), None)]));
        assert_eq!(objects.changes(7, &(3..9)), [3, 5, 8]);
        for n in 0..=MANY {
            objects.change(7, name(&n.to_string()), 9, Some(number(0.0)));
        }
        assert_eq!(objects.properties(7, 9), None);
    }
}
