//! The truth about a program: its recording by the text, with lines and columns.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use parallax_model::{Ending, Frame, Goal, Location, Program, Value};
use parallax_program::js;
use parallax_program::places::Places;
use parallax_spec::document::Document;
use parallax_spec::recording::{
    Cause, NONE, ObjectKind, Recording, Snapshot, Tick, Unit, UnitKind,
};
use parallax_spec::run::{
    Answer, Budget, Folder, Outcome, Outline, Question, RunOptions, Specification, Start, Stop,
};
use parallax_spec::syntax::SyntaxError;

use crate::breakable;
use crate::ends;
use crate::names::plain;
use crate::variables::PROXY;

/// Limits of a recording: whole programs run, an endless loop ends.
const BUDGET: Budget = Budget { steps: 100_000_000, cells: 40_000_000 };

/// What may stand before the name of a member.
const MODIFIERS: &[&str] = &["*", "async", "async*", "get", "set", "static"];

/// So many recordings are kept.
const KEPT: usize = 256;

/// Why an oracle cannot be consulted.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// The text cannot be read.
    #[error("cannot read the text of ECMA-262 at {}; `parallax spec get` gets it, or PARALLAX_SPEC_DIR names its folder", path.display())]
    Text {
        /// Where it should be.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: std::io::Error,
    },
    /// The text cannot be run.
    #[error("the text of ECMA-262 at {} cannot be run", path.display())]
    Run {
        /// Where it is.
        path: PathBuf,
        /// Why.
        #[source]
        cause: Stop,
    },
}

/// Why the truth about a program is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// It imports other modules, and not all of them are known.
    #[error("it imports other modules than scripts below its folder")]
    Imports,
    /// The program is not in the language.
    #[error("it is not a program of the language")]
    NotAProgram(#[source] SyntaxError),
    /// Its prelude does not run; how it ends.
    #[error("its prelude {0}")]
    Prelude(Outcome),
    /// The run has no result.
    #[error("its run has no result")]
    Stopped(#[source] Stop),
    /// Engines without a debugger run it in another way, so that one of both is wrong about the language.
    #[error("engines do not run it as the text does: {0}")]
    Disputed(String),
}

/// An edition of ECMA-262 that says what is true of programs. Threads can share it.
pub struct Oracle {
    specification: Specification,
    /// What the edition is called.
    pub edition: String,
    truths: Mutex<Vec<(u64, Slot)>>,
    preludes: Mutex<HashMap<Arc<str>, Result<Start, Outcome>>>,
    /// The programs whose runs were held against engines, and which of these differ.
    checked: Mutex<HashMap<u64, Checked>>,
    /// For each debugger that was asked, whether jobs keep their order after a pause inside of one.
    keeps_jobs: Mutex<HashMap<String, bool>>,
}

/// What engines do with a program.
#[derive(Debug, Clone, Default)]
struct Checked {
    /// How all of them differ from the text.
    disputed: Option<String>,
    /// The debuggers whose engine or host differs.
    deviating: Vec<String>,
}

/// The truth about one program, which one thread finds out while the others wait.
type Slot = Arc<OnceLock<Result<Arc<Truth>, Unknown>>>;

/// How a program runs in a debugger that does nothing.
#[derive(Debug, Clone)]
pub struct PlainRun {
    /// The debugger.
    pub debugger: String,
    /// How the program ended.
    pub ending: Ending,
    /// What it printed.
    pub printed: Vec<String>,
}

/// What is true of a program.
#[derive(Debug)]
pub struct Truth {
    /// The program.
    pub program: Program,
    /// Its run.
    pub recording: Recording,
    places: Places,
    /// For each unit that is not a call, the segments in which it is the innermost such unit.
    segments: Vec<Vec<u32>>,
    /// The functions that are called while something is sorted.
    unordered: HashSet<u32>,
    executed_lines: OnceLock<Vec<u32>>,
}

impl Oracle {
    /// Reads an edition.
    ///
    /// # Errors
    /// Where the text is missing, or cannot be run.
    pub fn open(path: &Path) -> Result<Self, OracleError> {
        let text = std::fs::read_to_string(path)
            .map_err(|cause| OracleError::Text { path: path.to_owned(), cause })?;
        let specification = Specification::new(&Document::parse(&text))
            .map_err(|cause| OracleError::Run { path: path.to_owned(), cause })?;
        let edition = path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into());
        Ok(Oracle {
            specification,
            edition,
            truths: Mutex::default(),
            preludes: Mutex::default(),
            checked: Mutex::default(),
            keeps_jobs: Mutex::default(),
        })
    }

    /// What is true of a program. It is recorded once.
    ///
    /// # Errors
    /// Where the program cannot be run to its end by the text.
    pub fn truth(&self, program: &Program) -> Result<Arc<Truth>, Unknown> {
        self.truth_within(program, BUDGET.steps)
    }

    /// The same, where a run that was not recorded before may take so many steps.
    ///
    /// # Errors
    /// Where the program cannot be run to its end by the text.
    pub fn truth_within(&self, program: &Program, steps: u64) -> Result<Arc<Truth>, Unknown> {
        let fingerprint = program.fingerprint();
        let checked = lock(&self.checked).get(&fingerprint).cloned().unwrap_or_default();
        if let Some(how) = checked.disputed {
            return Err(Unknown::Disputed(how));
        }
        let slot = self.slot(fingerprint);
        slot.get_or_init(|| self.record(program, steps).map(Arc::new)).clone()
    }

    /// Whether a program's run was held against engines already.
    pub fn is_checked(&self, program: &Program) -> bool {
        lock(&self.checked).contains_key(&program.fingerprint())
    }

    /// Holds a program's run against what engines did: how it ended, and what it printed. Where no engine
    /// agrees with the text, what is true is not known; where some do not, a name that the host has taken or
    /// what the text leaves open is at work, and their debuggers are not held against it.
    pub fn check(&self, program: &Program, runs: &[PlainRun]) {
        self.compare(program, runs, false);
    }

    /// The same where other engines are known to agree with the text about programs like this one: nothing is
    /// disputed.
    pub fn check_some(&self, program: &Program, runs: &[PlainRun]) {
        self.compare(program, runs, true);
    }

    fn compare(&self, program: &Program, runs: &[PlainRun], others_agree: bool) {
        let Ok(truth) = self.truth(program) else { return };
        let differs = |run: &PlainRun| {
            let how = truth.differs(&run.ending, &run.printed)?;
            Some((run.debugger.clone(), how))
        };
        let (deviating, mut how): (Vec<String>, Vec<String>) =
            runs.iter().filter_map(differs).unzip();
        let agrees = deviating.len() < runs.len() || runs.is_empty() || others_agree;
        let disputed = how.drain(..).next().filter(|_| !agrees);
        lock(&self.checked).insert(program.fingerprint(), Checked { disputed, deviating });
    }

    /// Whether the engine of a debugger was seen to run a program in another way than the text.
    pub fn deviates(&self, program: &Program, debugger: &str) -> bool {
        let checked = lock(&self.checked);
        let checked = checked.get(&program.fingerprint());
        checked.is_some_and(|it| it.deviating.iter().any(|name| name == debugger))
    }

    /// Notes whether jobs keep their order in a debugger after a pause inside of one.
    pub fn note_jobs(&self, debugger: &str, are_kept: bool) {
        lock(&self.keeps_jobs).insert(debugger.to_owned(), are_kept);
    }

    /// Whether jobs keep their order in a debugger, if it was asked.
    pub fn keeps_jobs(&self, debugger: &str) -> Option<bool> {
        lock(&self.keeps_jobs).get(debugger).copied()
    }

    fn slot(&self, fingerprint: u64) -> Slot {
        let mut truths = lock(&self.truths);
        if let Some(at) = truths.iter().position(|(known, _)| *known == fingerprint) {
            // The most recently used come last.
            let known = truths.remove(at);
            truths.push(known.clone());
            return known.1;
        }
        if truths.len() >= KEPT {
            truths.remove(0);
        }
        let slot = Slot::default();
        truths.push((fingerprint, slot.clone()));
        slot
    }

    fn record(&self, program: &Program, steps: u64) -> Result<Truth, Unknown> {
        let start = self.start(program)?;
        let read = |path: &str| program.imports.get(path).cloned();
        let folder = Folder { path: &program.name, read: &read };
        let mut options = options(program, &start, folder);
        options.budget.steps = steps.min(BUDGET.steps);
        let recorded = self.specification.record(&program.text, &options);
        let recording = recorded.map_err(Unknown::NotAProgram)?;
        match &recording.outcome {
            Outcome::Stopped(stop) => Err(Unknown::Stopped(stop.clone())),
            _ => Ok(Truth::new(program.clone(), recording)),
        }
    }

    /// Where a program begins: in a realm in which its prelude has run.
    fn start(&self, program: &Program) -> Result<Start, Unknown> {
        if program.goal == Goal::Module && js::imports(program) && program.imports.is_empty() {
            return Err(Unknown::Imports);
        }
        if program.prelude.is_empty() {
            return Ok(self.specification.fresh().clone());
        }
        let mut preludes = lock(&self.preludes);
        let start = preludes.entry(program.prelude.clone()).or_insert_with(|| {
            let fresh = self.specification.fresh();
            self.specification.after(fresh, &program.prelude, BUDGET)
        });
        start.clone().map_err(Unknown::Prelude)
    }

    /// What expressions give in segments of a program's run.
    ///
    /// # Errors
    /// Where the program cannot be run.
    pub fn ask(
        &self,
        program: &Program,
        questions: &[Question<'_>],
    ) -> Result<Vec<Answer>, Unknown> {
        let start = self.start(program)?;
        let read = |path: &str| program.imports.get(path).cloned();
        let folder = Folder { path: &program.name, read: &read };
        let options = options(program, &start, folder);
        let asked = self.specification.ask(&program.text, &options, questions);
        asked.map_err(Unknown::NotAProgram)
    }

    /// The algorithm of the text with a name.
    pub fn algorithm(&self, name: &str) -> Option<&Outline> {
        self.specification.outline().iter().find(|it| it.name == name)
    }

    /// The name of a feature of the language that a recording mentions.
    pub fn feature(&self, number: u32) -> &str {
        self.specification.feature(number).unwrap_or("the text")
    }
}

/// How a program is run. It imports the files that debuggers are given too.
fn options<'s>(program: &Program, start: &'s Start, folder: Folder<'s>) -> RunOptions<'s> {
    let is_module = program.goal == Goal::Module;
    let folder = is_module.then_some(folder);
    RunOptions { is_module, folder, start: Some(start), ..RunOptions::within(BUDGET) }
}

/// A panic of another thread has left nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Truth {
    /// Whether the program ends by an exception that nothing catches.
    pub fn throws(&self) -> bool {
        matches!(self.recording.outcome, Outcome::Throw(_))
    }

    /// How the run of an engine differs from the recording, if it does.
    fn differs(&self, ending: &Ending, printed: &[String]) -> Option<String> {
        let (by_text, threw) = match &self.recording.outcome {
            Outcome::Throw(thrown) => (format!("throws {}", thrown.shown), true),
            _ => ("ends normally".to_owned(), false),
        };
        if threw != matches!(ending, Ending::Threw(_)) {
            return Some(format!("by the text it {by_text}"));
        }
        let own = &self.recording.printed;
        if own.len() != printed.len() {
            return Some(format!(
                "by the text it prints {} lines, not {}",
                own.len(),
                printed.len()
            ));
        }
        let mut pairs = own.iter().zip(printed).filter(|(own, _)| own.is_plain);
        let (own, other) = pairs.find(|(own, other)| own.text != **other)?;
        Some(format!("by the text it prints `{}`, not `{other}`", own.text))
    }

    fn new(program: Program, recording: Recording) -> Self {
        let mut segments = vec![Vec::new(); recording.units.len()];
        for (number, segment) in recording.segments.iter().enumerate() {
            let statement = recording.units.statement(segment.unit);
            if let Some(list) = segments.get_mut(statement as usize) {
                list.push(number as u32);
            }
        }
        let unordered = recording.stacks.iter().filter(|it| it.is_unordered);
        let unordered =
            unordered.map(|it| recording.invocations[it.invocation as usize].unit).collect();
        let (places, executed_lines) = (Places::new(&program), OnceLock::new());
        Truth { places, program, recording, segments, unordered, executed_lines }
    }

    /// The place of a byte.
    pub fn location(&self, offset: usize) -> Location {
        self.places.location(offset)
    }

    /// The byte at a place; none if the text has no such place.
    pub fn offset(&self, place: Location) -> Option<usize> {
        self.places.offset(place)
    }

    /// The units that are not calls and that a debugger may mean by a place, the likeliest first. In the
    /// head of a function expression, the statement around it may be meant, which makes the function;
    /// just behind a function, the function; behind all code, the script.
    pub fn statements_at(&self, place: Location) -> Vec<u32> {
        let units = &self.recording.units;
        let Some(offset) = self.offset(place) else { return vec![0] };
        let ending =
            units.iter().filter(|(_, it)| it.kind == UnitKind::Function && it.span.end == offset);
        let ending = ending.map(|(number, _)| number);
        let mut found = Vec::new();
        let mut next = units.at(offset);
        while let Some(unit) = next.and_then(|it| units.get(it)) {
            if let Some(class) = self.class_of_key(unit.statement, offset) {
                next = Some(class);
                continue;
            }
            // Nothing of the function but its name and its parameters stands before the place.
            let before = self.program.text.get(unit.span.start..offset).unwrap_or_default();
            let is_head = !before.contains('{') && !before.contains("=>");
            let begins = unit.kind == UnitKind::Function && is_head;
            found.insert(0, unit.statement);
            next = some(unit.parent).filter(|_| begins);
        }
        let ending: Vec<u32> = ending.collect();
        if !ending.is_empty() {
            // Debuggers show the end of a function there; nothing of the script is meant, unless it ends, too.
            found.retain(|it| *it != 0);
            found.extend(ends::is_of_script(self, place).then_some(0));
        }
        found.extend(ending);
        // Several arrow functions may end with one character, at which some debuggers show that end.
        let last = units.iter().filter(|(_, it)| {
            it.kind == UnitKind::Function && it.name.contains("Arrow") && it.span.end == offset + 1
        });
        let last: Vec<u32> =
            last.map(|(number, _)| number).filter(|it| !found.contains(it)).collect();
        found.extend(last);
        if found.is_empty() { vec![0] } else { found }
    }

    /// The unit around a member of a class or an object, if a byte is in the computed name of the member: the
    /// name is evaluated where the class is, and not when the member is called.
    fn class_of_key(&self, member: u32, offset: usize) -> Option<u32> {
        let unit = self.unit(member).filter(|it| it.kind == UnitKind::Function)?;
        let before = self.program.text.get(unit.span.start..offset)?;
        let words = before.split_once('[').map(|(words, _)| words)?;
        let is_key = words.split_whitespace().all(|it| MODIFIERS.contains(&it));
        let closed = |it: char| before.matches(it).count();
        some(unit.parent).filter(|_| is_key && closed('[') > closed(']'))
    }

    /// Whether a place does not tell what is being evaluated: in the body of a class it may be the class,
    /// a constructor that nobody wrote, or the initialisation of fields; how often and in which order a
    /// comparator is called is the engine's choice; and an async function may end or be suspended.
    pub fn is_vague(&self, place: Location) -> bool {
        let is_in_class = |offset| self.recording.units.is_in_class(offset);
        self.offset(place).is_some_and(is_in_class)
            || self.is_unordered(place)
            || self.is_async_end(place)
    }

    /// Whether an `export` stands at a place. In front of a declaration it belongs to the module, which is evaluated
    /// from its beginning on, so that it does not tell where a debugger is.
    pub(crate) fn is_export(&self, place: Location) -> bool {
        let rest = self.offset(place).and_then(|it| self.program.text.get(it..));
        self.program.goal == Goal::Module && rest.is_some_and(|it| it.starts_with("export"))
    }

    /// The `return` statement at whose last character a place is, or behind it.
    pub fn return_before(&self, place: Location) -> Option<u32> {
        let offset = self.offset(place)?;
        let mut units = self.recording.units.iter();
        let found = units.find(|(_, it)| {
            it.name == "ReturnStatement" && (offset..=offset + 1).contains(&it.span.end)
        });
        found.map(|(number, _)| number)
    }

    /// Whether a place is at the end of an async function, or behind it. Some debuggers show that end where
    /// the function has only been suspended.
    pub(crate) fn is_async_end(&self, place: Location) -> bool {
        let Some(offset) = self.offset(place) else { return false };
        self.recording.units.iter().any(|(_, it)| {
            it.kind == UnitKind::Function
                && it.name.starts_with("Async")
                && (offset..=offset + 1).contains(&it.span.end)
        })
    }

    /// Whether a pause may be in the initialisation of a class's members, which has no name and is shown at
    /// any of its methods, or behind the class, where no function is.
    pub fn is_initialising(&self, stack: &[Frame]) -> bool {
        let Some(top) = stack.first().filter(|it| plain(&it.function).is_empty()) else {
            return false;
        };
        let Some(offset) = self.offset(top.location) else { return false };
        let units = &self.recording.units;
        let functions = units.iter().map(|(_, it)| it).filter(|it| it.kind == UnitKind::Function);
        let holding = functions.filter(|it| it.span.contains(&offset));
        match holding.min_by_key(|it| it.span.len()) {
            Some(innermost) => units.has_class(offset) && innermost.name == "MethodDefinition",
            None => stack.len() > 1 && units.has_class_before(offset),
        }
    }

    /// Whether a place is in a function that is called while something is sorted.
    pub fn is_unordered(&self, place: Location) -> bool {
        let units = &self.recording.units;
        let unit = self.offset(place).and_then(|it| units.at(it)).and_then(|it| units.get(it));
        unit.is_some_and(|it| self.unordered.contains(&it.function))
    }

    /// Whether a segment is in a job, after the script itself.
    pub(crate) fn is_in_job(&self, segment: u32) -> bool {
        let segments = &self.recording.segments;
        let first = segments.iter().position(|it| it.cause == Cause::Job);
        first.is_some_and(|first| segment as usize >= first)
    }

    /// Whether a function is a generator or an async function, which is called once and runs many times.
    pub(crate) fn is_suspended(&self, function: u32) -> bool {
        let Some(unit) = self.unit(function) else { return true };
        let text = self.text_of(function).trim_start_matches("static").trim_start();
        let is_method = text.starts_with("async") || text.starts_with('*');
        unit.name.starts_with("Async") || unit.name.starts_with("Generator") || is_method
    }

    /// The unit that a debugger most likely means by a place.
    pub fn statement_at(&self, place: Location) -> Option<u32> {
        self.statements_at(place).first().copied()
    }

    /// The segments in which a unit is the innermost one that is not a call, from a segment on.
    pub fn segments_of(&self, statement: u32, from: u32) -> &[u32] {
        let all = self.segments.get(statement as usize).map_or(&[][..], Vec::as_slice);
        &all[all.partition_point(|it| *it < from)..]
    }

    /// The unit with a number. Units that a recording mentions exist.
    pub fn unit(&self, number: u32) -> Option<&Unit> {
        self.recording.units.get(number)
    }

    /// The line on which a unit begins; 0 for none.
    pub fn line_of(&self, unit: u32) -> u32 {
        self.unit(unit).map_or(0, |it| self.location(it.span.start).line)
    }

    /// Whether an invocation is of a function that lies in one of some ranges of lines.
    pub(crate) fn is_within(&self, invocation: u32, lines: &[(u32, u32)]) -> bool {
        let function = self.recording.invocations.get(invocation as usize).map(|it| it.unit);
        let unit = function.and_then(|it| self.unit(it));
        unit.is_some_and(|it| {
            let (start, end) = (self.location(it.span.start), self.location(it.span.end));
            let is_function = it.kind == UnitKind::Function && function != Some(0);
            is_function
                && lines.iter().any(|(first, last)| *first <= start.line && end.line <= *last)
        })
    }

    /// The lines on which a statement begins that is executed.
    pub fn executed_lines(&self) -> &[u32] {
        self.executed_lines.get_or_init(|| {
            let units = self.recording.units.iter();
            let executed = units.filter(|(number, _)| {
                breakable::is_stop(self, *number) && !self.recording.evaluations(*number).is_empty()
            });
            let lines: BTreeSet<u32> = executed.map(|(number, _)| self.line_of(number)).collect();
            lines.into_iter().collect()
        })
    }

    /// The text of a unit.
    pub fn text_of(&self, unit: u32) -> &str {
        self.unit(unit).and_then(|it| self.program.text.get(it.span.clone())).unwrap_or_default()
    }

    /// A value as debuggers show it.
    pub fn shown(&self, value: Option<&Snapshot>) -> Value {
        shown(value, &|number| self.recording.objects.get(&number))
    }

    /// The value of the innermost variable with a name that code in a segment sees at a moment.
    pub fn variable(&self, name: &str, segment: u32, tick: Tick) -> Option<Value> {
        self.caller_variable(0, name, segment, tick)
    }

    /// The same for a caller; 0 is the innermost frame itself.
    pub fn caller_variable(
        &self,
        frame: u32,
        name: &str,
        segment: u32,
        tick: Tick,
    ) -> Option<Value> {
        let frame = self.recording.stack(segment).get(frame as usize).copied()?;
        let levels = self.recording.levels(frame);
        let mut found = levels.iter().flat_map(|level| {
            self.recording.variables(level.environment(), tick).filter(|(own, _)| *own == name)
        });
        found.next().map(|(_, value)| self.shown(value))
    }
}

/// A value as debuggers show it.
pub(crate) fn shown<'k>(
    value: Option<&Snapshot>,
    kind: &dyn Fn(u32) -> Option<&'k ObjectKind>,
) -> Value {
    match value {
        None => Value::Uninitialized,
        Some(Snapshot::Undefined) => Value::Undefined,
        Some(Snapshot::Null) => Value::Null,
        Some(Snapshot::Boolean(truth)) => Value::Boolean(*truth),
        Some(Snapshot::Number(number)) => Value::number(*number),
        Some(Snapshot::BigInt(integer)) => Value::BigInt(integer.to_string()),
        Some(Snapshot::Text(units)) => Value::string(&spelled(units)),
        Some(Snapshot::Symbol(description)) => Value::Symbol(description.clone()),
        Some(Snapshot::Object(number)) => match kind(*number) {
            // Debuggers call every proxy an object.
            Some(kind) if kind.is_callable && !kind.is_proxy => Value::Function,
            Some(kind) if kind.is_proxy => Value::Object(PROXY.to_owned()),
            Some(kind) => Value::Object(kind.class.clone()),
            None => Value::Object(String::new()),
        },
    }
}

/// What an expression gave, as debuggers show it.
pub fn shown_answer(answer: &Answer) -> Value {
    shown(Some(&answer.value), &|_| answer.object.as_ref())
}

/// A string in which lone surrogates are spelled out, as debuggers' answers are read.
fn spelled(units: &[u16]) -> String {
    let decoded = char::decode_utf16(units.iter().copied());
    decoded.fold(String::new(), |mut text, unit| {
        match unit {
            Ok(character) => text.push(character),
            Err(lone) => text.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
        text
    })
}

/// Whether a number stands for something.
pub(crate) fn some(number: u32) -> Option<u32> {
    (number != NONE).then_some(number)
}
