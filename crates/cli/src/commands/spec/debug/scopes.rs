//! What `parallax spec debug` shows of environment records, and of expressions.

use parallax_oracle::{Navigator, Oracle, shown_answer};
use parallax_spec::recording::{Binding, Level, Snapshot, StackFrame};
use parallax_spec::run::Answer;

use super::view::{name, nothing_runs, value_text};
use crate::table::{Table, table};
use crate::terminal::printable;

/// Lists the enumerable names of the global object: `var` and functions of scripts are among them, no
/// built-in object is.
const GLOBAL_NAMES: &str = "Object.keys(globalThis).join()";

/// What an expression gives.
pub fn evaluated(navigator: &Navigator, oracle: &Oracle, expression: &str) -> String {
    if navigator.segment().is_none() {
        return nothing_runs();
    }
    match navigator.evaluate(oracle, expression) {
        Some(answer) if answer.is_thrown => format!("throws {}", answer_text(&answer)),
        Some(answer) => answer_text(&answer),
        None => "this cannot be evaluated here: write an expression of the language".to_owned(),
    }
}

fn answer_text(answer: &Answer) -> String {
    printable(&shown_answer(answer).to_string())
}

/// The chain of environment records with each binding, and `this`.
pub fn scopes(navigator: &Navigator, oracle: &Oracle) -> String {
    let Some(segment) = navigator.segment() else { return nothing_runs() };
    let recording = &navigator.truth().recording;
    let Some(frame) = recording.stack(segment).first().copied() else { return nothing_runs() };
    let mut shown = table(&["record", "binding", "value", "kind", "created by"]);
    let this = match navigator.evaluate(oracle, "this") {
        Some(answer) if !answer.is_thrown => answer_text(&answer),
        _ => "<uninitialized>".to_owned(),
    };
    shown.add_row(["", "this", &this, "", ""]);
    for level in recording.levels(frame) {
        add_level(&mut shown, navigator, oracle, segment, frame, level);
    }
    add_global(&mut shown, navigator, oracle);
    shown.to_string()
}

fn add_level(
    shown: &mut Table,
    navigator: &Navigator,
    oracle: &Oracle,
    segment: u32,
    frame: StackFrame,
    level: Level,
) {
    let truth = navigator.truth();
    let tick = truth.recording.segments[segment as usize].tick;
    let mut record = match level {
        Level::Block(_) => "block".to_owned(),
        Level::Function(_) => format!("function {}", name(truth, frame.invocation)),
        Level::Closure(_) => "outer function or class".to_owned(),
        Level::With(_) => "object of `with`".to_owned(),
        Level::Module(_) => "module".to_owned(),
        Level::Script(_) => "script".to_owned(),
    };
    let environment = truth.recording.environments.get(&level.environment());
    let bindings = environment.into_iter().flat_map(|it| &it.bindings);
    let mut bindings = bindings.filter(|it| it.exists(tick)).peekable();
    if bindings.peek().is_none() {
        shown.add_row([&record, "", "", "", ""]);
    }
    for binding in bindings {
        let value = value_text(truth, binding.value(tick));
        let by = oracle.feature(binding.created_by);
        let record = std::mem::take(&mut record);
        shown.add_row([&record, &binding.name, &value, kind(binding), by]);
    }
}

fn kind(binding: &Binding) -> &'static str {
    match (binding.is_mutable, binding.is_deletable) {
        (true, true) => "mutable, deletable",
        (true, false) => "mutable",
        (false, _) => "immutable",
    }
}

/// The global `var` and functions are properties, which no recording has: the program is asked.
fn add_global(shown: &mut Table, navigator: &Navigator, oracle: &Oracle) {
    let names = navigator.evaluate(oracle, GLOBAL_NAMES).map(|it| it.value);
    let Some(Snapshot::Text(names)) = names else { return };
    let names = String::from_utf16_lossy(&names);
    let mut record = "global object";
    for name in names.split(',').filter(|it| !it.is_empty()) {
        let value = navigator.evaluate(oracle, &format!("globalThis[{name:?}]"));
        let value = value.map_or_else(String::new, |it| answer_text(&it));
        shown.add_row([std::mem::take(&mut record), name, &value, "property", ""]);
    }
}
