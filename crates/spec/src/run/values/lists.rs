//! Lists and their elements.

use super::super::machine::Machine;
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn list_value(
        &mut self,
        value: ValueOf,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let list = |it: &Self, at: usize| -> Result<Vec<Value>, Stop> {
            match arguments.get(at) {
                Some(Value::Text(text)) => {
                    Ok(text.iter().map(|unit| Value::Text([*unit].into())).collect())
                }
                Some(value) => match it.heap.as_list(value) {
                    Some(list) => Ok(list.to_vec()),
                    None => it.wrong_type(value, "is not a List"),
                },
                None => it.missing("a value is missing"),
            }
        };
        let one = |it: &Self, element: Option<Value>| match element {
            Some(element) => Ok(Some(element)),
            None => it.missing("the List is empty"),
        };
        Ok(Some(match value {
            ValueOf::FirstElement => return one(self, list(self, 0)?.first().cloned()),
            ValueOf::SecondElement => return one(self, list(self, 0)?.get(1).cloned()),
            ValueOf::LastElement => return one(self, list(self, 0)?.last().cloned()),
            ValueOf::SoleElement => return one(self, list(self, 0)?.first().cloned()),
            ValueOf::Count => {
                let count = match arguments.first() {
                    Some(Value::Piece(piece)) => self.piece_text(*piece).chars().count(),
                    _ => list(self, 0)?.len(),
                };
                self.count(count)
            }
            ValueOf::CopyOfList if self.heap.as_record(&arguments[0]).is_some() => {
                let record = self.heap.as_record(&arguments[0]);
                let (kind, fields) =
                    record.map_or((names::OBJECT, Vec::new()), |it| (it.kind, it.fields.clone()));
                self.heap.record(kind, fields)
            }
            ValueOf::CopyOfList => {
                let elements = list(self, 0)?;
                self.heap.list(elements)
            }
            ValueOf::WithAppended => {
                let mut elements = list(self, 0)?;
                elements.extend(arguments.get(1).cloned());
                self.heap.list(elements)
            }
            ValueOf::ListConcatenation => {
                let mut all = Vec::new();
                let parts = if arguments.len() == 1 { list(self, 0)? } else { arguments.to_vec() };
                for part in parts {
                    match self.heap.as_list(&part) {
                        Some(elements) => all.extend_from_slice(elements),
                        None => return self.wrong_type(&part, "is not a List"),
                    }
                }
                self.heap.list(all)
            }
            ValueOf::UnitsOfString => {
                let elements = list(self, 0)?;
                self.heap.list(elements)
            }
            _ => return Ok(None),
        }))
    }
}
