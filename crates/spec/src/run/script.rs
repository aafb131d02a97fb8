//! Running a script in a fresh realm.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::heap::Heap;
use super::machine::{Flow, Machine};
use super::names;
use super::outline::Outline;
use super::program::Program;
use super::stop::{AbortReason, Stop};
use super::value::{Part, Piece, Value};
use crate::document::Document;
use crate::edition::Edition;
use crate::syntax::{Parser, SyntaxError, Tree};

/// How a script ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// With a value, shown for people.
    Normal(String),
    /// With an exception.
    Throw(Thrown),
    /// The text is not a script.
    Syntax(SyntaxError),
    /// Without a result.
    Stopped(Stop),
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Normal(value) => write!(out, "ends with {value}"),
            Outcome::Throw(thrown) => write!(out, "throws {}", thrown.shown),
            Outcome::Syntax(error) => write!(out, "is not a script: {error}"),
            Outcome::Stopped(stop) => write!(out, "has no result: {stop}"),
        }
    }
}

/// What a script threw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The name of the error, where it is an object with a name and a message.
    pub error: Option<String>,
    /// The algorithm whose step made the error; none where the program made what it throws.
    pub origin: Option<String>,
    /// The value, shown for people.
    pub shown: String,
}

/// What a run gave.
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What it printed, a line for each call.
    pub output: Vec<String>,
    /// The steps of the edition that were run.
    pub covered: FixedBitSet,
    /// For each branch of the edition two bits: it was not taken, it was.
    pub branches: FixedBitSet,
    /// The algorithms that were run, by name, in the order in which they first were.
    pub algorithms: Vec<String>,
    /// The steps as they ran, and how many algorithms were being run; empty unless asked for.
    pub trace: Vec<(u32, u32)>,
    /// Steps with the feature that ran them, a number for [`Specification::feature`]; sorted, and
    /// empty unless asked for.
    pub features: Vec<(u32, u32)>,
    /// The features that made or changed an object which the program leaves for others to see, as
    /// numbers for [`Specification::feature`]; with [`Specification::features`] added, those that made
    /// one which no other changed; and with twice as much added, those that made such a function.
    pub shown: FixedBitSet,
    /// Whether the program was told the order of the properties of an object of the realm, in which
    /// the text does not say that they are made.
    pub lists_realm: bool,
    /// How many steps were taken.
    pub steps: u64,
}

/// An edition with a realm, ready to run programs.
pub struct Specification {
    program: Program,
    fresh: Start,
}

/// What a run begins with: a realm, in which scripts may have run before. A copy costs little.
#[derive(Clone)]
pub struct Start {
    pub(super) heap: Heap,
    pub(super) realm: Value,
    registry: Value,
    agent: Value,
    symbols: Vec<Value>,
    pub(super) well_known: HashMap<names::Name, u32>,
    trees: Vec<Rc<Tree>>,
    strict: Vec<Rc<[Range<usize>]>>,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Steps of the specification.
    pub steps: u64,
    /// Objects, records and lists, besides those of the realm.
    pub cells: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { steps: 20_000_000, cells: 4_000_000 }
    }
}

impl Specification {
    /// Reads an edition and makes its realm.
    ///
    /// # Errors
    /// Where the edition's steps for the global environment cannot be run.
    pub fn new(document: &Document) -> Result<Self, Stop> {
        let program = Program::new(document, &Edition::read(document));
        let empty = Start {
            heap: Heap::default(),
            realm: Value::Undefined,
            registry: Value::Undefined,
            agent: Value::Undefined,
            symbols: Vec::new(),
            well_known: HashMap::new(),
            trees: Vec::new(),
            strict: Vec::new(),
        };
        let mut machine = machine(&program, empty, Budget::default());
        machine.create_realm()?;
        let fresh = machine.into_start();
        Ok(Specification { program, fresh })
    }

    /// How many steps the edition has.
    pub fn steps(&self) -> usize {
        self.program.steps
    }

    /// Runs a script in a fresh realm, and the jobs that it leaves.
    pub fn run(&self, source: &str, budget: Budget) -> Run {
        self.run_from(&self.fresh, source, budget)
    }

    /// A fresh realm with what the tests of test262 ask of their host: `$262`.
    pub fn for_test262(&self) -> Start {
        let mut machine = machine(&self.program, self.fresh.clone(), Budget::default());
        machine.define_test262();
        machine.into_start()
    }

    /// Runs a script, and the jobs that it leaves, where others have run before.
    pub fn run_from(&self, start: &Start, source: &str, budget: Budget) -> Run {
        self.finish(machine(&self.program, start.clone(), budget), source, budget)
    }

    /// Runs a script as [`Specification::run`] does, and keeps every step that it takes.
    pub fn trace(&self, source: &str, budget: Budget) -> Run {
        let mut machine = machine(&self.program, self.fresh.clone(), budget);
        machine.trace = Some(Vec::new());
        self.finish(machine, source, budget)
    }

    /// Runs a script as [`Specification::run`] does, and keeps for every step the features that ran it:
    /// the nearest built-in function or syntax-directed operation around the step.
    pub fn run_with_features(&self, source: &str, budget: Budget) -> Run {
        let mut machine = machine(&self.program, self.fresh.clone(), budget);
        machine.features = Some(HashSet::new());
        self.finish(machine, source, budget)
    }

    /// How many numbers of features there are.
    pub fn features(&self) -> usize {
        self.program.codes.len()
    }

    /// The name of a feature, by its number in [`Run::features`].
    pub fn feature(&self, number: u32) -> Option<&str> {
        self.program.codes.get(number as usize).map(|code| code.name.as_str())
    }

    fn finish(&self, mut machine: Machine<'_>, source: &str, budget: Budget) -> Run {
        let (outcome, _) = machine.parse_and_run(source);
        self.run_of(machine, outcome, budget).0
    }

    /// What a machine that ended has to say.
    pub(super) fn run_of<'p>(
        &self,
        mut machine: Machine<'p>,
        outcome: Outcome,
        budget: Budget,
    ) -> (Run, Machine<'p>) {
        let names =
            machine.order.iter().map(|code| self.program.codes[*code as usize].name.clone());
        let mut features: Vec<(u32, u32)> =
            machine.features.take().unwrap_or_default().into_iter().collect();
        features.sort_unstable();
        let run = Run {
            shown: machine.shown(),
            lists_realm: machine.lists_realm,
            outcome,
            features,
            algorithms: names.collect(),
            output: std::mem::take(&mut machine.output),
            covered: std::mem::take(&mut machine.covered),
            branches: std::mem::take(&mut machine.branches),
            trace: machine.trace.take().unwrap_or_default(),
            steps: budget.steps - machine.steps_left,
        };
        (run, machine)
    }

    pub(super) fn program(&self) -> &Program {
        &self.program
    }

    pub(super) fn start(&self) -> &Start {
        &self.fresh
    }

    /// The parser of the edition's grammar.
    pub fn parser(&self) -> &Parser {
        &self.program.parser
    }

    /// The algorithms of the edition and their steps, as the numbers in a [`Run`] count them.
    pub fn outline(&self) -> &[Outline] {
        &self.program.outline
    }

    /// The steps of the edition's branches, as the numbers in a [`Run`] count them.
    pub fn branches(&self) -> &[u32] {
        &self.program.branches
    }

    /// Where a script has run, for others to run after it.
    ///
    /// # Errors
    /// How the script ended, if not normally.
    pub fn after(&self, start: &Start, source: &str, budget: Budget) -> Result<Start, Outcome> {
        let mut machine = machine(&self.program, start.clone(), budget);
        match machine.parse_and_run(source) {
            (Outcome::Normal(_), _) => Ok(machine.into_start()),
            (other, _) => Err(other),
        }
    }
}

pub(super) fn machine(program: &Program, start: Start, budget: Budget) -> Machine<'_> {
    let first_cell = start.heap.len();
    let first_tree = start.trees.len() as u32;
    Machine {
        program,
        heap: start.heap,
        frames: Vec::new(),
        contexts: Vec::new(),
        resumed: Vec::new(),
        suspended: HashMap::new(),
        trees: start.trees,
        strict: start.strict,
        realm: start.realm,
        well_known: start.well_known,
        symbols: start.symbols,
        registry: start.registry,
        agent: start.agent,
        jobs: VecDeque::new(),
        output: Vec::new(),
        covered: FixedBitSet::with_capacity(program.steps),
        branches: FixedBitSet::with_capacity(2 * program.branches.len()),
        touched: FixedBitSet::with_capacity(program.codes.len()),
        order: Vec::new(),
        trace: None,
        features: None,
        lists_realm: false,
        places: None,
        first_tree,
        steps_left: budget.steps,
        first_cell,
        cells_allowed: first_cell + budget.cells,
        record_methods: HashMap::new(),
        operands: Vec::new(),
        result: Value::Undefined,
    }
}

impl Machine<'_> {
    pub(super) fn into_start(self) -> Start {
        Start {
            heap: self.heap,
            realm: self.realm,
            registry: self.registry,
            agent: self.agent,
            symbols: self.symbols,
            well_known: self.well_known,
            trees: self.trees,
            strict: self.strict,
        }
    }

    /// Runs a script and the jobs that it leaves: how it ended, and what it threw.
    pub(super) fn parse_and_run(&mut self, source: &str) -> (Outcome, Option<Value>) {
        match self.program.parser.script(source) {
            Ok(tree) => {
                let node = self.add_tree(tree);
                match self.has_early_error(node) {
                    Ok(None) => self.script(node),
                    Ok(Some(error)) => (Outcome::Syntax(error), None),
                    Err(stop) => (Outcome::Stopped(stop), None),
                }
            }
            Err(error) => (Outcome::Syntax(error), None),
        }
    }

    fn script(&mut self, node: Piece) -> (Outcome, Option<Value>) {
        let (outcome, thrown) = match self.evaluate_script(node) {
            Ok(Value::Abrupt(abrupt)) => {
                (Outcome::Throw(self.thrown(&abrupt.value)), Some(abrupt.value.clone()))
            }
            Ok(value) => (Outcome::Normal(self.describe(&value)), None),
            Err(stop) => return (Outcome::Stopped(stop), None),
        };
        match self.run_jobs() {
            Ok(()) => (outcome, thrown),
            Err(stop) => (Outcome::Stopped(stop), None),
        }
    }

    fn evaluate_script(&mut self, node: Piece) -> Result<Value, Stop> {
        self.begin_script(node)?;
        self.run(0)
    }

    /// Calls `ScriptEvaluation` for a script of this realm.
    pub(super) fn begin_script(&mut self, node: Piece) -> Result<Flow, Stop> {
        let find = |text: &str| self.program.names.find(text);
        let kind = find("Script Record").unwrap_or(names::OBJECT);
        let (loaded, host) = (find("LoadedModules"), find("HostDefined"));
        let environment = find("Environment");
        let Some(evaluation) = find("ScriptEvaluation") else {
            return self.unsupported("ScriptEvaluation");
        };
        let list = self.heap.list(Vec::new());
        let mut fields =
            vec![(names::REALM, self.realm.clone()), (names::ECMASCRIPT_CODE, Value::Piece(node))];
        fields.extend(loaded.map(|name| (name, list)));
        fields.extend(host.into_iter().chain(environment).map(|name| (name, Value::Undefined)));
        let record = self.heap.record(kind, fields);
        self.operation(evaluation, vec![record])
    }

    /// Parses text that a step quotes.
    pub(super) fn parse_inside(&mut self, goal: &str, text: &str) -> Result<Value, Stop> {
        self.parse_goal(goal, text, false)
            .or_else(|error| self.abort(AbortReason::Unparsable(error.message)))
    }

    /// Parses text as a goal, written with its parameters, such as `FormalParameters[~Yield, ~Await]`.
    pub(super) fn parse_goal(
        &mut self,
        goal: &str,
        text: &str,
        strict: bool,
    ) -> Result<Value, SyntaxError> {
        let (goal, parameters) = goal.split_once('[').unwrap_or((goal, ""));
        let with = parameters.split([',', ']']).filter_map(|it| it.trim().strip_prefix('+'));
        let with: Vec<&str> = with.collect();
        let tree = match strict {
            true => self.program.parser.parse_strictly(goal, &with, text)?,
            false => self.program.parser.parse(goal, &with, text)?,
        };
        let node = self.add_tree(tree);
        if strict && let Some(spans) = self.strict.last_mut() {
            *spans = std::iter::once(0..usize::MAX).collect();
        }
        // Without steps left the answer does not matter: the next step says so.
        match self.has_early_error(node) {
            Ok(Some(error)) => Err(error),
            _ => Ok(Value::Piece(node)),
        }
    }

    /// Keeps a tree, and finds its strict code.
    pub(super) fn add_tree(&mut self, tree: Tree) -> Piece {
        let node = Piece { tree: self.trees.len() as u32, part: Part::Node(tree.root()) };
        self.strict.push(tree.strict_spans().into());
        self.trees.push(Rc::new(tree));
        node
    }

    fn run_jobs(&mut self) -> Result<(), Stop> {
        while let Some((job, realm)) = self.jobs.pop_front() {
            let fields = vec![
                (names::FUNCTION, Value::Null),
                (names::REALM, realm),
                (names::SCRIPT_OR_MODULE, Value::Null),
            ];
            let context = self.heap.record(names::CONTEXT, fields);
            self.contexts.push(context);
            self.call_value(&job, Vec::new())?;
            self.run(0)?;
            self.contexts.clear();
        }
        Ok(())
    }

    /// A value as people write it; an error as its name and message.
    pub(super) fn describe(&self, value: &Value) -> String {
        match value {
            Value::Undefined | Value::Absent => "undefined".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Boolean(truth) => truth.to_string(),
            Value::Number(number) => ryu_js::Buffer::new().format(*number).to_owned(),
            Value::BigInt(integer) => format!("{integer}n"),
            Value::Text(text) => String::from_utf16_lossy(text),
            Value::Symbol(_) => "a symbol".to_owned(),
            Value::Enum(name) if *name == names::EMPTY => "undefined".to_owned(),
            _ => self.describe_object(value),
        }
    }

    fn describe_object(&self, value: &Value) -> String {
        match self.error(value) {
            Some((name, message)) if message.is_empty() => name,
            Some((name, message)) => format!("{name}: {message}"),
            None if self.is_array(value) => "an array".to_owned(),
            None => self.show(value),
        }
    }

    /// The name and the message of an error, or of what looks like one.
    fn error(&self, value: &Value) -> Option<(String, String)> {
        let name = self.inherited(value, "name").or_else(|| {
            let constructor = self.inherited(value, "constructor")?;
            self.inherited(&constructor, "name")
        });
        match (name?, self.inherited(value, "message")?) {
            (Value::Text(name), Value::Text(message)) => {
                Some((String::from_utf16_lossy(&name), String::from_utf16_lossy(&message)))
            }
            _ => None,
        }
    }

    fn thrown(&self, value: &Value) -> Thrown {
        let error_data = self.program.names.find("ErrorData");
        let origin = match error_data.and_then(|slot| self.heap.field(value, slot)) {
            Some(Value::Algorithm(code)) => Some(self.program.codes[*code].name.clone()),
            _ => None,
        };
        let error = self.error(value).map(|(name, _)| name);
        Thrown { error, origin, shown: self.describe(value) }
    }

    /// A data property of an object or of what it inherits from, without running anything.
    pub(super) fn inherited(&self, object: &Value, name: &str) -> Option<Value> {
        let key = super::values::value_key(&Value::text(name))?;
        let mut object = object.clone();
        for _ in 0..100 {
            if let Some(property) = self.heap.as_object(&object)?.property(&key) {
                return property.set.is_none().then(|| property.first.clone());
            }
            object = self.heap.field(&object, names::PROTOTYPE)?.clone();
        }
        None
    }
}
