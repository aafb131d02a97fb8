//! What a program leaves for others to see: the objects that its variables lead to, and which features
//! of the language had a hand in them. What a feature does to an object that nobody can see cannot be
//! tested.

use fixedbitset::FixedBitSet;

use super::machine::Machine;
use super::names;
use super::value::{Id, Value};

/// So many objects are looked at.
const MOST: usize = 500;

impl Machine<'_> {
    /// The features that made or changed the program's own objects that can be reached; behind all
    /// these, those that made one which nothing else has changed; and behind those, where it can be
    /// called.
    pub(super) fn shown(&self) -> FixedBitSet {
        let count = self.program.codes.len();
        let mut features = FixedBitSet::with_capacity(3 * count);
        let mut seen = FixedBitSet::with_capacity(self.heap.len() - self.first_cell);
        let mut left: Vec<&Value> = self.variables();
        let mut looked_at = 0;
        while let Some(value) = left.pop() {
            let Value::Cell(Id(number)) = value else { continue };
            let Some(own) = (*number as usize).checked_sub(self.first_cell) else { continue };
            let Some(object) = self.heap.as_object(value) else { continue };
            if seen.put(own) || looked_at == MOST {
                continue;
            }
            looked_at += 1;
            let hands = object.hands.iter().map(|it| *it as usize).filter(|it| *it < count);
            features.extend(hands.clone());
            let alone = hands.take(usize::from(object.hands.len() == 1));
            features.extend(alone.clone().map(|it| count + it));
            if object.methods.iter().any(|(name, _)| *name == names::CALL) {
                features.extend(alone.map(|it| 2 * count + it));
            }
            for (_, property) in &object.properties {
                left.push(&property.first);
                left.extend(&property.set);
            }
            left.extend(self.heap.field(value, names::PROTOTYPE));
        }
        features
    }

    /// The values of all variables, the global object's among them.
    fn variables(&self) -> Vec<&Value> {
        let field = |record: Option<&Value>, name| {
            let (record, name) = (record?, name?);
            self.heap.field(record, name)
        };
        let global = self.heap.field(&self.realm, names::GLOBAL_OBJECT);
        let object = global.and_then(|it| self.heap.as_object(it));
        let properties = object.into_iter().flat_map(|it| &it.properties);
        let environment = self.heap.field(&self.realm, names::GLOBAL_ENVIRONMENT);
        let record = field(environment, self.program.names.find("DeclarativeRecord"));
        let record = record.and_then(|it| self.heap.as_record(it));
        let bindings = record.into_iter().flat_map(|it| &it.bindings);
        let declared = bindings.filter_map(|it| it.value.as_ref());
        properties.map(|(_, property)| &property.first).chain(declared).collect()
    }
}
