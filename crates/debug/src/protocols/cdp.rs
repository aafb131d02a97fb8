//! The Chrome DevTools protocol, as spoken by Chromium, Node and Deno.

use serde::{Deserialize, Serialize};

use super::{Ignored, requests};
pub use super::{LineLocation, RemoteObject};

requests! {
    ContinueToLocation<'a> "Debugger.continueToLocation" { location: LineLocation<'a> } -> Ignored;
    DebuggerDisable "Debugger.disable" {} -> Ignored;
    DebuggerEnable "Debugger.enable" {} -> Ignored;
    DebuggerResume "Debugger.resume" { terminate_on_resume: bool } -> Ignored;
    EvaluateOnCallFrame<'a> "Debugger.evaluateOnCallFrame" { call_frame_id: &'a str, expression: &'a str, silent: bool } -> Evaluated;
    FetchEnable<'a> "Fetch.enable" { patterns: &'a [RequestPattern<'a>] } -> Ignored;
    FetchFulfillRequest<'a> "Fetch.fulfillRequest" {
        request_id: &'a str,
        response_code: u32,
        response_headers: &'a [Header<'a>],
        body: &'a str
    } -> Ignored;
    GetPossibleBreakpoints<'a> "Debugger.getPossibleBreakpoints" { start: LineLocation<'a> } -> PossibleBreakpoints;
    GetVersion "Browser.getVersion" {} -> Version;
    NodeWorkerEnable "NodeWorker.enable" { wait_for_debugger_on_start: bool } -> Ignored;
    NodeWorkerSendMessage<'a> "NodeWorker.sendMessageToWorker" { message: &'a str, session_id: &'a str } -> Ignored;
    PageEnable "Page.enable" {} -> Ignored;
    PageGetFrameTree "Page.getFrameTree" {} -> FrameTree;
    PageCreateIsolatedWorld<'a> "Page.createIsolatedWorld" { frame_id: &'a str, world_name: &'a str } -> World;
    PageHandleDialog "Page.handleJavaScriptDialog" { accept: bool } -> Ignored;
    ProfilerDisable "Profiler.disable" {} -> Ignored;
    ProfilerEnable "Profiler.enable" {} -> Ignored;
    ProfilerStartPreciseCoverage "Profiler.startPreciseCoverage" { call_count: bool, detailed: bool } -> Ignored;
    ProfilerTakePreciseCoverage "Profiler.takePreciseCoverage" {} -> Coverage;
    RemoveBreakpoint<'a> "Debugger.removeBreakpoint" { breakpoint_id: &'a str } -> Ignored;
    RestartFrame<'a> "Debugger.restartFrame" { call_frame_id: &'a str, mode: &'a str } -> Restarted;
    RunIfWaiting "Runtime.runIfWaitingForDebugger" {} -> Ignored;
    RuntimeCompileScript<'a> "Runtime.compileScript" {
        expression: &'a str,
        #[serde(rename = "sourceURL")] source_url: &'a str,
        persist_script: bool,
        #[serde(skip_serializing_if = "Option::is_none")] execution_context_id: Option<i64>
    } -> CompiledScript;
    RuntimeEnable "Runtime.enable" {} -> Ignored;
    RuntimeEvaluate<'a> "Runtime.evaluate" {
        expression: &'a str,
        #[serde(rename = "includeCommandLineAPI")] include_command_line_api: bool,
        await_promise: bool,
        #[serde(skip_serializing_if = "Option::is_none")] context_id: Option<i64>
    } -> Evaluated;
    RuntimeGetProperties<'a> "Runtime.getProperties" { object_id: &'a str, own_properties: bool, generate_preview: bool } -> Properties;
    RuntimeRunScript<'a> "Runtime.runScript" {
        script_id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")] execution_context_id: Option<i64>,
        silent: bool
    } -> Evaluated;
    SetAsyncCallStackDepth "Debugger.setAsyncCallStackDepth" { max_depth: u32 } -> Ignored;
    SetBlackboxedRanges<'a> "Debugger.setBlackboxedRanges" { script_id: &'a str, positions: &'a [ScriptPosition] } -> Ignored;
    SetBlackboxPatterns<'a> "Debugger.setBlackboxPatterns" { patterns: &'a [&'a str] } -> Ignored;
    SetBreakpoint<'a> "Debugger.setBreakpoint" {
        location: LineLocation<'a>,
        #[serde(skip_serializing_if = "Option::is_none")] condition: Option<&'a str>
    } -> BreakpointSet;
    SetBreakpointByUrl<'a> "Debugger.setBreakpointByUrl" {
        url: &'a str,
        line_number: u32,
        column_number: u32,
        #[serde(skip_serializing_if = "Option::is_none")] condition: Option<&'a str>
    } -> BreakpointByUrl;
    SetPauseOnExceptions<'a> "Debugger.setPauseOnExceptions" { state: &'a str } -> Ignored;
    SetVariableValue<'a> "Debugger.setVariableValue" { scope_number: usize, variable_name: &'a str, new_value: CallArgument, call_frame_id: &'a str } -> Ignored;
    SetSkipAllPauses "Debugger.setSkipAllPauses" { skip: bool } -> Ignored;
    StepInto "Debugger.stepInto" {} -> Ignored;
    StepOut "Debugger.stepOut" {} -> Ignored;
    StepOver "Debugger.stepOver" {} -> Ignored;
    TargetAttach<'a> "Target.attachToTarget" { target_id: &'a str, flatten: bool } -> Attached;
    TargetClose<'a> "Target.closeTarget" { target_id: &'a str } -> Ignored;
    TargetCreate<'a> "Target.createTarget" { url: &'a str } -> CreatedTarget;
    TargetSetAutoAttach "Target.setAutoAttach" { auto_attach: bool, wait_for_debugger_on_start: bool, flatten: bool } -> Ignored;
}

/// A place in a script, counted from zero.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptPosition {
    pub line_number: u32,
    pub column_number: u32,
}

/// The addresses whose requests are asked about.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPattern<'a> {
    pub url_pattern: &'a str,
}

#[derive(Debug, Serialize)]
pub struct Header<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPaused {
    pub request_id: String,
    pub request: Requested,
}

#[derive(Debug, Deserialize)]
pub struct Requested {
    pub url: String,
}

/// Old versions show the new stack in the reply and stay paused; others pause anew.

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Restarted {
    #[serde(default)]
    pub call_frames: Vec<serde_json::Value>,
}

/// A value that is handed over; nothing stands for `undefined`.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallArgument {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unserializable_value: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    pub product: String,
    pub js_version: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedTarget {
    pub target_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    pub session_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameTree {
    pub frame_tree: FrameNode,
}

#[derive(Debug, Deserialize)]
pub struct FrameNode {
    pub frame: PageFrame,
}

#[derive(Debug, Deserialize)]
pub struct PageFrame {
    pub id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct World {
    pub execution_context_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompiledScript {
    pub script_id: Option<String>,
    pub exception_details: Option<ExceptionDetails>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluated {
    #[serde(default)]
    pub result: RemoteObject,
    pub exception_details: Option<ExceptionDetails>,
}

#[derive(Debug, Deserialize)]
pub struct ExceptionDetails {
    pub text: String,
    pub exception: Option<RemoteObject>,
}

impl ExceptionDetails {
    /// The first line of the exception's description: without the stack, which names places.
    pub fn first_line(&self) -> String {
        let description =
            self.exception.as_ref().and_then(|exception| exception.description.as_deref());
        description.unwrap_or(&self.text).lines().next().unwrap_or_default().to_owned()
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakpointSet {
    pub breakpoint_id: String,
    pub actual_location: ScriptLocation,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakpointByUrl {
    pub breakpoint_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptLocation {
    pub script_id: String,
    pub line_number: u32,
    #[serde(default)]
    pub column_number: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Properties {
    pub result: Vec<Property>,
    #[serde(default)]
    pub private_properties: Vec<Property>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Property {
    pub name: String,
    pub value: Option<RemoteObject>,
    pub get: Option<RemoteObject>,
    pub set: Option<RemoteObject>,
    /// Accessors of built-in prototypes come along, and are not own.
    pub is_own: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub struct PossibleBreakpoints {
    pub locations: Vec<ScriptLocation>,
}

/// `Runtime.consoleAPICalled`
#[derive(Debug, Deserialize)]
pub struct ConsoleCalled {
    pub args: Vec<RemoteObject>,
}

#[derive(Debug, Deserialize)]
pub struct Coverage {
    pub result: Vec<ScriptCoverage>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptCoverage {
    pub script_id: String,
    pub functions: Vec<FunctionCoverage>,
}

#[derive(Debug, Deserialize)]
pub struct FunctionCoverage {
    pub ranges: Vec<CoverageRange>,
}

/// How often a part of a script has run; offsets count UTF-16 code units.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CoverageRange {
    pub start_offset: usize,
    pub end_offset: usize,
    pub count: u64,
}

/// `Debugger.paused`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paused {
    pub call_frames: Vec<CallFrame>,
    #[serde(default)]
    pub reason: String,
    /// For a pause at an exception, a mirror of it.
    pub data: Option<serde_json::Value>,
    pub async_stack_trace: Option<super::AsyncStack>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFrame {
    pub call_frame_id: String,
    pub function_name: String,
    pub location: ScriptLocation,
    pub scope_chain: Vec<Scope>,
    pub this: Option<RemoteObject>,
    /// Where the function is about to return.
    pub return_value: Option<RemoteObject>,
}

#[derive(Debug, Deserialize)]
pub struct Scope {
    #[serde(rename = "type")]
    pub kind: String,
    pub object: RemoteObject,
}

/// `Runtime.executionContextCreated`
#[derive(Debug, Deserialize)]
pub struct ContextCreated {
    pub context: Context,
}

#[derive(Debug, Deserialize)]
pub struct Context {
    pub id: i64,
}

/// `Debugger.scriptParsed`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptParsed {
    pub script_id: String,
    pub url: String,
}
