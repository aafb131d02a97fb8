//! What `parallax spec debug` shows of a moment.

use parallax_model::Program;
use parallax_oracle::{Event, Navigator, Oracle, Position, Truth, events};
use parallax_spec::recording::{Cause, Level, NONE, Snapshot, StackFrame, UnitKind};

use crate::commands::spec::ended;
use crate::terminal::{printable, shortened};

/// So many lines are shown before and after the current one.
const AROUND: usize = 2;

/// The longest line that is shown in full.
const MAX_LINE: usize = 160;

/// So many of the last events are told.
const EVENTS: usize = 4;

/// The algorithm that runs the code of a function.
const CALL: &str = "OrdinaryCallEvaluateBody";

/// What is said before the first command.
pub fn opening(navigator: &Navigator) -> String {
    let name = printable(&navigator.truth().program.name);
    let count = navigator.stops().len();
    format!("{name}: {count} stops; `in` goes to the first, `help` lists the commands")
}

/// Where the navigator is, with all that is there.
pub fn position(navigator: &Navigator) -> String {
    match navigator.position() {
        Position::Start => "the beginning: nothing has run yet".to_owned(),
        Position::End => {
            let (how, what) = ended(&navigator.truth().recording.outcome);
            format!("the end: {how} {}", printable(&what))
        }
        Position::At(segment) => moment(navigator, segment),
    }
}

fn moment(navigator: &Navigator, segment: u32) -> String {
    let place = navigator.place(segment);
    let stops = navigator.stops();
    let number = stops.partition_point(|it| *it < segment);
    let mut parts = vec![format!("stop {} of {}, {place}", number + 1, stops.len())];
    parts.extend(arrival(navigator, segment, number));
    parts.push(source(&navigator.truth().program, place.line as usize));
    parts.push(stack(navigator));
    let variables = variables(navigator.truth(), segment);
    parts.extend(Some(variables).filter(|it| !it.is_empty()));
    parts.extend(
        named_algorithm(navigator.truth(), segment)
            .map(|(name, clause)| format!("by {} ({})", printable(name), printable(clause))),
    );
    parts.join("\n")
}

/// Why the stop is there, and what happened since the stop before.
fn arrival(navigator: &Navigator, segment: u32, number: usize) -> Option<String> {
    let truth = navigator.truth();
    let here = truth.recording.segments[segment as usize];
    let kind = truth.unit(here.unit).map(|it| it.kind);
    let why = match here.cause {
        Cause::Enter => None,
        _ if kind == Some(UnitKind::Function) => Some("the function ends".to_owned()),
        _ => Some("the loop takes its next value".to_owned()),
    };
    let before = number.checked_sub(1).and_then(|it| navigator.stops().get(it));
    let events = events(&truth.recording, before.map_or(0, |it| *it)..segment);
    let has_begun = number == 0;
    let events = events.into_iter().filter(|it| !has_begun || *it != Event::Called(0));
    let mut told = Vec::new();
    let mut is_thrown = false;
    for event in events {
        is_thrown |= matches!(event, Event::Thrown(_));
        told.push(sentence(truth, &event, is_thrown));
    }
    let left_out = told.len().saturating_sub(EVENTS);
    let begin = has_begun.then(|| "the script begins".to_owned());
    let more = (left_out > 0).then(|| "…".to_owned());
    let parts: Vec<String> =
        begin.into_iter().chain(more).chain(told.drain(left_out..)).chain(why).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn sentence(truth: &Truth, event: &Event, is_thrown: bool) -> String {
    let name = |invocation: u32| name(truth, invocation);
    match event {
        Event::Job => "a job began".to_owned(),
        Event::Called(invocation) => format!("{} was called", name(*invocation)),
        Event::Begun(invocation) => format!("{} began", name(*invocation)),
        Event::Resumed(invocation) => {
            format!("{} went on{}", name(*invocation), suspension(truth, *invocation))
        }
        Event::Returned(invocation) if is_thrown => format!("{} was left", name(*invocation)),
        Event::Returned(invocation) => format!("{} returned", name(*invocation)),
        Event::Suspended(invocation) => format!("{} was suspended", name(*invocation)),
        Event::Thrown(value) => format!("{} was thrown", value_text(truth, Some(value))),
    }
}

/// What a function goes on after.
fn suspension(truth: &Truth, invocation: u32) -> &'static str {
    let unit = truth.unit(truth.recording.invocations[invocation as usize].unit);
    let name = unit.map_or("", |it| it.name.as_str());
    match (name.starts_with("Async"), name.contains("Generator")) {
        (true, false) => " after `await`",
        (false, true) => " after `yield`",
        (true, true) => " after `await` or `yield`",
        (false, false) => "",
    }
}

/// An invocation's name.
pub fn name(truth: &Truth, invocation: u32) -> String {
    let invocation = &truth.recording.invocations[invocation as usize];
    match (invocation.name.as_str(), invocation.unit) {
        ("", NONE) => "(eval)".to_owned(),
        ("", _) if invocation.function == NONE => "(script)".to_owned(),
        ("", _) => "(anonymous)".to_owned(),
        (name, _) => printable(name),
    }
}

/// A value in one line.
pub fn value_text(truth: &Truth, value: Option<&Snapshot>) -> String {
    printable(&shortened(&truth.shown(value).to_string(), MAX_LINE))
}

fn source(program: &Program, line: usize) -> String {
    let lines = program.lines();
    let first = line.saturating_sub(AROUND).max(1);
    let last = (line + AROUND).min(lines.len());
    let width = last.to_string().len();
    let shown = (first..=last).map(|number| {
        let mark = if number == line { '>' } else { ' ' };
        let text = printable(&shortened(&lines[number - 1].replace('\t', "  "), MAX_LINE));
        format!("{mark} {number:width$} | {text}").trim_end().to_owned()
    });
    shown.collect::<Vec<_>>().join("\n")
}

/// The stack, innermost first.
pub fn stack(navigator: &Navigator) -> String {
    let Some(segment) = navigator.segment() else { return nothing_runs() };
    let truth = navigator.truth();
    let frames = truth.recording.stack(segment);
    let line = |(depth, frame): (usize, &StackFrame)| {
        let place = if depth == 0 { navigator.place(segment) } else { navigator.start(frame.unit) };
        format!("  at {} {place}", name(truth, frame.invocation))
    };
    frames.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// What is said where there is nothing to look at.
pub fn nothing_runs() -> String {
    "nothing is running here: go to a stop first, as by `goto 1`".to_owned()
}

/// The variables of the running function; at the top, those of scripts.
fn variables(truth: &Truth, segment: u32) -> String {
    let recording = &truth.recording;
    let tick = recording.segments[segment as usize].tick;
    let Some(frame) = recording.stack(segment).first().copied() else { return String::new() };
    let is_script = recording.invocations[frame.invocation as usize].function == NONE;
    let levels = recording.levels(frame).into_iter().filter(|level| match level {
        Level::Block(_) | Level::Function(_) | Level::Module(_) => true,
        Level::Script(_) => is_script,
        Level::Closure(_) | Level::With(_) => false,
    });
    let lines = levels.flat_map(|level| {
        let variables = recording.variables(level.environment(), tick);
        variables
            .map(|(name, value)| format!("  {} = {}", printable(name), value_text(truth, value)))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The algorithm that evaluates what a segment is at, and its clause.
fn named_algorithm(truth: &Truth, segment: u32) -> Option<(&str, &str)> {
    let unit = truth.recording.segments[segment as usize].unit;
    match truth.unit(unit)?.kind {
        UnitKind::Function => Some((CALL, "sec-ordinarycallevaluatebody")),
        _ => truth.recording.algorithm(unit),
    }
}

/// The steps of the algorithm that evaluates the statement.
pub fn algorithm(navigator: &Navigator, oracle: &Oracle) -> String {
    let Some(segment) = navigator.segment() else { return nothing_runs() };
    let named = named_algorithm(navigator.truth(), segment);
    let Some(outline) = named.and_then(|(name, _)| oracle.algorithm(name)) else {
        return "the text has no steps for this: `stack` shows what calls it".to_owned();
    };
    let head = format!("{} ({})", printable(&outline.name), printable(&outline.clause));
    let steps = outline.steps.iter().map(|step| {
        let margin = "  ".repeat(step.depth + 1);
        format!("{margin}{}. {}", step.place, printable(&step.text))
    });
    [head].into_iter().chain(steps).collect::<Vec<_>>().join("\n")
}

/// What was printed so far.
pub fn output(navigator: &Navigator) -> String {
    let lines: Vec<String> = navigator.printed().map(printable).collect();
    if lines.is_empty() { "nothing was printed yet".to_owned() } else { lines.join("\n") }
}
