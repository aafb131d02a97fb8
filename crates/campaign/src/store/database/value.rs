//! What statements are given and what they answer.

use std::sync::Arc;

use super::StoreError;

/// A parameter of a statement, or a field of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A number, or a truth value.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(String),
    /// A number that no database holds.
    TooLarge(u64),
}

/// The fields of a row.
#[derive(Debug)]
pub struct Row(pub Vec<Value>);

impl Row {
    /// A field.
    pub fn get<T: FromValue>(&self, at: usize) -> Result<T, StoreError> {
        let value = self.0.get(at).ok_or(StoreError::Shape("another column"))?;
        T::from_value(value).ok_or(StoreError::Shape(T::NAME))
    }

    /// What is kept as JSON in a field.
    pub fn json<T: serde::de::DeserializeOwned>(&self, at: usize) -> Result<T, StoreError> {
        match self.0.get(at) {
            Some(Value::Text(text)) => Ok(serde_json::from_str(text)?),
            _ => Err(StoreError::Shape(String::NAME)),
        }
    }
}

/// What a field can be read as.
pub trait FromValue: Sized {
    /// What it is called where it is something else.
    const NAME: &'static str;

    /// None where it is something else.
    fn from_value(value: &Value) -> Option<Self>;
}

impl FromValue for i64 {
    const NAME: &'static str = "a number";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl FromValue for u64 {
    const NAME: &'static str = i64::NAME;

    fn from_value(value: &Value) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for u32 {
    const NAME: &'static str = i64::NAME;

    fn from_value(value: &Value) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for bool {
    const NAME: &'static str = i64::NAME;

    fn from_value(value: &Value) -> Option<Self> {
        i64::from_value(value).map(|number| number != 0)
    }
}

impl FromValue for f64 {
    const NAME: &'static str = i64::NAME;

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Real(number) => Some(*number),
            Value::Integer(number) => Some(*number as f64),
            _ => None,
        }
    }
}

impl FromValue for String {
    const NAME: &'static str = "a text";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const NAME: &'static str = T::NAME;

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Integer(number)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or(Value::TooLarge(number), Value::Integer)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        (number as u64).into()
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Integer(number.into())
    }
}

impl From<bool> for Value {
    fn from(is_so: bool) -> Self {
        Value::Integer(is_so.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Value::Text(text.clone())
    }
}

impl From<&Arc<str>> for Value {
    fn from(text: &Arc<str>) -> Self {
        Value::Text(text.to_string())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

/// The parameters of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::store::database::Value::from($value)),*] };
}

pub(in crate::store) use values;
