//! WebKit's inspector protocol, as spoken by Bun.

use serde::{Deserialize, Serialize};

use super::{Ignored, requests};
pub use super::{LineLocation, RemoteObject};

requests! {
    ConsoleEnable "Console.enable" {} -> Ignored;
    DebuggerContinueToLocation<'a> "Debugger.continueToLocation" { location: LineLocation<'a> } -> Ignored;
    DebuggerDisable "Debugger.disable" {} -> Ignored;
    DebuggerEnable "Debugger.enable" {} -> Ignored;
    DebuggerEvaluateOnCallFrame<'a> "Debugger.evaluateOnCallFrame" { call_frame_id: &'a str, expression: &'a str } -> Evaluated;
    DebuggerGetBreakpointLocations<'a> "Debugger.getBreakpointLocations" { start: LineLocation<'a>, end: LineLocation<'a> } -> BreakpointLocations;
    DebuggerResume "Debugger.resume" {} -> Ignored;
    DebuggerSetAsyncStackTraceDepth "Debugger.setAsyncStackTraceDepth" { depth: usize } -> Ignored;
    DebuggerSetBreakpoint<'a> "Debugger.setBreakpoint" {
        location: LineLocation<'a>,
        #[serde(skip_serializing_if = "Option::is_none")] options: Option<BreakpointOptions<'a>>
    } -> BreakpointSet;
    DebuggerSetBreakpointByUrl<'a> "Debugger.setBreakpointByUrl" { url_regex: &'a str, line_number: u32, column_number: u32 } -> UrlBreakpointSet;
    DebuggerSetBreakpointsActive "Debugger.setBreakpointsActive" { active: bool } -> Ignored;
    DebuggerSetPauseOnDebuggerStatements "Debugger.setPauseOnDebuggerStatements" { enabled: bool } -> Ignored;
    DebuggerSetPauseOnExceptions<'a> "Debugger.setPauseOnExceptions" { state: &'a str } -> Ignored;
    DebuggerSetShouldBlackboxUrl<'a> "Debugger.setShouldBlackboxURL" {
        url: &'a str, should_blackbox: bool, case_sensitive: bool, is_regex: bool,
        #[serde(skip_serializing_if = "Option::is_none")] source_ranges: Option<Vec<u32>>
    } -> Ignored;
    DebuggerStepInto "Debugger.stepInto" {} -> Ignored;
    DebuggerStepOut "Debugger.stepOut" {} -> Ignored;
    DebuggerStepOver "Debugger.stepOver" {} -> Ignored;
    DebuggerRemoveBreakpoint<'a> "Debugger.removeBreakpoint" { breakpoint_id: &'a str } -> Ignored;
    InspectorInitialized "Inspector.initialized" {} -> Ignored;
    RuntimeEvaluate<'a> "Runtime.evaluate" { expression: &'a str } -> Evaluated;
    RuntimeGetCollectionEntries<'a> "Runtime.getCollectionEntries" { object_id: &'a str, start_index: usize, number_to_fetch: usize } -> CollectionEntries;
    RuntimeGetProperties<'a> "Runtime.getProperties" { object_id: &'a str, own_properties: bool } -> Properties;
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakpointOptions<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<[BreakpointAction<'a>; 1]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub auto_continue: bool,
}

impl<'a> BreakpointOptions<'a> {
    /// What is asked for of a breakpoint beyond its place, if anything is.
    pub fn of(request: &'a parallax_model::BreakpointRequest) -> Option<Self> {
        let action = request
            .log
            .as_deref()
            .map(|data| [BreakpointAction { kind: "probe", data, id: request.line }]);
        let options = BreakpointOptions {
            condition: request.condition.as_deref(),
            auto_continue: action.is_some(),
            actions: action,
        };
        (options.condition.is_some() || options.auto_continue).then_some(options)
    }
}

/// What a breakpoint does. A `probe` evaluates an expression and sends its value.
#[derive(Debug, Serialize)]
pub struct BreakpointAction<'a> {
    #[serde(rename = "type")]
    pub kind: &'a str,
    pub data: &'a str,
    /// By which samples of a probe are told.
    pub id: u32,
}

/// `Debugger.didSampleProbe`
#[derive(Debug, Deserialize)]
pub struct ProbeSampled {
    pub sample: ProbeSample,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProbeSample {
    pub probe_id: u32,
    pub payload: RemoteObject,
}

#[derive(Debug, Deserialize)]
pub struct BreakpointLocations {
    pub locations: Vec<ScriptLocation>,
}

/// `Console.messageAdded`
#[derive(Debug, Deserialize)]
pub struct MessageAdded {
    pub message: ConsoleMessage,
}

#[derive(Debug, Deserialize)]
pub struct ConsoleMessage {
    pub source: String,
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub parameters: Vec<RemoteObject>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluated {
    pub result: RemoteObject,
    #[serde(default)]
    pub was_thrown: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakpointSet {
    pub breakpoint_id: String,
    pub actual_location: ScriptLocation,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UrlBreakpointSet {
    pub breakpoint_id: String,
}

/// A place in a script; line and column are -1 in native code.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptLocation {
    pub script_id: String,
    pub line_number: i64,
    #[serde(default)]
    pub column_number: i64,
}

#[derive(Debug, Deserialize)]
pub struct Properties {
    pub properties: Vec<Property>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Property {
    pub name: String,
    pub value: Option<RemoteObject>,
    pub get: Option<RemoteObject>,
    pub set: Option<RemoteObject>,
    pub enumerable: Option<bool>,
    #[serde(default)]
    pub is_own: bool,
    #[serde(default)]
    pub is_private: bool,
}

#[derive(Debug, Deserialize)]
pub struct CollectionEntries {
    pub entries: Vec<Entry>,
}

/// An entry of a map or a set; a set's has no key.
#[derive(Debug, Deserialize)]
pub struct Entry {
    pub key: Option<RemoteObject>,
    pub value: RemoteObject,
}

/// `Debugger.paused`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paused {
    pub call_frames: Vec<CallFrame>,
    pub reason: String,
    /// For a pause at an exception, a mirror of it.
    pub data: Option<serde_json::Value>,
    pub async_stack_trace: Option<super::AsyncStack>,
}

impl Paused {
    /// Whether the reason is an exception in a script that is passed over.
    pub fn is_put_off(&self) -> bool {
        let first = self.data.as_ref().and_then(|it| it.get("originalReason"));
        self.reason == "BlackboxedScript"
            && first.is_some_and(|it| it == "exception" || it == "other")
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFrame {
    pub call_frame_id: String,
    pub function_name: String,
    pub location: ScriptLocation,
    pub scope_chain: Vec<Scope>,
    pub this: Option<RemoteObject>,
}

/// A scope with the name and place of the function that it is in.
#[derive(Debug, Deserialize)]
pub struct Scope {
    #[serde(rename = "type")]
    pub kind: String,
    pub object: RemoteObject,
    pub name: Option<String>,
    pub location: Option<ScriptLocation>,
    #[serde(default)]
    pub empty: bool,
}

/// `Debugger.scriptParsed`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptParsed {
    pub script_id: String,
    pub url: String,
    #[serde(default, rename = "sourceURL")]
    pub source_url: String,
    /// The map that the script was made with, as a URL of its data.
    #[serde(default, rename = "sourceMapURL")]
    pub source_map_url: String,
}
