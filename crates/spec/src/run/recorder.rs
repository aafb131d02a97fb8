//! Records a run as it happens: what a debugger could show of it.
//!
//! The machine tells the recorder when the evaluation of a node begins and ends, when execution contexts
//! come and go, and when bindings are written. The recorder changes nothing in the run.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use super::heap::{Binding as HeapBinding, Key};
use super::machine::Machine;
use super::names::{self, Name};
use super::outcome::Outcome;
use super::stop::Stop;
use super::text::Text;
use super::value::{Abrupt, Id, Part, Piece, Value};
use crate::recording::{
    Binding, Cause, Environment, EnvironmentKind, Evaluation, Held, Invocation, MemberName, NONE,
    ObjectHistories, ObjectKind, Printed, Recording, Segment, Snapshot, Stack, Tick, Units, Write,
};

/// The operation whose execution contexts are those of `eval` code.
const EVAL: &str = "PerformEval";

/// The operations whose execution contexts without a function are those of scripts and modules. One with
/// `await` at its top begins like an async function.
const PROGRAMS: &[&str] =
    &["ScriptEvaluation", "ExecuteModule of source text module record", "AsyncBlockStart"];

/// Built-in functions that call a comparator as often and in whatever order they like.
const SORTING: &[&str] = &["sort", "toSorted"];

/// An execution context on the stack that runs code of programs.
#[derive(Clone, Copy)]
struct Live {
    context: u32,
    invocation: u32,
    /// The stack with it on top.
    stack: u32,
    /// Whether it is a built-in function's, or a job's; its invocation is that of who called it.
    is_built_in: bool,
    /// Whether it is a built-in function that sorts.
    sorts: bool,
}

/// What is going on in an invocation.
#[derive(Default)]
struct Activity {
    /// The units that are being evaluated, the innermost last, and which evaluation of each it is.
    units: Vec<(u32, u32)>,
    environment: u32,
}

impl Activity {
    fn innermost(&self) -> Option<u32> {
        self.units.last().map(|(unit, _)| *unit)
    }
}

/// An expression to be evaluated when a segment begins.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The segment.
    pub segment: u32,
    /// The expression.
    pub expression: &'q str,
}

/// What an expression gave, or threw.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The value.
    pub value: Snapshot,
    /// What is known of it, if it is an object.
    pub object: Option<ObjectKind>,
    /// Whether it was thrown.
    pub is_thrown: bool,
}

/// A recording that is being made.
pub(super) struct Recorder {
    recording: Recording,
    /// The tree of the program.
    tree: u32,
    /// The trees of modules that it imports.
    imported: Vec<u32>,
    /// The bindings that stand for one of a module, by its environment and name.
    aliases: HashMap<(u32, String), Vec<(u32, String)>>,
    tick: Tick,
    live: Vec<Live>,
    activities: Vec<Activity>,
    /// The invocations of execution contexts that are known.
    of_context: HashMap<u32, u32>,
    /// The names of the operations that evaluate.
    evaluating: FixedBitSet,
    last_thrown: Option<std::sync::Arc<Abrupt>>,
    /// Expressions to be evaluated, the next one last.
    questions: Vec<(u32, String)>,
    answers: Vec<Answer>,
    /// The lists with the entries of maps and sets and with private members, and whose they are.
    pub(super) lists: HashMap<u32, (u32, Name)>,
    /// The records in these lists.
    pub(super) entries: HashMap<u32, u32>,
}

impl Recorder {
    fn new(units: Units, tree: u32, evaluating: FixedBitSet) -> Self {
        let count = units.len();
        Recorder {
            recording: Recording {
                units,
                invocations: Vec::new(),
                stacks: Vec::new(),
                segments: Vec::new(),
                environments: HashMap::new(),
                objects: HashMap::new(),
                members: ObjectHistories::default(),
                printed: Vec::new(),
                thrown: Vec::new(),
                outcome: Outcome::Normal(String::new()),
                end: 0,
                steps: 0,
                evaluations: vec![Vec::new(); count],
                algorithms: vec![None; count],
            },
            tree,
            imported: Vec::new(),
            aliases: HashMap::new(),
            tick: 0,
            live: Vec::new(),
            activities: Vec::new(),
            of_context: HashMap::new(),
            evaluating,
            last_thrown: None,
            questions: Vec::new(),
            answers: Vec::new(),
            lists: HashMap::new(),
            entries: HashMap::new(),
        }
    }

    fn next_tick(&mut self) -> Tick {
        self.tick += 1;
        self.tick - 1
    }

    /// The innermost invocation; [`NONE`] if nothing of a program is running.
    fn current(&self) -> u32 {
        self.live.last().map_or(NONE, |it| it.invocation)
    }

    /// Begins a segment with what is going on now.
    fn segment(&mut self, cause: Cause) {
        let number = self.recording.segments.len() as u32;
        let tick = self.next_tick();
        let (stack, invocation) =
            self.live.last().map_or((NONE, NONE), |it| (it.stack, it.invocation));
        let activity = self.activities.get(invocation as usize);
        let base = self.recording.invocations.get(invocation as usize).map_or(NONE, |it| it.unit);
        let unit = activity.and_then(|it| it.innermost()).unwrap_or(base);
        let environment = activity.map_or(NONE, |it| it.environment);
        self.recording.segments.push(Segment { tick, stack, unit, environment, cause });
        if let Some(invocation) = self.recording.invocations.get_mut(invocation as usize) {
            invocation.segments.push(number);
        }
    }

    /// Puts an invocation on top of the stack.
    fn push(&mut self, context: u32, invocation: u32) {
        let below = self.live.last().copied();
        let is_built_in = invocation == NONE;
        let caller = below.map_or(NONE, |it| it.invocation);
        let invocation = if is_built_in { caller } else { invocation };
        let stack = match below {
            Some(below) if below.invocation == invocation => below.stack,
            None if is_built_in => NONE,
            below => self.stack_on(below, invocation),
        };
        self.live.push(Live { context, invocation, stack, is_built_in, sorts: false });
    }

    fn stack_on(&mut self, below: Option<Live>, invocation: u32) -> u32 {
        let caller = below.map_or(NONE, |it| it.invocation);
        let base = self.recording.invocations.get(caller as usize).map_or(NONE, |it| it.unit);
        let activity = self.activities.get(caller as usize);
        let number = self.recording.stacks.len() as u32;
        self.recording.stacks.push(Stack {
            invocation,
            below: below.map_or(NONE, |it| it.stack),
            caller_unit: activity.and_then(|it| it.innermost()).unwrap_or(base),
            caller_environment: activity.map_or(NONE, |it| it.environment),
            is_direct: self.live.last().is_some_and(|it| !it.is_built_in),
            is_unordered: self.live.last().is_some_and(|it| it.sorts)
                || below.is_some_and(|it| {
                    self.recording.stacks.get(it.stack as usize).is_some_and(|it| it.is_unordered)
                }),
        });
        number
    }

    /// Takes an execution context from the stack. One in the middle leaves those above it.
    fn remove(&mut self, context: u32) -> bool {
        let Some(at) = self.live.iter().rposition(|it| it.context == context) else { return false };
        let above = self.live.split_off(at);
        for live in &above[1..] {
            self.push(live.context, if live.is_built_in { NONE } else { live.invocation });
        }
        true
    }

    fn end_unit(&mut self, invocation: u32, how: Cause) {
        let activity = self.activities.get_mut(invocation as usize);
        let Some((unit, number)) = activity.and_then(|it| it.units.pop()) else { return };
        let exit = self.recording.segments.len() as u32;
        let evaluation = &mut self.recording.evaluations[unit as usize][number as usize];
        (evaluation.exit, evaluation.how) = (exit, how);
    }

    /// The segment in which the innermost unit of an invocation began.
    fn innermost_begin(&self, invocation: u32) -> Option<u32> {
        let (unit, number) = *self.activities.get(invocation as usize)?.units.last()?;
        Some(self.recording.evaluations[unit as usize][number as usize].enter)
    }

    fn environment(&mut self, number: u32) -> &mut Environment {
        self.recording.environments.entry(number).or_default()
    }

    /// A member of an object has changed.
    pub(super) fn note_member(
        &mut self,
        object: u32,
        name: MemberName,
        value: Option<Option<Snapshot>>,
    ) {
        let tick = self.next_tick();
        self.recording.members.change(object, name, tick, value);
    }

    /// The entries or the private members of an object have changed.
    pub(super) fn note_content(&mut self, object: u32, is_private: bool, held: Option<Held>) {
        let tick = self.next_tick();
        self.recording.members.replace(object, is_private, tick, held);
    }

    /// An environment got a value for `this`.
    pub(super) fn note_this(&mut self, environment: u32, value: Snapshot) {
        let tick = self.next_tick();
        self.environment(environment).this = Some((tick, value));
    }

    fn write(&mut self, environment: u32, name: &Text, value: Snapshot, by: u32) {
        let tick = self.next_tick();
        let name = String::from_utf16_lossy(name);
        let own = (environment, name);
        let aliases = self.aliases.get(&own).cloned().unwrap_or_default();
        for (environment, name) in std::iter::once(own).chain(aliases) {
            let bindings = &mut self.environment(environment).bindings;
            if let Some(binding) = bindings.iter_mut().rev().find(|it| it.name == name) {
                binding.writes.push(Write { tick, value: value.clone(), by });
            }
        }
    }

    /// Whether code is in a file that nobody debugs: a prelude, or a module that the program imports.
    fn is_hidden(&self, tree: u32) -> bool {
        tree < self.tree || self.imported.contains(&tree)
    }
}

pub(super) fn cell(value: &Value) -> u32 {
    match value {
        Value::Cell(Id(number)) => *number,
        _ => NONE,
    }
}

impl Machine<'_> {
    /// Begins to record the run of the program with this tree.
    pub(super) fn begin_recording(&mut self, tree: u32, units: Units, questions: &[Question<'_>]) {
        let mut evaluating = FixedBitSet::with_capacity(self.program.names.len());
        for number in 0..self.program.names.len() {
            let text = self.program.names.text(Name(number as u32));
            evaluating.set(number, text.ends_with("Evaluation"));
        }
        let mut recorder = Recorder::new(units, tree, evaluating);
        recorder.questions =
            questions.iter().map(|it| (it.segment, it.expression.to_owned())).collect();
        recorder.questions.sort_by_key(|(segment, _)| std::cmp::Reverse(*segment));
        self.recorder = Some(Box::new(recorder));
        self.shortens = false;
    }

    /// Ends recording; what was recorded, and the answers to questions.
    pub(super) fn end_recording(
        &mut self,
        outcome: Outcome,
        steps: u64,
    ) -> (Recording, Vec<Answer>) {
        let recorder = self.recorder.take().map(|it| *it);
        let recorder =
            recorder.unwrap_or_else(|| Recorder::new(Units::default(), NONE, FixedBitSet::new()));
        let Recorder { mut recording, tick, answers, .. } = recorder;
        (recording.outcome, recording.end, recording.steps) = (outcome, tick, steps);
        (recording, answers)
    }

    /// The evaluation of a node begins, by the rule of a node inside it. How many units begin with it.
    pub(super) fn note_entry(
        &mut self,
        operation: Name,
        node: Piece,
        ruled: Piece,
        code: usize,
    ) -> Result<u8, Stop> {
        let Some(recorder) = self.recorder.as_deref_mut() else { return Ok(0) };
        if node.tree != recorder.tree || !recorder.evaluating.contains(operation.0 as usize) {
            return Ok(0);
        }
        let unit = |piece: Piece| match piece.part {
            Part::Node(node) => recorder.recording.units.of_node(node),
            Part::Token(_) => None,
        };
        let (outer, inner) = (unit(node), unit(ruled).filter(|it| Some(*it) != unit(node)));
        let mut count = 0;
        for unit in [outer, inner].into_iter().flatten() {
            count += u8::from(self.note_unit(unit, code)?);
        }
        Ok(count)
    }

    /// The evaluation of a unit begins, unless it has begun already with a node around this one.
    fn note_unit(&mut self, unit: u32, code: usize) -> Result<bool, Stop> {
        let Some(recorder) = self.recorder.as_deref_mut() else { return Ok(false) };
        let current = recorder.current();
        let function = recorder.recording.units.get(unit).map(|it| it.function);
        let invocation = recorder.recording.invocations.get(current as usize).map(|it| it.unit);
        let Some(activity) = recorder.activities.get_mut(current as usize) else {
            return Ok(false);
        };
        // A function is a unit by being called; a class is evaluated inside another unit.
        if function != invocation
            || activity.units.iter().any(|(own, _)| *own == unit)
            || function == Some(unit)
        {
            return Ok(false);
        }
        let evaluations = &mut recorder.recording.evaluations[unit as usize];
        activity.units.push((unit, evaluations.len() as u32));
        let enter = recorder.recording.segments.len() as u32;
        evaluations.push(Evaluation { enter, exit: NONE, how: Cause::Exit });
        recorder.segment(Cause::Enter);
        let slot = &mut recorder.recording.algorithms[unit as usize];
        if slot.is_none() {
            let name = self.program.codes[code].name.clone();
            let clause = self.program.outline.iter().find(|it| it.name == name);
            *slot = Some((name, clause.map_or(String::new(), |it| it.clause.clone())));
        }
        self.answer_questions()?;
        Ok(true)
    }

    /// The invocation that is running.
    pub(super) fn noted_invocation(&self) -> u32 {
        self.recorder.as_deref().map_or(NONE, Recorder::current)
    }

    /// The evaluation of the innermost units of an invocation has ended.
    pub(super) fn note_exit(
        &mut self,
        invocation: u32,
        count: u8,
        value: &Value,
    ) -> Result<(), Stop> {
        let cause = match value {
            Value::Abrupt(abrupt) if abrupt.kind == names::THROW => {
                self.note_thrown(invocation, abrupt);
                Cause::Throw
            }
            Value::Abrupt(_) => Cause::Jump,
            _ => Cause::Exit,
        };
        self.note_returned(invocation, value);
        for _ in 0..count {
            let Some(recorder) = self.recorder.as_deref_mut() else { return Ok(()) };
            recorder.end_unit(invocation, cause);
            if recorder.current() == invocation {
                recorder.segment(cause);
                self.answer_questions()?;
            }
        }
        Ok(())
    }

    /// A unit of an invocation was left, perhaps to return a value.
    fn note_returned(&mut self, invocation: u32, value: &Value) {
        let returned = match value {
            Value::Abrupt(abrupt) if abrupt.kind == names::RETURN => {
                Some(self.snapshot(&abrupt.value))
            }
            _ => None,
        };
        let Some(recorder) = self.recorder.as_deref_mut() else { return };
        if let Some(invocation) = recorder.recording.invocations.get_mut(invocation as usize) {
            invocation.returned = returned;
        }
    }

    /// A unit of an invocation is left by an exception: one that is on its way, or a new one. An exception
    /// that is on its way leaves only what had begun before it was thrown.
    fn note_thrown(&mut self, invocation: u32, abrupt: &std::sync::Arc<Abrupt>) {
        let value = self.snapshot(&abrupt.value);
        let Some(recorder) = self.recorder.as_deref_mut() else { return };
        let thrown_at = recorder.recording.thrown.last().map_or(0, |(segment, _)| *segment);
        let is_known =
            recorder.last_thrown.as_ref().is_some_and(|last| last.value.same(&abrupt.value))
                && recorder.innermost_begin(invocation).is_none_or(|begin| begin < thrown_at);
        if !is_known {
            recorder.recording.thrown.push((recorder.recording.segments.len() as u32, value));
            recorder.last_thrown = Some(abrupt.clone());
        }
    }

    /// An execution context becomes the running one.
    pub(super) fn note_push(&mut self, context: &Value) -> Result<(), Stop> {
        let Some(recorder) = self.recorder.as_deref() else { return Ok(()) };
        let number = cell(context);
        let (invocation, cause) = match recorder.of_context.get(&number) {
            Some(known) => (*known, Cause::Resume),
            None => (self.invocation_of(context), Cause::Call),
        };
        let function = self.heap.field(context, names::FUNCTION);
        let sorts = invocation == NONE
            && function.is_some_and(|it| SORTING.contains(&self.function_name(it).as_str()));
        let Some(recorder) = self.recorder.as_deref_mut() else { return Ok(()) };
        let is_same = recorder.current() == invocation;
        recorder.of_context.insert(number, invocation);
        recorder.push(number, invocation);
        if invocation == NONE || is_same {
            if sorts && let Some(live) = recorder.live.last_mut() {
                live.sorts = true;
            }
            return Ok(());
        }
        recorder.segment(cause);
        self.answer_questions()?;
        self.note_environment(context)
    }

    /// An execution context is taken from the stack.
    pub(super) fn note_removal(&mut self, context: &Value) -> Result<(), Stop> {
        let Some(recorder) = self.recorder.as_deref_mut() else { return Ok(()) };
        let before = recorder.current();
        if recorder.remove(cell(context)) && recorder.current() != before {
            recorder.segment(Cause::Return);
            self.answer_questions()?;
        }
        Ok(())
    }

    /// A copy of an execution context is the same call.
    pub(super) fn note_copy(&mut self, context: &Value, copy: &Value) {
        if let Some(recorder) = self.recorder.as_deref_mut()
            && let Some(invocation) = recorder.of_context.get(&cell(context)).copied()
        {
            recorder.of_context.insert(cell(copy), invocation);
        }
    }

    /// A job begins: nothing else is running.
    pub(super) fn note_job(&mut self) {
        if let Some(recorder) = self.recorder.as_deref_mut() {
            recorder.live.clear();
            recorder.segment(Cause::Job);
        }
    }

    /// The invocation of an execution context that is new; [`NONE`] for a built-in function or a job.
    fn invocation_of(&mut self, context: &Value) -> u32 {
        let function = self.heap.field(context, names::FUNCTION).cloned().unwrap_or(Value::Null);
        let code = |it: &Value| match self.heap.field(it, names::ECMASCRIPT_CODE) {
            Some(Value::Piece(piece)) => Some(*piece),
            _ => None,
        };
        let is_eval = self.place() == EVAL;
        let script = self.heap.field(context, names::SCRIPT_OR_MODULE).and_then(code);
        // Built-in iterators have execution contexts without a function as well.
        let is_code = is_eval || PROGRAMS.contains(&self.place().as_str());
        let script = script.filter(|_| matches!(function, Value::Null) && is_code);
        let is_default = self.is_default_constructor(&function);
        let piece = code(&function).or(script);
        if piece.is_none() && !is_default {
            return NONE;
        }
        let name = self.function_name(&function);
        let is_construct = self.is_construct(context);
        let Some(recorder) = self.recorder.as_deref_mut() else { return NONE };
        if piece.is_some_and(|it| recorder.is_hidden(it.tree)) {
            return NONE;
        }
        let unit = match piece.map(|it| (it.part, it.tree)) {
            Some((Part::Node(node), tree)) if tree == recorder.tree && !is_eval => {
                recorder.recording.units.function_of_node(node)
            }
            _ => NONE,
        };
        let function = cell(&function);
        let number = recorder.recording.invocations.len() as u32;
        recorder.recording.invocations.push(Invocation {
            unit,
            name,
            function,
            is_default,
            is_construct,
            returned: None,
            segments: Vec::new(),
        });
        recorder.activities.push(Activity { units: Vec::new(), environment: NONE });
        number
    }

    /// Whether an execution context is that of a function that constructs.
    fn is_construct(&self, context: &Value) -> bool {
        let environment = self.heap.field(context, names::LEXICAL_ENVIRONMENT);
        let target = self.program.names.find("NewTarget");
        let target = environment.zip(target).and_then(|(it, name)| self.heap.field(it, name));
        matches!(target, Some(Value::Cell(_)))
    }

    /// The constructor that the text makes for a class without one is a built-in function with a
    /// source text.
    fn is_default_constructor(&self, function: &Value) -> bool {
        let has = |slot: &str| {
            let slot = self.program.names.find(slot);
            slot.is_some_and(|slot| self.heap.field(function, slot).is_some())
        };
        has("SourceText") && self.heap.field(function, names::ECMASCRIPT_CODE).is_none()
    }

    fn function_name(&self, function: &Value) -> String {
        let key = Key::Text(Text::from_iter("name".encode_utf16()));
        let property = self.heap.as_object(function).and_then(|it| it.property(&key));
        match property.map(|it| (&it.first, &it.set)) {
            Some((Value::Text(name), None)) => String::from_utf16_lossy(name),
            _ => String::new(),
        }
    }

    /// An execution context has another lexical environment than before.
    pub(super) fn note_environment(&mut self, context: &Value) -> Result<(), Stop> {
        let Some(recorder) = self.recorder.as_deref() else { return Ok(()) };
        let Some(invocation) = recorder.of_context.get(&cell(context)).copied() else {
            return Ok(());
        };
        let environment =
            self.heap.field(context, names::LEXICAL_ENVIRONMENT).cloned().unwrap_or(Value::Null);
        self.note_chain(&environment);
        let number = cell(&environment);
        let Some(recorder) = self.recorder.as_deref_mut() else { return Ok(()) };
        let Some(activity) = recorder.activities.get_mut(invocation as usize) else {
            return Ok(());
        };
        if activity.environment != number {
            activity.environment = number;
            if recorder.current() == invocation {
                recorder.segment(Cause::Environment);
                self.answer_questions()?;
            }
        }
        Ok(())
    }

    /// Keeps what the environments of a chain are, as far as they are new.
    fn note_chain(&mut self, environment: &Value) {
        let mut next = environment.clone();
        while let Value::Cell(Id(number)) = next {
            let outer = self.heap.field(&next, names::OUTER).cloned().unwrap_or(Value::Null);
            let kind = self.environment_kind(&next);
            let Some(recorder) = self.recorder.as_deref_mut() else { return };
            let noted = recorder.environment(number);
            let is_known = noted.outer != NONE;
            (noted.outer, noted.kind) = (cell(&outer), kind);
            if is_known {
                return;
            }
            next = outer;
        }
    }

    fn environment_kind(&self, environment: &Value) -> EnvironmentKind {
        let field = |name: &str| {
            let name = self.program.names.find(name)?;
            self.heap.field(environment, name).map(cell)
        };
        let kind = self.heap.as_record(environment).map(|it| self.program.names.text(it.kind));
        match kind.unwrap_or_default().to_ascii_lowercase().split(' ').next() {
            Some("function") => EnvironmentKind::Function(field("FunctionObject").unwrap_or(NONE)),
            Some("object") => EnvironmentKind::Object,
            Some("global") => EnvironmentKind::Global(field("DeclarativeRecord").unwrap_or(NONE)),
            Some("module") => EnvironmentKind::Module,
            _ => EnvironmentKind::Declarative,
        }
    }

    /// A binding comes into being.
    pub(super) fn note_binding(&mut self, environment: &Value, binding: &HeapBinding) {
        // What a module exports by default without a name has one that no program can write.
        if binding.name.first() == Some(&u16::from(b'*')) {
            return;
        }
        let created_by = self.heap.feature;
        let Some(recorder) = self.recorder.as_deref_mut() else { return };
        let created = recorder.next_tick();
        let name = String::from_utf16_lossy(&binding.name);
        recorder.environment(cell(environment)).bindings.push(Binding {
            name,
            created,
            created_by,
            removed: NONE,
            is_mutable: binding.mutable,
            is_deletable: binding.deletable,
            writes: Vec::new(),
        });
    }

    /// A module that the program imports was parsed, into the trees from a number on.
    pub(super) fn note_imported(&mut self, first: usize) {
        let last = self.trees.len();
        if let Some(recorder) = self.recorder.as_deref_mut() {
            recorder.imported.extend((first..last).map(|it| it as u32));
        }
    }

    /// A binding comes into being that stands for one of a module, with what that one holds.
    pub(super) fn note_alias(
        &mut self,
        environment: &Value,
        name: &Text,
        module: &Value,
        target: &Value,
    ) {
        let Value::Text(target) = target else { return };
        let field = self.program.names.find("Environment");
        let home = field.and_then(|it| self.heap.field(module, it)).map_or(NONE, cell);
        let Some(recorder) = self.recorder.as_deref_mut() else { return };
        let [name, target] = [name, target].map(|it| String::from_utf16_lossy(it));
        let bindings = &recorder.environment(home).bindings;
        let own = bindings.iter().rev().find(|it| it.name == target);
        let held = own.and_then(|it| it.writes.last().cloned());
        let alias = (cell(environment), name);
        if let Some(held) = held {
            let tick = recorder.next_tick();
            let bindings = &mut recorder.environment(alias.0).bindings;
            if let Some(binding) = bindings.iter_mut().rev().find(|it| it.name == alias.1) {
                binding.writes.push(Write { tick, ..held });
            }
        }
        recorder.aliases.entry((home, target)).or_default().push(alias);
    }

    /// A binding gets a value.
    pub(super) fn note_write(&mut self, environment: &Value, name: &Text, value: &Value) {
        if self.recorder.is_some() {
            let (snapshot, by) = (self.snapshot(value), self.heap.feature);
            if let Some(recorder) = self.recorder.as_deref_mut() {
                recorder.write(cell(environment), name, snapshot, by);
            }
        }
    }

    /// A binding is deleted.
    pub(super) fn note_deletion(&mut self, environment: &Value, name: &Text) {
        let Some(recorder) = self.recorder.as_deref_mut() else { return };
        let tick = recorder.next_tick();
        let name = String::from_utf16_lossy(name);
        let bindings = recorder.environment(cell(environment)).bindings.iter_mut();
        for binding in bindings.filter(|it| it.name == name && it.removed == NONE) {
            binding.removed = tick;
        }
    }

    /// The program prints.
    pub(super) fn note_printed(&mut self, text: &str, is_plain: bool) {
        if let Some(recorder) = self.recorder.as_deref_mut() {
            let tick = recorder.next_tick();
            recorder.recording.printed.push(Printed { tick, text: text.to_owned(), is_plain });
        }
    }

    /// A value as a recording keeps it.
    pub(super) fn snapshot(&mut self, value: &Value) -> Snapshot {
        match value {
            Value::Null => Snapshot::Null,
            Value::Boolean(truth) => Snapshot::Boolean(*truth),
            Value::Number(number) => Snapshot::Number(*number),
            Value::BigInt(integer) => Snapshot::BigInt(integer.clone()),
            Value::Text(text) => Snapshot::Text((**text).into()),
            Value::Symbol(symbol) => Snapshot::Symbol(self.symbol_description(*symbol)),
            Value::Cell(Id(number)) => {
                let is_known = self
                    .recorder
                    .as_deref()
                    .is_none_or(|it| it.recording.objects.contains_key(number));
                if !is_known {
                    let kind = self.object_kind(value);
                    if let Some(recorder) = self.recorder.as_deref_mut() {
                        recorder.recording.objects.insert(*number, kind);
                    }
                }
                Snapshot::Object(*number)
            }
            _ => Snapshot::Undefined,
        }
    }

    pub(super) fn symbol_description(&self, symbol: u32) -> String {
        match self.symbols.get(symbol as usize) {
            Some(Value::Text(text)) => String::from_utf16_lossy(text),
            _ => String::new(),
        }
    }

    fn object_kind(&self, object: &Value) -> ObjectKind {
        let proxy = self.program.names.find("ProxyHandler");
        let class =
            self.inherited(object, "constructor").and_then(|it| self.inherited(&it, "name"));
        ObjectKind {
            is_callable: self.has_method(object, names::CALL),
            is_proxy: proxy.is_some_and(|slot| self.heap.field(object, slot).is_some()),
            is_plain: self.is_plain(object),
            is_array: self.program.array_method.is_some_and(|it| self.has_code(object, it)),
            class: match class {
                Some(Value::Text(name)) => String::from_utf16_lossy(&name),
                _ => String::new(),
            },
        }
    }

    fn has_code(&self, object: &Value, method: (Name, usize)) -> bool {
        self.heap.as_object(object).is_some_and(|it| it.methods.contains(&method))
    }

    /// Evaluates the expressions that are asked about in the segment that has just begun.
    fn answer_questions(&mut self) -> Result<(), Stop> {
        loop {
            let Some(recorder) = self.recorder.as_deref_mut() else { return Ok(()) };
            let segment = recorder.recording.segments.len() as u32 - 1;
            let Some((_, expression)) = recorder.questions.pop_if(|(at, _)| *at == segment) else {
                return Ok(());
            };
            let unit = recorder.recording.segments[segment as usize].unit;
            let is_strict = recorder.recording.units.get(unit).is_some_and(|it| it.is_strict);
            let answer = self.evaluate_here(&expression, is_strict)?;
            if let Some(recorder) = self.recorder.as_deref_mut() {
                recorder.answers.push(answer);
                if recorder.questions.is_empty() {
                    // Nothing that comes later is of interest.
                    self.steps_left = 0;
                }
            }
        }
    }

    /// Evaluates an expression as direct `eval` code of the running execution context.
    fn evaluate_here(&mut self, expression: &str, is_strict: bool) -> Result<Answer, Stop> {
        let Some(eval) = self.program.names.find(EVAL) else { return self.unsupported(EVAL) };
        let recorder = self.recorder.take();
        let depth = self.frames.len();
        // In parentheses, `{}` is an object and a declaration is an error.
        let text = Value::text(&format!("({expression}\n)"));
        let arguments = vec![text, Value::Boolean(is_strict), Value::Boolean(true)];
        // The step that was interrupted has values that the machine does not know of.
        let collecting = self.set_collecting(false);
        let value = match self.operation(eval, arguments)? {
            super::machine::Flow::Value(value) => value,
            super::machine::Flow::Called => self.run(depth)?,
        };
        self.set_collecting(collecting);
        let (value, is_thrown) = match &value {
            Value::Abrupt(abrupt) => (abrupt.value.clone(), true),
            value => (value.clone(), false),
        };
        let object = matches!(value, Value::Cell(_)).then(|| self.object_kind(&value));
        let snapshot = self.snapshot(&value);
        self.recorder = recorder;
        Ok(Answer { value: snapshot, object, is_thrown })
    }
}
