//! An edition with a realm, ready to run programs.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::collect::MADE;
use super::heap::Heap;
use super::inspect::State;
use super::machine::Machine;
use super::memo::Memo;
use super::names;
use super::options::{Budget, RunOptions};
use super::outcome::{Outcome, Run};
use super::outline::Outline;
use super::program::Program;
use super::recorder::{Answer, Question};
use super::stop::Stop;
use super::value::{Id, Value};
use crate::document::Document;
use crate::edition::Edition;
use crate::recording::{Recording, Units};
use crate::syntax::{Parser, SyntaxError, Tree};

/// An edition with a realm, ready to run programs. Threads can share it.
pub struct Specification {
    program: Arc<Program>,
    fresh: Start,
}

/// What a run begins with: a realm, in which scripts may have run before. A copy costs little.
#[derive(Clone)]
pub struct Start {
    pub(super) heap: Heap,
    pub(super) realm: Value,
    has_realms: bool,
    /// The realm's intrinsics, by the numbers of their names.
    intrinsics: Arc<[Option<Value>]>,
    shared_blocks: FxHashSet<Id>,
    registry: Value,
    agent: Value,
    symbols: Vec<Value>,
    pub(super) well_known: HashMap<names::Name, u32>,
    trees: Vec<Arc<Tree>>,
    strict: Vec<Arc<[Range<usize>]>>,
}

impl Start {
    /// Nothing at all, where a realm can be made.
    fn empty() -> Self {
        Start {
            heap: Heap::default(),
            realm: Value::Undefined,
            has_realms: false,
            intrinsics: Arc::default(),
            shared_blocks: FxHashSet::default(),
            registry: Value::Undefined,
            agent: Value::Undefined,
            symbols: Vec::new(),
            well_known: HashMap::new(),
            trees: Vec::new(),
            strict: Vec::new(),
        }
    }

    /// The intrinsics, by the numbers of their names.
    fn find_intrinsics(&self) -> Vec<Option<Value>> {
        let record = self.heap.field(&self.realm, names::INTRINSICS);
        let fields = record.and_then(|it| self.heap.as_record(it)).map(|it| &it.fields);
        let mut found = Vec::new();
        for (name, value) in fields.into_iter().flatten() {
            let at = name.0 as usize;
            if found.len() <= at {
                found.resize(at + 1, None);
            }
            found[at] = Some(value.clone());
        }
        found
    }

    /// The same, for several runs to begin with.
    fn frozen(self) -> Self {
        let intrinsics = self.find_intrinsics().into();
        Start { heap: self.heap.freeze(), intrinsics, ..self }
    }
}

impl Specification {
    /// Reads an edition and makes its realm.
    ///
    /// # Errors
    /// Where the edition's steps for the global environment cannot be run.
    pub fn new(document: &Document) -> Result<Self, Stop> {
        Self::of(document, &Edition::read(document))
    }

    /// Compiles an edition that was read from a document, and makes its realm.
    ///
    /// # Errors
    /// Where the edition's steps for the global environment cannot be run.
    pub fn of(document: &Document, edition: &Edition) -> Result<Self, Stop> {
        let program = Program::new(document, edition);
        let mut machine = machine(&program, Start::empty(), Budget::default());
        machine.create_realm()?;
        let fresh = machine.into_start().frozen();
        Ok(Specification { program: Arc::new(program), fresh })
    }

    /// Runs a program, and the jobs that it leaves.
    pub fn run(&self, source: &str, options: &RunOptions<'_>) -> Run {
        let mut machine = self.machine(options);
        machine.trace = options.trace.then(Vec::new);
        machine.features = options.features.then(HashSet::new);
        machine.places = options.places.then(Vec::new);
        machine.watched = options.trace || options.features;
        machine.shortens = !machine.watched && !options.plainly;
        let (outcome, thrown) = machine.parse_and_run(source, options.is_module);
        let names =
            machine.order.iter().map(|code| self.program.codes[*code as usize].name.clone());
        let mut features: Vec<(u32, u32)> =
            machine.features.take().unwrap_or_default().into_iter().collect();
        features.sort_unstable();
        Run {
            shown: machine.shown(),
            lists_realm: machine.lists_realm,
            outcome,
            features,
            algorithms: names.collect(),
            output: std::mem::take(&mut machine.output),
            covered: std::mem::take(&mut machine.covered),
            branches: std::mem::take(&mut machine.branches),
            trace: machine.trace.take().unwrap_or_default(),
            places: machine.places.take().unwrap_or_default(),
            steps: options.budget.steps - machine.steps_left,
            state: options
                .state
                .then(|| State::new(self.program.clone(), machine.into_start(), thrown)),
        }
    }

    fn machine<'s>(&'s self, options: &RunOptions<'s>) -> Machine<'s> {
        let start = options.start.unwrap_or(&self.fresh).clone();
        let mut machine =
            Machine { folder: options.folder, ..machine(&self.program, start, options.budget) };
        if options.can_block {
            machine.set_can_block();
        }
        machine
    }

    /// Runs a program and the jobs that it leaves, and records what a debugger could show of it. What
    /// the options ask to keep besides is not kept.
    ///
    /// # Errors
    /// Where the text is not a script, or not a module.
    pub fn record(&self, source: &str, options: &RunOptions<'_>) -> Result<Recording, SyntaxError> {
        self.record_and_ask(source, options, &[]).map(|(recording, _)| recording)
    }

    /// Runs a program again, and evaluates expressions where its recording has segments. The answers
    /// come in the order of the segments; where a run ends early, there are fewer of them.
    ///
    /// # Errors
    /// Where the text is not a script, or not a module.
    pub fn ask(
        &self,
        source: &str,
        options: &RunOptions<'_>,
        questions: &[Question<'_>],
    ) -> Result<Vec<Answer>, SyntaxError> {
        self.record_and_ask(source, options, questions).map(|(_, answers)| answers)
    }

    fn record_and_ask(
        &self,
        source: &str,
        options: &RunOptions<'_>,
        questions: &[Question<'_>],
    ) -> Result<(Recording, Vec<Answer>), SyntaxError> {
        let mut machine = self.machine(options);
        let node = machine.parse_program(source, options.is_module)?;
        let units = machine.tree(node).map(Units::of).unwrap_or_default();
        machine.begin_recording(node.tree, units, questions);
        match machine.check_and_run(node, options.is_module).0 {
            Outcome::Syntax(error) => Err(error),
            outcome => {
                Ok(machine.end_recording(outcome, options.budget.steps - machine.steps_left))
            }
        }
    }

    /// Where a script has run, for others to run after it.
    ///
    /// # Errors
    /// How the script ended, if not normally.
    pub fn after(&self, start: &Start, source: &str, budget: Budget) -> Result<Start, Outcome> {
        let mut machine = machine(&self.program, start.clone(), budget);
        match machine.parse_and_run(source, false) {
            (Outcome::Normal(_), _) => Ok(machine.into_start().frozen()),
            (other, _) => Err(other),
        }
    }

    /// The realm that every run begins with.
    pub fn fresh(&self) -> &Start {
        &self.fresh
    }

    /// A fresh realm with what the tests of test262 ask of their host: `$262`.
    pub fn for_test262(&self) -> Start {
        let mut machine = machine(&self.program, self.fresh.clone(), Budget::default());
        machine.define_test262();
        machine.into_start().frozen()
    }

    /// Looks at a realm.
    pub fn look(&self, start: &Start) -> State {
        State::new(self.program.clone(), start.clone(), None)
    }

    /// How many steps the edition has.
    pub fn steps(&self) -> usize {
        self.program.steps
    }

    /// How many numbers of features there are.
    pub fn features(&self) -> usize {
        self.program.codes.len()
    }

    /// The name of a feature, by its number in [`Run::features`].
    pub fn feature(&self, number: u32) -> Option<&str> {
        self.program.codes.get(number as usize).map(|code| code.name.as_str())
    }

    pub(super) fn program(&self) -> &Program {
        &self.program
    }

    /// The clauses of operations that are run step by step, since the edition's wording is not the one
    /// that their shortcuts stand for, and a number for that wording.
    pub fn without_shortcuts(&self) -> Vec<(&'static str, u64)> {
        super::shortcuts::missing(&self.program)
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
}

// Long: a line for each field.
fn machine(program: &Program, start: Start, budget: Budget) -> Machine<'_> {
    let first_cell = start.heap.len();
    let first_tree = start.trees.len() as u32;
    Machine {
        program,
        heap: start.heap,
        frames: Vec::new(),
        ops: &[],
        at: 0,
        base: 0,
        stack: Vec::new(),
        contexts: Vec::new(),
        resumed: Vec::new(),
        suspended: FxHashMap::default(),
        trees: start.trees,
        strict: start.strict,
        realm: start.realm,
        has_realms: start.has_realms,
        shared_blocks: start.shared_blocks,
        intrinsics: start.intrinsics,
        well_known: start.well_known,
        symbols: start.symbols,
        registry: start.registry,
        agent: start.agent,
        jobs: VecDeque::new(),
        agents: None,
        waiter_lists: Vec::new(),
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
        feature: u32::MAX,
        floor: 0,
        watched: false,
        first_cell,
        cells_allowed: budget.cells,
        collect_at: budget.cells.min(MADE),
        collecting: false,
        room: budget.cells,
        kept: Vec::new(),
        record_methods: FxHashMap::default(),
        numeric_methods: FxHashMap::default(),
        memo: Memo::default(),
        paths: super::shortcuts::Paths::default(),
        shortens: true,
        shortened: None,
        repetitions: 0,
        arguments: Vec::new(),
        folder: None,
        modules: HashMap::new(),
        prepared: None,
        replaced: FxHashMap::default(),
        operands: Vec::new(),
        result: Value::Undefined,
        recorder: None,
    }
}

impl Machine<'_> {
    pub(super) fn into_start(self) -> Start {
        Start {
            heap: self.heap,
            realm: self.realm,
            has_realms: self.has_realms,
            intrinsics: self.intrinsics,
            shared_blocks: self.shared_blocks,
            registry: self.registry,
            agent: self.agent,
            symbols: self.symbols,
            well_known: self.well_known,
            trees: self.trees,
            strict: self.strict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_can_share_an_edition_and_what_runs_leave() {
        fn assert_shared<T: Send + Sync>() {}
        assert_shared::<Specification>();
        assert_shared::<Start>();
        assert_shared::<Run>();
    }
}
