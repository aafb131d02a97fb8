//! What editions before ES2021 have of their own: References that are no records, comparisons that
//! are written as operators.

use super::machine::{Flow, Machine};
use super::names::{self, Name};
use super::stop::Stop;
use super::value::Value;
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn is_reference(&self, value: &Value) -> bool {
        self.heap.as_record(value).is_some_and(|record| record.kind == names::REFERENCE)
    }

    pub(super) fn candidate_value(
        &mut self,
        value: ValueOf,
        arguments: &[Value],
    ) -> Result<Option<Flow>, Stop> {
        let part = |machine: &Self, name: Name| machine.reference_part(arguments.first(), name);
        let found = match value {
            ValueOf::NewReference => self.new_reference(arguments)?,
            ValueOf::ReferenceBase => part(self, names::REFERENCE_BASE)?,
            ValueOf::ReferenceName => part(self, names::REFERENCE_NAME)?,
            ValueOf::ReferenceStrict => part(self, names::REFERENCE_STRICT)?,
            ValueOf::ReferenceThis => part(self, names::REFERENCE_THIS)?,
            ValueOf::Flag => match arguments {
                [Value::FieldName(flag), record] => {
                    self.heap.field(record, *flag).cloned().unwrap_or(Value::Boolean(false))
                }
                _ => return self.missing("there is no such flag"),
            },
            // A flag that is not given is set.
            ValueOf::FlagGiven => match arguments.first() {
                Some(Value::Boolean(flag)) => Value::Boolean(*flag),
                _ => Value::Boolean(true),
            },
            ValueOf::CompareLess => {
                return self.comparison("Abstract Relational Comparison", arguments, true);
            }
            ValueOf::CompareLessRight => {
                return self.comparison("Abstract Relational Comparison", arguments, false);
            }
            ValueOf::CompareLoosely => {
                return self.comparison("Abstract Equality Comparison", arguments, true);
            }
            ValueOf::CompareStrictly => {
                return self.comparison("Strict Equality Comparison", arguments, true);
            }
            _ => return self.older_value(value, arguments),
        };
        Ok(Some(Flow::Value(found)))
    }

    fn reference_part(&self, reference: Option<&Value>, part: Name) -> Result<Value, Stop> {
        match reference.and_then(|it| self.heap.field(it, part)) {
            Some(value) => Ok(value.clone()),
            None => self.wrong("this is no Reference, or one without that component"),
        }
    }

    /// A base, a name and a flag; a super reference has a `this` before the flag.
    fn new_reference(&mut self, arguments: &[Value]) -> Result<Value, Stop> {
        let (base, name, this, strict) = match arguments {
            [base, name, strict] => (base, name, None, strict),
            [base, name, this, strict] => (base, name, Some(this), strict),
            _ => return self.wrong("a Reference has three or four components"),
        };
        let mut fields = vec![
            (names::REFERENCE_BASE, base.clone()),
            (names::REFERENCE_NAME, name.clone()),
            (names::REFERENCE_STRICT, strict.clone()),
        ];
        fields.extend(this.map(|this| (names::REFERENCE_THIS, this.clone())));
        Ok(self.heap.record(names::REFERENCE, fields))
    }

    fn comparison(
        &mut self,
        name: &str,
        arguments: &[Value],
        left_first: bool,
    ) -> Result<Option<Flow>, Stop> {
        let (Some(x), Some(y)) = (arguments.first(), arguments.get(1)) else {
            return self.missing("a comparison of nothing");
        };
        match self.program.names.find(name) {
            Some(name) => self
                .operation(name, vec![x.clone(), y.clone(), Value::Boolean(left_first)])
                .map(Some),
            None => self.unsupported(name),
        }
    }
}
