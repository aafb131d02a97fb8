//! Firefox's remote debugging protocol.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::actors::{Request, Vocabulary};

/// The events that Firefox may send to a client that debugs one tab.
pub const EVENTS: Vocabulary = Vocabulary {
    kept_events: &["consoleAPICall", "evaluationResult", "paused"],
    dropped_events: &[
        "addonListChanged",
        "contentScrolled",
        "descriptor-destroyed",
        "frameUpdate",
        "newSource",
        "processListChanged",
        "resources-available-array",
        "resources-destroyed-array",
        "resources-updated-array",
        "resumed",
        "serviceWorkerRegistrationListChanged",
        "tabDetached",
        "tabListChanged",
        "tabNavigated",
        "workerListChanged",
    ],
};

/// Declares requests: parameters, type, reply.
macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident $(<$life:lifetime>)? $type:literal { $($field:ident: $of:ty),* } -> $reply:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name $(<$life>)? { $(pub $field: $of),* }
        impl $(<$life>)? Request for $name $(<$life>)? {
            const TYPE: &'static str = $type;
            type Reply = $reply;
        }
    )*};
}

requests! {
    /// To a thread.
    Attach<'a> "attach" { options: &'a ThreadOptions } -> Ignored;
    /// To a target.
    Detach "detach" {} -> Ignored;
    /// To a console. The reply says only that it will be evaluated; an event has the result.
    EvaluateJsAsync<'a> "evaluateJSAsync" { text: &'a str } -> Evaluation;
    /// To the console of the target that has the frame.
    EvaluateInFrame<'a> "evaluateJSAsync" { text: &'a str, frame_actor: &'a str } -> Evaluation;
    /// To the memory actor of a target.
    ForceCycleCollection "forceCycleCollection" {} -> Ignored;
    /// To the memory actor of a target.
    ForceGarbageCollection "forceGarbageCollection" {} -> Ignored;
    /// To a thread that is paused.
    Frames "frames" { start: usize, count: usize } -> FrameList;
    /// To a source.
    GetBreakpointPositions "getBreakpointPositionsCompressed" { query: Option<()> } -> Positions;
    /// To the device actor.
    GetDescription "getDescription" {} -> Described;
    /// To a frame. The reply is an [`Environment`], to be read level by level: its `parent`s are
    /// nested as deep as the program's scopes.
    GetEnvironment "getEnvironment" {} -> Box<RawValue>;
    /// To the descriptor of a process.
    GetProcessTarget "getTarget" {} -> ProcessTarget;
    GetRoot "getRoot" {} -> Root;
    /// To the descriptor of a tab.
    GetTabTarget "getTarget" {} -> TabTarget;
    /// To a thread that runs.
    Interrupt<'a> "interrupt" { when: &'a str } -> Ignored;
    ListProcesses "listProcesses" {} -> Processes;
    ListTabs "listTabs" {} -> Tabs;
    /// To the descriptor of a tab.
    NavigateTo<'a> "navigateTo" { url: &'a str, wait_for_load: bool } -> Ignored;
    /// To a thread.
    PauseOnExceptions "pauseOnExceptions" { pause_on_exceptions: bool, ignore_caught_exceptions: bool } -> Ignored;
    /// To a thread.
    RemoveBreakpoint<'a> "removeBreakpoint" { location: &'a BreakpointLocation<'a> } -> Ignored;
    /// To a thread that is paused.
    Resume "resume" { resume_limit: Option<ResumeLimit> } -> Ignored;
    /// To a thread.
    SetBreakpoint<'a> "setBreakpoint" { location: &'a BreakpointLocation<'a>, options: BreakpointOptions<'a> } -> Ignored;
    /// To a long string.
    Substring "substring" { start: u64, end: u64 } -> Substringed;
}

/// A reply that says no more than that the request was carried out.
#[derive(Debug, Deserialize)]
pub struct Ignored {}

/// How a thread is to behave.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadOptions {
    pub pause_overlay: bool,
    pub should_pause_on_debugger_statement: bool,
    pub pause_on_exceptions: bool,
    pub ignore_caught_exceptions: bool,
    pub should_include_saved_frames: bool,
    pub should_include_async_live_frames: bool,
    pub skip_breakpoints: bool,
    #[serde(rename = "observeAsmJS")]
    pub observe_asm_js: bool,
}

/// How far a resumed thread goes: `step` is into calls, `next` is over them, `finish` is out; `restart` is to
/// the beginning of the innermost function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ResumeLimit {
    Step,
    Next,
    Finish,
    Restart,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakpointOptions<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<&'a str>,
    /// Expressions whose values are logged instead of a pause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_value: Option<&'a str>,
}

/// `consoleAPICall`
#[derive(Debug, Deserialize)]
pub struct ConsoleCall {
    pub message: ConsoleMessage,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleMessage {
    #[serde(default)]
    pub level: String,
    #[serde(default)]
    pub line_number: u32,
    #[serde(default)]
    pub arguments: Vec<Box<RawValue>>,
}

/// A place in a source that is given by its address or by its actor.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakpointLocation<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_id: Option<&'a str>,
    pub line: u32,
    pub column: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Root {
    pub device_actor: String,
}

#[derive(Debug, Deserialize)]
pub struct Described {
    pub value: Description,
}

#[derive(Debug, Deserialize)]
pub struct Description {
    pub version: String,
}

#[derive(Debug, Deserialize)]
pub struct Tabs {
    pub tabs: Vec<Tab>,
}

#[derive(Debug, Deserialize)]
pub struct Tab {
    pub actor: String,
    pub url: String,
    #[serde(default)]
    pub selected: bool,
}

#[derive(Debug, Deserialize)]
pub struct TabTarget {
    pub frame: Target,
}

/// A document that can be debugged.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    pub actor: String,
    #[serde(rename = "browsingContextID")]
    pub browsing_context: u64,
    #[serde(rename = "processID")]
    pub process: u64,
    pub thread_actor: String,
    pub memory_actor: String,
    pub console_actor: String,
}

#[derive(Debug, Deserialize)]
pub struct Processes {
    pub processes: Vec<Process>,
}

#[derive(Debug, Deserialize)]
pub struct Process {
    pub actor: String,
    /// The system's number of the process; 0 for the browser's own.
    pub id: u64,
}

#[derive(Debug, Deserialize)]
pub struct ProcessTarget {
    pub process: ProcessForm,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessForm {
    pub console_actor: String,
}

#[derive(Debug, Deserialize)]
pub struct Evaluation {
    #[serde(rename = "resultID")]
    pub result: String,
}

/// `evaluationResult`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluationResult {
    #[serde(rename = "resultID")]
    pub id: String,
    pub result: Option<Box<RawValue>>,
    pub exception_message: Option<Box<RawValue>>,
}

/// `paused`
#[derive(Debug, Deserialize)]
pub struct Paused {
    pub frame: Frame,
    pub why: Option<Why>,
}

/// Why a thread is paused.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The exception that it is paused for.
    pub exception: Option<Box<RawValue>>,
    /// How the innermost frame ends.
    pub frame_finished: Option<Finished>,
}

/// How a frame ends.
#[derive(Debug, Deserialize)]
pub struct Finished {
    #[serde(rename = "return")]
    pub returned: Option<Box<RawValue>>,
    #[serde(rename = "throw")]
    pub thrown: Option<Box<RawValue>>,
}

#[derive(Debug, Deserialize)]
pub struct FrameList {
    pub frames: Vec<Frame>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    pub actor: String,
    /// `call`, `eval`, `global` and others.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub display_name: Option<String>,
    /// Absent for code that is not JavaScript.
    #[serde(rename = "where")]
    pub place: Option<Place>,
    #[serde(default)]
    pub arguments: Vec<Box<RawValue>>,
    pub this: Option<Box<RawValue>>,
}

#[derive(Debug, Deserialize)]
pub struct Place {
    /// The source.
    pub actor: String,
    /// 1-based.
    pub line: u32,
    /// 0-based.
    pub column: u32,
}

#[derive(Debug, Deserialize)]
pub struct Positions {
    /// Lines with the columns that a breakpoint can be set at.
    pub positions: BTreeMap<u32, Vec<u32>>,
}

#[derive(Debug, Deserialize)]
pub struct Substringed {
    pub substring: String,
}

/// One level of a scope chain.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    /// `function`, `block`, `with` or `object`; absent when the frame is dead.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// SpiderMonkey's own name for the kind of scope.
    pub scope_kind: Option<String>,
    pub bindings: Option<Bindings>,
    /// The next [`Environment`] outwards.
    pub parent: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Bindings {
    /// Parameters, one in each.
    pub arguments: Vec<Named>,
    pub variables: Named,
}

/// An object's properties in the order of the wire.
#[derive(Debug, Default)]
pub struct Named(pub Vec<(String, Binding)>);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> serde::de::Visitor<'de> for InOrder {
            type Value = Named;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("bindings by name")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Named, A::Error> {
                let mut named = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    named.push(entry);
                }
                Ok(Named(named))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[derive(Debug, Deserialize)]
pub struct Binding {
    /// A number, string or boolean as it is, or a [`Grip`].
    pub value: Option<Box<RawValue>>,
    /// The getter, where it is an accessor.
    pub get: Option<Box<RawValue>>,
    /// The setter, likewise.
    pub set: Option<Box<RawValue>>,
}

/// What is shown inside of an object without asking.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Preview {
    /// `Object`, `ArrayLike`, `MapLike` and others.
    pub kind: String,
    pub own_properties: Named,
    pub own_properties_length: Option<u64>,
    pub own_symbols: Vec<Unnamed>,
    pub own_symbols_length: Option<u64>,
    pub private_properties: Vec<Unnamed>,
    pub private_properties_length: Option<u64>,
    /// Elements of an array, none for a hole; what a set has.
    pub items: Vec<Option<Box<RawValue>>>,
    pub length: Option<u64>,
    /// Keys and values.
    pub entries: Vec<(Box<RawValue>, Box<RawValue>)>,
    pub size: Option<u64>,
}

/// A property whose key is no string.
#[derive(Debug, Deserialize)]
pub struct Unnamed {
    /// The symbol's description, or the private name.
    pub name: Option<Box<RawValue>>,
    pub descriptor: Binding,
}

/// A value that JSON has no spelling for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Grip {
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub class: Option<String>,
    /// A symbol's description, itself a string or a grip.
    pub name: Option<Box<RawValue>>,
    /// A BigInt's digits.
    pub text: Option<String>,
    #[serde(default)]
    pub uninitialized: bool,
    #[serde(default)]
    pub optimized_out: bool,
    #[serde(default)]
    pub missing_arguments: bool,
    /// The actor of an object or of a long string.
    pub actor: Option<String>,
    /// A long string's beginning.
    pub initial: Option<String>,
    /// A long string's length in UTF-16 code units.
    pub length: Option<u64>,
    /// Of an object, a [`Preview`].
    pub preview: Option<Box<RawValue>>,
}
