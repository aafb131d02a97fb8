//! Values in fixed words that stand in tables or are written in digits and bytes.

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::host;
use super::machine::Machine;
use super::names;
use super::stop::Stop;
use super::value::Value;
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn encoded_value(
        &mut self,
        value: ValueOf,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let undefined = Value::Undefined;
        let first = arguments.first().unwrap_or(&undefined);
        let last = arguments.last().unwrap_or(&undefined);
        Ok(Some(match value {
            ValueOf::AsciiWord => {
                let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['_']);
                Value::text(&letters.collect::<String>())
            }
            ValueOf::Utf8 => {
                let text = String::from_utf16_lossy(&self.units(first)?);
                let bytes = text.bytes().map(|byte| self.count(byte as usize)).collect();
                self.heap.list(bytes)
            }
            ValueOf::FromUtf8 => match self.code_point(first) {
                Some(symbol) => Value::text(symbol.encode_utf8(&mut [0; 4])),
                None => return self.wrong("these bytes are not UTF-8"),
            },
            ValueOf::IntegersUp | ValueOf::IntegersDown => {
                let (Some(low), Some(high)) = (first.as_double(), last.as_double()) else {
                    return self.missing("there is no such interval");
                };
                let descending = value == ValueOf::IntegersDown;
                let start = if descending { high - 1.0 } else { low };
                self.heap.interval(start, high - low, descending)
            }
            ValueOf::BytesAt => {
                let range = arguments.get(1).and_then(Value::as_index).zip(last.as_index());
                let block = self.heap.as_list(first).zip(range);
                match block.and_then(|(block, (from, to))| block.get(from..to)) {
                    Some(bytes) => self.heap.list(bytes.to_vec()),
                    None => return self.missing("the block has no such bytes"),
                }
            }
            ValueOf::Radix => {
                let radix = last.as_index().unwrap_or(10) as u32;
                Value::text(&self.integer(first)?.to_str_radix(radix))
            }
            ValueOf::UpperHexadecimal => Value::text(&format!("{:X}", self.integer(first)?)),
            ValueOf::LowerHexadecimal => Value::text(&format!("{:x}", self.integer(first)?)),
            ValueOf::TwoHexadecimals => Value::text(&format!("{:02X}", self.integer(first)?)),
            ValueOf::FourHexadecimals => Value::text(&format!("{:04X}", self.integer(first)?)),
            ValueOf::FourLowerHexadecimals => Value::text(&format!("{:04x}", self.integer(first)?)),
            ValueOf::TwoDecimals => Value::text(&format!("{:02}", self.integer(first)?)),
            ValueOf::Decimal => Value::text(&self.integer(first)?.to_string()),
            ValueOf::CodePointsOfUnits => Value::Text(self.units(first)?),
            ValueOf::ElementSize => {
                let cell = self.element_cell(last, "Element Size")?;
                self.count(cell.parse().unwrap_or_default())
            }
            ValueOf::ElementType => {
                let cell = self.element_cell(last, "Element Type")?;
                match self.program.names.find(cell.trim_matches('~')) {
                    Some(name) => Value::Enum(name),
                    None => return self.unsupported("this element type"),
                }
            }
            ValueOf::ConstructorName => Value::text(&self.initial_name()),
            ValueOf::TypedArrayConstructor => {
                let name = if matches!(first, Value::Text(_)) { first } else { last };
                let name = String::from_utf16_lossy(&self.units(name)?);
                match self.program.names.find(&format!("%{name}%")) {
                    Some(name) => self.intrinsic(name)?,
                    None => return self.unsupported("this constructor"),
                }
            }
            _ => return Ok(None),
        }))
    }

    fn integer(&self, value: &Value) -> Result<BigInt, Stop> {
        let integer = match value {
            Value::BigInt(integer) | Value::Integer(integer) => Some((**integer).clone()),
            other => other.as_double().and_then(BigInt::from_f64),
        };
        integer.map_or_else(|| self.wrong("this is no integer"), Ok)
    }

    /// The one code point that a list of bytes encodes.
    pub(super) fn code_point(&self, bytes: &Value) -> Option<char> {
        let list = self.heap.as_list(bytes)?;
        let bytes: Option<Vec<u8>> =
            list.iter().map(|it| u8::try_from(it.as_index()?).ok()).collect();
        host::from_utf8(&bytes?)
    }

    /// The name that the built-in function which is running was made with.
    pub(super) fn initial_name(&self) -> String {
        let call = self.frames.last().and_then(|frame| frame.call.as_ref());
        let name = call.and_then(|call| self.heap.field(&call.function, names::INITIAL_NAME));
        match name {
            Some(Value::Text(name)) => String::from_utf16_lossy(name),
            _ => String::new(),
        }
    }

    /// A cell of the table of TypedArray constructors, in the row of a constructor or element type.
    fn element_cell(&self, row: &Value, column: &str) -> Result<String, Stop> {
        let wanted = match row {
            Value::Enum(name) => format!("~{}~", self.program.names.text(*name)),
            other => String::from_utf16_lossy(&self.units(other)?),
        };
        let table = self.program.tables.iter().find_map(|(id, rows)| {
            (self.program.names.text(*id) == "table-the-typedarray-constructors").then_some(rows)
        });
        let Some((head, rows)) = table.and_then(|rows| rows.split_first()) else {
            return self.missing("the table of TypedArray constructors is missing");
        };
        let column = head.iter().position(|cell| cell.starts_with(column));
        let is_row = |row: &&Vec<String>| {
            row.iter().take(2).any(|cell| {
                *cell == wanted || cell.split(['%', ' ']).next() == Some(wanted.as_str())
            })
        };
        let cell = column.zip(rows.iter().find(is_row)).and_then(|(at, row)| row.get(at));
        cell.cloned().map_or_else(|| self.missing("the table has no such row"), Ok)
    }
}
