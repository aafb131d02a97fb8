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

/// What led to a job, which the two inspector protocols spell nearly alike.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AsyncStack {
    pub call_frames: Vec<AsyncFrame>,
    #[serde(alias = "parentStackTrace")]
    pub parent: Option<Box<AsyncStack>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AsyncFrame {
    pub function_name: String,
    pub script_id: String,
}

impl AsyncStack {
    /// The names of the functions of a script, the nearest first, as many as are kept.
    pub fn names(&self, script: &str) -> Vec<String> {
        let stacks = std::iter::successors(Some(self), |it| it.parent.as_deref());
        let frames = stacks.flat_map(|it| &it.call_frames).filter(|it| it.script_id == script);
        let names = frames.map(|it| it.function_name.clone()).filter(|it| !it.is_empty());
        names.take(parallax_model::ASYNC_LIMIT).collect()
    }
}

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
    pub preview: Option<Preview>,
    /// How many elements or entries there are; of WebKit's.
    pub size: Option<u64>,
}

/// What an inspector shows of an object without being asked to look into it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Preview {
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub description: Option<String>,
    /// Whether not everything is there.
    pub overflow: bool,
    pub properties: Vec<PreviewProperty>,
    /// The entries of a collection.
    pub entries: Vec<PreviewEntry>,
}

/// A property in a preview, with its value in words.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PreviewProperty {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub value: Option<String>,
    /// Of WebKit's.
    pub is_private: bool,
    /// Whether it is no property but an internal slot; of WebKit's.
    pub internal: bool,
}

/// An entry of a collection; a set's has no key.
#[derive(Debug, Deserialize)]
pub struct PreviewEntry {
    pub key: Option<Preview>,
    pub value: Preview,
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
