//! Laws: what every answer of every debugger is held to.
//!
//! Each is one file with its manual page, and one line in [`ALL`]. A law looks at a [`Scene`]: what was
//! done, what a debugger showed, and the moment of the recording that it is taken to be at. Where a law
//! cannot be decided it is kept.

use parallax_model::{Action, Exceptions, FRAME_LIMIT, Location, Observation, Pause, Rank, Value};
use parallax_spec::recording::UnitKind;

use crate::truth::{Oracle, Truth};

mod answers;
mod async_callers;
mod breakpoint_before;
mod breakpoint_hit;
mod breakpoint_line;
mod breakpoint_place;
mod breakpoint_reachable;
mod breakpoint_slide;
mod caller_values;
mod caller_variables;
mod column;
mod condition;
mod ending;
mod evaluation;
mod exception;
mod exception_stops;
mod frame_places;
mod function_names;
mod log;
mod members;
mod output;
mod place;
mod removal;
mod restart;
mod resume_stops;
mod returned;
mod set;
mod skipped;
mod stack;
mod step_in;
mod step_out;
mod step_over;
mod this;
mod values;
mod variables_exist;
mod variables_shown;

pub(crate) use breakpoint_hit::missed;
pub(crate) use place::never_there;
pub(crate) use set::lost;

/// All laws, in alphabetical order of their names.
pub const ALL: &[&Law] = &[
    &answers::LAW,
    &async_callers::LAW,
    &breakpoint_before::LAW,
    &breakpoint_hit::LAW,
    &breakpoint_line::LAW,
    &breakpoint_place::LAW,
    &breakpoint_reachable::LAW,
    &breakpoint_slide::LAW,
    &caller_values::LAW,
    &caller_variables::LAW,
    &column::LAW,
    &condition::LAW,
    &ending::LAW,
    &evaluation::LAW,
    &exception::LAW,
    &exception_stops::LAW,
    &frame_places::LAW,
    &function_names::LAW,
    &log::LAW,
    &members::LAW,
    &output::LAW,
    &place::LAW,
    &removal::LAW,
    &restart::LAW,
    &resume_stops::LAW,
    &returned::LAW,
    &set::LAW,
    &skipped::LAW,
    &stack::LAW,
    &step_in::LAW,
    &step_out::LAW,
    &step_over::LAW,
    &this::LAW,
    &values::LAW,
    &variables_exist::LAW,
    &variables_shown::LAW,
];

/// The law of that name.
pub fn find(name: &str) -> Option<&'static Law> {
    ALL.iter().copied().find(|law| law.name == name)
}

/// The laws about what is shown beside the place, the stack and the paused function's own variables. Where
/// a debugger is, is told by these; where they are wrong, it is not certain what else is.
const BESIDE_LAWS: &[&str] = &[
    "async-callers",
    "caller-values",
    "caller-variables",
    "exception",
    "members",
    "returned",
    "this",
];

impl Law {
    /// Whether the law is about something beside what tells where a debugger is.
    pub(crate) fn is_beside(&self) -> bool {
        BESIDE_LAWS.contains(&self.name)
    }

    /// Whether the law is about the stack, by which a moment is told from others.
    pub(crate) fn is_about_stack(&self) -> bool {
        ["frame-places", "stack"].contains(&self.name)
    }
}

/// Something that debuggers must keep to.
#[derive(Debug)]
pub struct Law {
    /// The name in commands, files and reports.
    pub name: &'static str,
    /// Who says so: the language, or every manual.
    pub rank: Rank,
    /// What must hold, in one line.
    pub summary: &'static str,
    /// The manual page: what is checked, what is left to debuggers, an example.
    pub manual: &'static str,
    /// What it is about, which says when it is checked.
    pub about: About,
    /// How the scene breaks it, if it does.
    pub check: fn(&Scene<'_>) -> Option<Flaw>,
}

/// What a law is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The answer to setting or removing a breakpoint, to evaluating or to looking at the output.
    Answer,
    /// No answer at all.
    Failure,
    /// A pause that agrees with no moment.
    Nowhere,
    /// What is shown of a pause, taken to be at a moment.
    State,
    /// How a pause, or the end, was reached from the pause before.
    Motion,
    /// What was passed on the way; the way itself is right.
    Passing,
}

/// How a law is broken.
#[derive(Debug, Clone, PartialEq)]
pub struct Flaw {
    /// What the debugger does and what is right, to be read after its name.
    pub sentence: String,
    /// The algorithm of the text that says so.
    pub clause: Option<String>,
    /// What is the same in all cases that probably have this cause.
    pub shape: String,
    /// How much it speaks against the moment: 1 for one wrong thing.
    pub weight: f32,
    /// Whether it is that the moment of the pause before is shown again.
    pub is_again: bool,
    /// The variable or function that it is about.
    pub name: Option<String>,
    /// What the debugger shows of it.
    pub shown: Option<String>,
    /// What it should show.
    pub right: Option<String>,
}

impl Flaw {
    pub(crate) fn new(sentence: String, shape: impl Into<String>) -> Self {
        Flaw {
            sentence,
            clause: None,
            shape: shape.into(),
            weight: 1.0,
            is_again: false,
            name: None,
            shown: None,
            right: None,
        }
    }

    /// What it is about.
    pub(crate) fn about(self, name: &str) -> Self {
        Flaw { name: Some(name.to_owned()), ..self }
    }

    /// What is shown, where it is wrong.
    pub(crate) fn showing(self, shown: impl ToString) -> Self {
        Flaw { shown: Some(shown.to_string()), ..self }
    }

    /// What is right.
    pub(crate) fn instead_of(self, right: impl ToString) -> Self {
        Flaw { right: Some(right.to_string()), ..self }
    }

    /// The moment of the pause before is shown again.
    pub(crate) fn again(self) -> Self {
        Flaw { is_again: true, ..self }
    }

    pub(crate) fn weighing(self, weight: f32) -> Self {
        Flaw { weight, ..self }
    }

    /// So much is wrong with something that says little about the moment: one cause makes all of it wrong,
    /// and the stack and the variables of the paused function say more about where a debugger is.
    pub(crate) fn beside(self, count: usize) -> Self {
        self.weighing((count as f32 * BESIDE).min(0.5))
    }

    pub(crate) fn by(self, clause: &str) -> Self {
        Flaw { clause: Some(clause.to_owned()), ..self }
    }
}

/// The weight of one thing that is wrong beside the paused function's own variables.
const BESIDE: f32 = 0.1;

/// A moment of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The segment.
    pub segment: u32,
    /// The tick in it.
    pub tick: u32,
}

/// A breakpoint that a debugger has accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The line that was asked for.
    pub line: u32,
    /// Where it is, by the debugger's own account.
    pub place: Location,
    /// What must hold for it to pause.
    pub condition: Option<std::sync::Arc<str>>,
    /// Whether it was asked for at a column.
    pub has_column: bool,
    /// Whether it was set since the pause before.
    pub is_new: bool,
    /// Whether it is there for one action only.
    pub is_temporary: bool,
}

/// A log point that a debugger has accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPoint {
    /// The line that was asked for.
    pub line: u32,
    /// Where it is, by the debugger's own account.
    pub place: Location,
    /// What it logs.
    pub expression: std::sync::Arc<str>,
    /// The earliest and the latest segment in which it may have been set.
    pub since: (u32, u32),
    /// The same for its removal.
    pub until: Option<(u32, u32)>,
    /// Whether it shares its line with a breakpoint or another log point, or was set or removed where it is
    /// not certain. Nothing is said of such a one.
    pub is_uncertain: bool,
}

/// What a law looks at.
pub struct Scene<'s> {
    /// Who knows what is true.
    pub oracle: &'s Oracle,
    /// What is true of the program.
    pub truth: &'s Truth,
    /// What was done.
    pub action: &'s Action,
    /// What was shown, normalised.
    pub shown: &'s Observation,
    /// What was shown, as the debugger spells it.
    pub raw: &'s Observation,
    /// The moment of the pause before, or of the beginning.
    pub from: Moment,
    /// The earliest moment that the pause before may be at; `from` is the latest.
    pub earliest: Moment,
    /// Where the debugger said that it was then; none before the start.
    pub from_place: Option<Location>,
    /// The moment of what is shown; the one after the last, if the program has ended.
    pub at: Moment,
    /// The breakpoints that are set.
    pub breakpoints: &'s [Placed],
    /// The breakpoints that were removed.
    pub removed: &'s [Placed],
    /// The log points that are set or were removed.
    pub log_points: &'s [LogPoint],
    /// Which exceptions pause the program.
    pub exceptions: Exceptions,
    /// The lines that steps pass over.
    pub skipped: &'s [(u32, u32)],
}

impl Scene<'_> {
    /// The pause, if one is shown.
    pub(crate) fn pause(&self) -> Option<&Pause> {
        self.shown.pause()
    }

    /// The place that is shown, if it is in the program.
    pub(crate) fn place(&self) -> Option<Location> {
        let frame = self.pause()?.stack.first()?;
        (frame.source == parallax_model::Source::Program).then_some(frame.location)
    }

    /// Whether the pause may be one for an exception: where a step or a resume would stop is another matter.
    pub(crate) fn is_for_exception(&self) -> bool {
        let is_shown = self.pause().is_some_and(|it| it.exception.is_some());
        self.exceptions != Exceptions::None && is_shown
    }

    /// Whether a line is to be skipped.
    pub(crate) fn is_skipped_line(&self, line: u32) -> bool {
        self.skipped.iter().any(|(first, last)| (*first..=*last).contains(&line))
    }

    /// Whether an invocation is of a function that lies in skipped lines.
    pub(crate) fn is_skipped(&self, invocation: u32) -> bool {
        self.truth.is_within(invocation, self.skipped)
    }

    /// Whether the pause is on the line of a breakpoint that is set.
    pub(crate) fn is_at_breakpoint(&self) -> bool {
        let line = self.place().map(|it| it.line);
        self.breakpoints.iter().any(|it| Some(it.place.line) == line)
    }

    /// Whether the stack that is shown is as deep as that of the moment. Where it is not, it is another law's
    /// to say so, and not certain what else is shown belongs to.
    pub(crate) fn has_its_stack(&self) -> bool {
        let recording = &self.truth.recording;
        let Some(segment) = recording.segments.get(self.at.segment as usize) else { return false };
        let depth = recording.depth(segment.stack).min(FRAME_LIMIT);
        self.pause().is_some_and(|it| it.stack.len() == depth)
    }

    /// Whether no statement is being evaluated, so that variables come and go: where a function begins or
    /// ends, and behind a `return`, which is where some debuggers show that end.
    pub(crate) fn is_between(&self) -> bool {
        let segment = self.truth.recording.segments.get(self.at.segment as usize);
        let unit = segment.and_then(|it| self.truth.unit(it.unit));
        // Where something is evaluated, the pause before is what is looked at.
        let place = self.place().or(self.from_place);
        let is_behind = place.is_some_and(|it| self.truth.return_before(it).is_some());
        is_behind || unit.is_none_or(|it| it.kind == UnitKind::Function)
    }

    /// Where a `return` statement began behind which a breakpoint is hit. Some debuggers set one for its line
    /// there; for a person, it is the statement that is paused.
    pub(crate) fn return_hit(&self) -> Option<u32> {
        let runs = matches!(self.action, Action::Start | Action::Resume | Action::RunTo(_));
        let place = self.place().filter(|_| runs && self.is_at_breakpoint())?;
        let statement = self.truth.return_before(place)?;
        let recording = &self.truth.recording;
        let all = recording.evaluations(statement).iter().map(|it| it.enter);
        let invocation = recording.invocation(self.at.segment);
        let mut own = all.filter(|it| recording.invocation(*it) == invocation);
        own.rfind(|it| *it <= self.at.segment)
    }

    /// What the moment's unit is called, for shapes.
    pub(crate) fn unit_name(&self) -> String {
        let segment = self.truth.recording.segments.get(self.at.segment as usize);
        let unit =
            segment.and_then(|it| self.truth.unit(self.truth.recording.units.statement(it.unit)));
        unit.map_or("end".to_owned(), crate::breakable::name)
    }

    /// The same for the pause before.
    pub(crate) fn name_before(&self) -> String {
        let segment = self.truth.recording.segments.get(self.from.segment as usize);
        let unit =
            segment.and_then(|it| self.truth.unit(self.truth.recording.units.statement(it.unit)));
        unit.map_or("start".to_owned(), crate::breakable::name)
    }
}

/// What a value is in the shape of a flaw: its type where that says why it is wrong.
fn kind(value: &Value) -> &str {
    match value {
        Value::Undefined | Value::Uninitialized => value.type_name(),
        _ => "a value",
    }
}

/// A function by its name, or as having none.
fn called(name: &str) -> String {
    if name.is_empty() { "without a name".to_owned() } else { format!("`{name}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_alphabetical_and_has_manual_pages() {
        assert!(ALL.is_sorted_by_key(|law| law.name));
        assert!(ALL.iter().all(|law| law.summary.len() > 20 && law.manual.len() > 100));
    }
}
