//! Messages of the debugging protocols: types only, spelled as the protocols spell them, and only
//! those that are used.

use serde::{Deserialize, Serialize};

pub mod cdp;
pub mod rdp;
pub mod webkit;

/// Declares requests: parameters, method, reply.
macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident $(<$life:lifetime>)? $method:literal { $($(#[$attribute:meta])* $field:ident: $type:ty),* } -> $reply:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name $(<$life>)? { $($(#[$attribute])* pub $field: $type),* }
        impl $(<$life>)? $crate::rpc::Request for $name $(<$life>)? {
            const METHOD: &'static str = $method;
            type Reply = $reply;
        }
    )*};
}
use requests;

/// A reply that says no more than that the request was carried out.
#[derive(Debug, Deserialize)]
pub struct Ignored {}

/// A mirror of a value in the debuggee, which the two inspector protocols spell alike.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RemoteObject {
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub class_name: Option<String>,
    pub value: Option<serde_json::Value>,
    pub unserializable_value: Option<String>,
    pub description: Option<String>,
    pub object_id: Option<String>,
}

impl RemoteObject {
    /// The string that it mirrors; empty if it is none.
    pub fn text(&self) -> String {
        self.value.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
    }

    /// Whether it mirrors `true`.
    pub fn is_true(&self) -> bool {
        self.value == Some(serde_json::Value::Bool(true))
    }
}

/// A line of a script, or a place in it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineLocation<'a> {
    pub script_id: &'a str,
    pub line_number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_number: Option<u32>,
}
