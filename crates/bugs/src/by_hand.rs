//! What a person does in the debugger's own user interface.

use parallax_model::{Action, Exceptions};

use crate::{Session, Tool};

/// The steps, one a line, as an ordered list; the number of each step of the session in it.
pub(crate) fn steps(session: &Session, tool: Tool) -> (Vec<String>, Vec<usize>) {
    let mut list: Vec<String> = opening(tool, session.module);
    let mut numbers = Vec::new();
    for step in &session.steps {
        list.push(words(&step.action, tool));
        numbers.push(list.len());
    }
    (list, numbers)
}

/// How the program comes into the debugger.
fn opening(tool: Tool, is_module: bool) -> Vec<String> {
    let (file, kind) = match is_module {
        true => ("program.mjs", " type=\"module\""),
        false => ("program.js", ""),
    };
    let page = |tools: &str| {
        [
            format!(
                "Save the program as `{file}`, with a page beside it that has `<script{kind} src=\"{file}\"></script>`."
            ),
            format!("Open the page, then {tools}, and choose `{file}`."),
        ]
    };
    let start = |command: &str| format!("Save the program as `{file}`. Start `{command} {file}`.");
    let run = "-e \"require('vm').runInThisContext(require('fs').readFileSync('program.js', 'utf8'), 'program.js')\"";
    let connect = "Connect a debugger: `chrome://inspect`, or an editor.";
    let list = match tool {
        Tool::Firefox => page("the Debugger (Ctrl+Shift+Z)"),
        Tool::Node if is_module => [start("node --inspect-brk"), connect.to_owned()],
        Tool::Node => [
            format!("Save the program as `program.js`. Start `node --inspect-brk {run}`."),
            format!("{connect} Go on until `program.js` is loaded."),
        ],
        Tool::Deno => [start("deno run --inspect-brk"), connect.to_owned()],
        Tool::Bun if is_module => [
            "Save the program as `program.mjs`. Load it by `SourceTextModule` of `vm`, past the transpiler, as the script does."
                .to_owned(),
            "Open the address of debug.bun.sh that `bun --inspect-brk` prints.".to_owned(),
        ],
        Tool::Bun => [
            format!(
                "Save the program as `program.js`. Start `bun --inspect-brk {run}`, which runs the text as it is, past the transpiler."
            ),
            "Open the address of debug.bun.sh that it prints.".to_owned(),
        ],
        _ => page("the developer tools (F12), Sources"),
    };
    list.into()
}

/// One step.
fn words(action: &Action, tool: Tool) -> String {
    match action {
        Action::Break(line) => format!("Set a breakpoint on line {line}."),
        Action::BreakAt(place) => {
            format!("Set a breakpoint on line {}, at column {}.", place.line, place.column + 1)
        }
        Action::BreakIf(line, condition) => {
            format!("Set a breakpoint on line {line} with the condition `{condition}`.")
        }
        Action::Log(line, expression) => {
            format!("Set a log point on line {line} that logs `{expression}`.")
        }
        Action::Unbreak(line) => format!("Remove the breakpoint of line {line}."),
        Action::Start if is_page(tool) => "Reload the page.".to_owned(),
        Action::Start => "Let the program run.".to_owned(),
        Action::Resume => "Resume (F8).".to_owned(),
        Action::StepIn => "Step into (F11).".to_owned(),
        Action::StepOut => "Step out (Shift+F11).".to_owned(),
        Action::StepOver => "Step over (F10).".to_owned(),
        Action::RunTo(line) => format!("On line {line}, choose \"Continue to here\"."),
        Action::Restart => {
            "In the call stack, choose \"Restart frame\" for the innermost function.".to_owned()
        }
        Action::Exceptions(Exceptions::None) => "Have exceptions not pause.".to_owned(),
        Action::Exceptions(Exceptions::Uncaught) => "Have uncaught exceptions pause.".to_owned(),
        Action::Exceptions(Exceptions::All) => {
            "Have all exceptions pause, caught ones as well.".to_owned()
        }
        Action::AsyncCallers(true) => "Have async callers shown.".to_owned(),
        Action::AsyncCallers(false) => "Have no async callers shown.".to_owned(),
        Action::Skip(first, last) => format!("Ignore lines {first} to {last} (blackboxing)."),
        Action::Evaluate(expression) => format!("Evaluate `{expression}` in the console."),
        Action::EvaluateIn(frame, expression) => {
            format!(
                "In the call stack, choose frame {} and evaluate `{expression}` in the console.",
                frame + 1
            )
        }
        Action::Set(name, literal) => format!("Among the variables, set `{name}` to `{literal}`."),
        Action::Output => "Look at what the console shows.".to_owned(),
    }
}

/// Whether the program is in a page.
fn is_page(tool: Tool) -> bool {
    matches!(tool, Tool::Chromium | Tool::Firefox)
}
