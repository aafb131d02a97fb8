//! What conditions in fixed words ask.

use super::machine::Machine;
use super::names;
use super::stop::Stop;
use super::value::{Part, Value};
use super::values::value_key;
use crate::phrases::Predicate;

impl Machine<'_> {
    pub(super) fn has_method(&self, value: &Value, name: names::Name) -> bool {
        let object = self.heap.as_object(value);
        object.is_some_and(|it| it.methods.iter().any(|(own, _)| *own == name))
    }

    pub(super) fn holds(&self, predicate: Predicate, arguments: &[Value]) -> Result<bool, Stop> {
        let undefined = Value::Undefined;
        let subject = arguments.first().unwrap_or(&undefined);
        let other = arguments.get(1).unwrap_or(&undefined);
        let number = subject.as_double();
        let name = |value: &Value| match value {
            Value::FieldName(name) | Value::Enum(name) => Some(*name),
            _ => None,
        };
        let has = |field: &Value| {
            name(field).is_some_and(|field| self.heap.field(subject, field).is_some())
        };
        Ok(match predicate {
            Predicate::IsPresent => !matches!(subject, Value::Absent),
            Predicate::IsAbsent => matches!(subject, Value::Absent),
            Predicate::IsEmpty | Predicate::IsNotEmpty => {
                let empty = match subject {
                    Value::Text(text) => text.is_empty(),
                    _ => match self.heap.as_list(subject) {
                        Some(list) => list.is_empty(),
                        None => self.heap.as_record(subject).is_some_and(|it| it.fields.is_empty()),
                    },
                };
                empty == (predicate == Predicate::IsEmpty)
            }
            Predicate::HasFields => {
                self.heap.as_record(subject).is_some_and(|it| !it.fields.is_empty())
            }
            Predicate::IsFinite => number.is_some_and(f64::is_finite),
            Predicate::IsNotFinite => !number.is_some_and(f64::is_finite),
            Predicate::IsEven => number.is_some_and(|it| it % 2.0 == 0.0),
            Predicate::IsOdd => number.is_some_and(|it| it.rem_euclid(2.0) == 1.0),
            Predicate::IsZero => number == Some(0.0),
            Predicate::IsLess => number < other.as_double(),
            Predicate::IsAtMost => number <= other.as_double(),
            Predicate::IsGreater => number > other.as_double(),
            Predicate::IsAtLeast => number >= other.as_double(),
            Predicate::InInterval => {
                let high = arguments.get(2).and_then(Value::as_double);
                number >= other.as_double() && number <= high
            }
            Predicate::NotInInterval => !self.holds(Predicate::InInterval, arguments)?,
            Predicate::Contains => self.contains(subject, other)?,
            Predicate::IsIn => self.contains(other, subject)?,
            Predicate::NotContained => !self.contains(other, subject)?,
            Predicate::HasField | Predicate::HasSlot | Predicate::HasVariableSlot => has(other),
            Predicate::HasSlotsOf => self.has_slots_of(subject, &arguments[1..]),
            Predicate::HasSlots => {
                let slots = self.heap.as_list(other).unwrap_or_default();
                slots.iter().all(has)
            }
            Predicate::HasEitherSlot => has(other) || arguments.get(2).is_some_and(has),
            Predicate::IsObjectWithSlot => self.heap.is_object(subject) && has(other),
            Predicate::HasMethod => {
                let text = name(other).map(|it| format!("[[{}]]", self.program.names.text(it)));
                let method = text.and_then(|it| self.program.names.find(&it));
                method.is_some_and(|method| self.has_method(subject, method))
            }
            Predicate::HasBinding => self.binding(subject, other).is_some(),
            Predicate::HasOwnProperty => {
                let object = self.heap.as_object(subject).zip(value_key(other));
                object.is_some_and(|(it, key)| it.property(&key).is_some())
            }
            Predicate::Uninitialized => {
                self.binding(other, subject).is_some_and(|it| it.value.is_none())
            }
            Predicate::StrictBinding => self.binding(other, subject).is_some_and(|it| it.strict),
            Predicate::MutableBinding => self.binding(other, subject).is_some_and(|it| it.mutable),
            Predicate::UndeletableBinding => {
                self.binding(other, subject).is_some_and(|it| !it.deletable)
            }
            Predicate::IndirectBinding => false,
            Predicate::SameAs => self.is_same(subject, other),
            Predicate::DiffersFrom | Predicate::Distinct => !self.is_same(subject, other),
            Predicate::SameText => self.units(subject)? == self.units(other)?,
            Predicate::StartsWith => self.units(subject)?.starts_with(&self.units(other)?),
            Predicate::NotBase64 => {
                let unit = self.units(subject)?.first().and_then(|it| u8::try_from(*it).ok());
                !unit.is_some_and(|it| it.is_ascii_alphanumeric() || it == b'+' || it == b'/')
            }
            Predicate::BothAttributes => [names::WRITABLE, names::ENUMERABLE]
                .iter()
                .all(|name| matches!(self.heap.field(subject, *name), Some(Value::Boolean(true)))),
            Predicate::HasThisComponent => {
                self.heap.field(subject, names::REFERENCE_THIS).is_some()
            }
            Predicate::NotOrdinaryMethod => {
                name(other).is_some_and(|method| self.has_method(subject, method))
            }
            Predicate::StartsWithDigits => {
                let count = arguments.get(2).and_then(Value::as_index).unwrap_or_default();
                let (text, start) = (self.units(subject)?, self.units(other)?);
                let digits = text.iter().skip(start.len());
                let digits = digits.take_while(|it| (0x30..0x3a).contains(*it)).count();
                text.starts_with(&start) && digits >= count
            }
            Predicate::HasOtherUnits => {
                let (text, known) = (self.units(subject)?, self.units(other)?);
                text.iter().any(|unit| !known.contains(unit))
            }
            Predicate::IsUtf8 => self.code_point(subject).is_some(),
            Predicate::IsStrict => self.is_strict(subject),
            Predicate::IsInstance => match (subject, other) {
                (Value::Piece(piece), Value::FieldName(production)) => {
                    self.is_production(*piece, self.program.names.text(*production))
                }
                _ => self.is_same(subject, other),
            },
            Predicate::EvaluatedFor => false,
            Predicate::HasSurrogate => {
                let unit = self.units(subject)?.first().copied();
                unit.is_some_and(|unit| (0xd800..0xe000).contains(&unit))
                    && self.units(subject)?.len() == 1
            }
            Predicate::HasNumericValueBelow => {
                let unit = self.units(subject)?.first().copied().map(f64::from);
                unit < other.as_double()
            }
            Predicate::ListedIn => self.escape_row(subject).is_some(),
            Predicate::IsNonterminal => {
                matches!(subject, Value::Piece(it) if matches!(it.part, Part::Node(_)))
            }
            Predicate::HasComponent => self.heap.field(subject, names::GENERATOR).is_some(),
            Predicate::StackIsEmpty | Predicate::NoSuchContext => self.contexts.is_empty(),
            Predicate::HasDuplicates | Predicate::HasNoDuplicates => {
                let list = self.heap.as_list(subject).unwrap_or_default();
                let twice = list
                    .iter()
                    .enumerate()
                    .any(|(at, it)| list[..at].iter().any(|one| one.same(it)));
                twice == (predicate == Predicate::HasDuplicates)
            }
            Predicate::Overlap => {
                let (list, other) = (self.heap.as_list(subject), self.heap.as_list(other));
                let other = other.unwrap_or_default();
                list.unwrap_or_default().iter().any(|it| other.iter().any(|one| one.same(it)))
            }
            Predicate::SameCount => {
                self.heap.as_list(subject).map(<[_]>::len)
                    == self.heap.as_list(other).map(<[_]>::len)
            }
            Predicate::ContainsNode => match (subject, other) {
                (Value::Piece(piece), Value::GrammarSymbol(wanted)) => {
                    self.contains_node(*piece, *wanted)
                }
                // A regular expression contains the names of its groups.
                _ => self.pattern_of(subject).is_some_and(|it| !it.names.is_empty()),
            },
            Predicate::Stated | Predicate::StatedOfControl | Predicate::StatedObject => true,
            // The bindings of object environments are properties, which are always initialized.
            Predicate::UninitializedBinding => {
                self.binding(subject, other).is_none_or(|it| it.value.is_none())
            }
            Predicate::WebBrowser => false,
            Predicate::Impossible => false,
            Predicate::RegistryLacks => {
                let entries = self.heap.as_list(&self.registry).unwrap_or_default();
                let known = |entry: &Value| match self.heap.as_record(entry) {
                    Some(record) => record.fields.iter().any(|(_, it)| it.same(subject)),
                    None => false,
                };
                !entries.iter().any(known)
            }
            Predicate::OneArgument => {
                let call = self.frames.last().and_then(|frame| frame.call.as_ref());
                call.is_some_and(|call| call.arguments.len() == 1)
            }
            Predicate::IsCallable => self.has_method(subject, names::CALL),
            Predicate::SameUnitsAt => {
                let (text, part) =
                    (self.units(subject)?, self.units(&arguments[arguments.len() - 1])?);
                let from = other.as_index().unwrap_or_default();
                text.get(from..from + part.len()) == Some(&part[..])
            }
            Predicate::NoEarlyErrors => true,
            Predicate::MoreThanOnce => {
                let list = self.heap.as_list(subject).unwrap_or_default();
                list.iter().filter(|it| self.is_same(it, other)).count() > 1
            }
            Predicate::HighBitClear => number.is_some_and(|it| it < 128.0),
            Predicate::HexadecimalAt => self.are_hexadecimal(arguments)?,
            Predicate::CaptureNamed => self.name_of_group(other, subject).is_some(),
            Predicate::UseStrict => self.uses_strict(subject),
            other => return self.unsupported(format!("{other:?}")),
        })
    }

    /// The slots of a kind of object are in a table whose id has the kind's words.
    fn has_slots_of(&self, subject: &Value, words: &[Value]) -> bool {
        let words: Vec<String> = words
            .iter()
            .filter_map(|word| match word {
                Value::Enum(name) => Some(self.program.names.text(*name).to_lowercase()),
                _ => None,
            })
            .filter(|word| word != "a" && word != "an")
            .collect();
        let wanted = words.join("-");
        let named = |fits: &dyn Fn(&str) -> bool| {
            self.program.tables.iter().find(|(id, _)| fits(self.program.names.text(**id)))
        };
        let exactly = format!("slots-of-{wanted}s");
        let table =
            named(&|id| id.ends_with(&exactly)).or_else(|| named(&|id| id.contains(&wanted)));
        let cells = table.into_iter().flat_map(|(_, rows)| rows).filter_map(|row| row.first());
        let slots = cells.filter_map(|cell| super::program::slot_name(cell));
        self.heap.is_object(subject)
            && slots
                .filter_map(|slot| self.program.names.find(slot))
                .all(|slot| self.heap.field(subject, slot).is_some())
    }

    fn contains(&self, whole: &Value, part: &Value) -> Result<bool, Stop> {
        match (whole, part) {
            (Value::Text(whole), Value::Text(part)) => {
                Ok(part.is_empty() || whole.windows(part.len()).any(|it| it == &**part))
            }
            (Value::Text(whole), Value::Number(unit) | Value::Mathematical(unit)) => {
                Ok(whole.contains(&(*unit as u16)))
            }
            _ => match self.heap.as_list(whole) {
                Some(list) => Ok(list.iter().any(|it| self.is_same(it, part))),
                None => self.wrong_type(whole, "contains nothing"),
            },
        }
    }

    fn binding(&self, environment: &Value, name: &Value) -> Option<&super::heap::Binding> {
        let Value::Text(name) = name else { return None };
        self.heap.as_record(environment)?.bindings.iter().find(|binding| binding.name == *name)
    }

    fn contains_node(&self, piece: super::value::Piece, wanted: names::Name) -> bool {
        let wanted = self.program.names.text(wanted);
        match (self.tree(piece), piece.part) {
            (Some(tree), Part::Node(node)) => {
                tree.descendants(node).any(|it| tree.name(it) == wanted)
            }
            _ => false,
        }
    }
}
