//! What conditions in fixed words ask: of any values, numbers, Lists, and of what is running.

mod objects;
mod texts;

use super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3};
use super::machine::Machine;
use super::stop::Stop;
use super::value::Value;
use crate::phrases::{
    ContextPredicate, ListPredicate, NumberPredicate, StatedPredicate, ValuePredicate,
};

impl ValuePredicate {
    pub(super) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::IsPresent => Of1(|_, value| Ok(!matches!(value, Value::Absent))),
            Self::IsAbsent => Of1(|_, value| Ok(matches!(value, Value::Absent))),
            Self::SameAs => Of2(|machine, a, b| Ok(machine.is_same(a, b))),
            Self::DiffersFrom | Self::Distinct => Of2(|machine, a, b| Ok(!machine.is_same(a, b))),
        }
    }
}

impl NumberPredicate {
    pub(super) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::IsFinite => Of1(|_, x| Ok(is_finite(x))),
            Self::IsNotFinite => Of1(|_, x| Ok(!is_finite(x))),
            Self::IsEven => Of1(|_, x| Ok(x.as_double().is_some_and(|it| it % 2.0 == 0.0))),
            Self::IsOdd => {
                Of1(|_, x| Ok(x.as_double().is_some_and(|it| it.rem_euclid(2.0) == 1.0)))
            }
            Self::IsZero => Of1(|_, x| Ok(x.as_double() == Some(0.0))),
            Self::IsLess => Of2(|_, x, y| Ok(x.as_double() < y.as_double())),
            Self::IsAtMost => Of2(|_, x, y| Ok(x.as_double() <= y.as_double())),
            Self::IsGreater => Of2(|_, x, y| Ok(x.as_double() > y.as_double())),
            Self::IsAtLeast => Of2(|_, x, y| Ok(x.as_double() >= y.as_double())),
            Self::InInterval => Of3(|_, x, low, high| Ok(is_between(x, low, high))),
            Self::NotInInterval => Of3(|_, x, low, high| Ok(!is_between(x, low, high))),
            Self::HighBitClear => Of1(|_, byte| Ok(byte.as_double().is_some_and(|it| it < 128.0))),
        }
    }
}

fn is_between(x: &Value, low: &Value, high: &Value) -> bool {
    let x = x.as_double();
    x >= low.as_double() && x <= high.as_double()
}

impl ListPredicate {
    pub(super) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::IsEmpty => Of1(|machine, value| Ok(machine.is_empty(value))),
            Self::IsNotEmpty => Of1(|machine, value| Ok(!machine.is_empty(value))),
            Self::Contains => Of2(|machine, whole, part| machine.contains(whole, part)),
            Self::IsIn => Of2(|machine, part, whole| machine.contains(whole, part)),
            Self::NotContained => {
                Of2(|machine, part, whole| machine.contains(whole, part).map(|it| !it))
            }
            Self::SameCount => Of2(|machine, a, b| Ok(machine.have_same_count(a, b))),
            Self::DifferentCount => Of2(|machine, a, b| Ok(!machine.have_same_count(a, b))),
            Self::HasDuplicates => Of1(|machine, list| Ok(machine.has_duplicates(list))),
            Self::HasNoDuplicates => Of1(|machine, list| Ok(!machine.has_duplicates(list))),
            Self::Overlap => Of2(|machine, a, b| {
                let a = machine.heap.as_list(a).unwrap_or_default();
                let b = machine.heap.as_list(b).unwrap_or_default();
                Ok(a.iter().any(|it| b.iter().any(|one| one.same(it))))
            }),
            Self::NotAllIn => Of3(|machine, all, one, other| {
                let list = |it: &Value| machine.heap.as_list(it).unwrap_or_default();
                let known = [list(one), list(other)].concat();
                Ok(list(all).iter().any(|it| !known.iter().any(|known| known.same(it))))
            }),
            Self::SameFieldTwice => Of2(|machine, list, field| {
                let Value::FieldName(field) = field else {
                    return machine.wrong("this is no field");
                };
                let records = machine.heap.as_list(list).unwrap_or_default().iter();
                let fields = records.filter_map(|it| machine.heap.field(it, *field));
                let fields: Vec<&Value> = fields.collect();
                let is_before =
                    |(at, it): (usize, &&Value)| fields[..at].iter().any(|one| one.same(it));
                Ok(fields.iter().enumerate().any(is_before))
            }),
            Self::MoreThanOnce => Of2(|machine, list, value| {
                let list = machine.heap.as_list(list).unwrap_or_default();
                Ok(list.iter().filter(|it| machine.is_same(it, value)).count() > 1)
            }),
            Self::RegistryLacks => Of1(|machine, key| {
                let entries = machine.heap.as_list(&machine.registry).unwrap_or_default();
                let known = |entry: &Value| match machine.heap.as_record(entry) {
                    Some(record) => record.fields.iter().any(|(_, it)| it.same(key)),
                    None => false,
                };
                Ok(!entries.iter().any(known))
            }),
        }
    }
}

impl ContextPredicate {
    pub(super) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::NoSuchContext | Self::StackIsEmpty => {
                Of0(|machine| Ok(machine.contexts.is_empty()))
            }
            Self::NotEvalCode => Of0(|machine| Ok(!machine.is_eval_code())),
            Self::IsCatchEnvironment => Of1(|machine, it| Ok(machine.is_catch_environment(it))),
            Self::IsNoCatchEnvironment => Of1(|machine, it| Ok(!machine.is_catch_environment(it))),
            Self::OneArgument => Of0(|machine| {
                let call = machine.frames.last().and_then(|frame| frame.call.as_ref());
                Ok(call.is_some_and(|call| call.arguments.len() == 1))
            }),
        }
    }
}

impl StatedPredicate {
    pub(super) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::Stated | Self::StatedObject => Of1(|_, _| Ok(true)),
        }
    }
}

impl Machine<'_> {
    /// Whether a string, a List or a Record has nothing in it.
    fn is_empty(&self, value: &Value) -> bool {
        match value {
            Value::Text(text) => text.is_empty(),
            _ => match self.heap.as_list(value) {
                Some(list) => list.is_empty(),
                None => self.heap.as_record(value).is_some_and(|it| it.fields.is_empty()),
            },
        }
    }

    fn contains(&self, whole: &Value, part: &Value) -> Result<bool, Stop> {
        match (whole, part) {
            (Value::Text(whole), Value::Text(part)) => {
                Ok(part.is_empty() || whole.windows(part.len()).any(|it| it == &**part))
            }
            (Value::Text(whole), Value::Number(unit) | Value::Mathematical(unit)) => {
                Ok(whole.contains(&(*unit as u16)))
            }
            (Value::CharSet(set), part) => Ok(set.has_string(&self.characters(part)?)),
            _ => match self.heap.as_list(whole) {
                Some(list) => Ok(list.iter().any(|it| self.is_same(it, part))),
                None => self.wrong_type(whole, "contains nothing"),
            },
        }
    }

    fn have_same_count(&self, a: &Value, b: &Value) -> bool {
        let count = |list: &Value| self.heap.as_list(list).map(<[_]>::len);
        count(a) == count(b)
    }

    fn has_duplicates(&self, list: &Value) -> bool {
        let list = self.heap.as_list(list).unwrap_or_default();
        list.iter().enumerate().any(|(at, it)| list[..at].iter().any(|one| one.same(it)))
    }
}

/// Whether a number is finite, as every BigInt is.
fn is_finite(value: &Value) -> bool {
    matches!(value, Value::BigInt(_)) || value.as_double().is_some_and(f64::is_finite)
}
