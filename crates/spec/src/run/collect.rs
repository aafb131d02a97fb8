//! Which cells a run can still reach. The others are emptied, so that a long run needs little memory.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::heap::{Cell, Heap};
use super::machine::{Frame, Machine, Suspended};
use super::names;
use super::stop::Stop;
use super::value::{ClosureValue, Id, Value};

/// So many cells are made between two searches, or as many as were left at the last one: fewer would
/// make the searches dear, more would not fit into a processor's caches.
pub(super) const MADE: usize = 60_000;

impl Machine<'_> {
    /// Runs until no frame is left. Everything that lasts is known to the machine meanwhile, so that it
    /// can tell which cells are used.
    pub(super) fn run_to_end(&mut self) -> Result<Value, Stop> {
        self.set_collecting(true);
        let value = self.run(0);
        self.set_collecting(false);
        value
    }

    /// Says whether cells may be emptied, and gives what was said before.
    pub(super) fn set_collecting(&mut self, collecting: bool) -> bool {
        self.room = self.heap.used();
        std::mem::replace(&mut self.collecting, collecting)
    }

    /// Empties cells that nothing refers to, where there are many cells. What counts against the budget
    /// are those that are left.
    pub(super) fn make_room(&mut self) -> Result<(), Stop> {
        let mut allowed = self.collect_at.max(self.cells_allowed);
        if self.collecting && self.heap.used() > self.collect_at {
            self.collect();
            self.collect_at = self.heap.used() + self.heap.used().max(MADE);
            allowed = self.cells_allowed;
        }
        self.room = if self.collecting { self.collect_at } else { allowed };
        match self.heap.used() > allowed {
            true => Err(Stop::Memory),
            false => Ok(()),
        }
    }

    fn collect(&mut self) {
        let marked = self.reached();
        let is_reached = |id: &Id| self.heap.own_place(*id).is_none_or(|it| marked.contains(it));
        self.suspended.retain(|context, _| is_reached(context));
        self.shared_blocks.retain(is_reached);
        let environments = &self.program.environments;
        self.heap.sweep(&marked, |record| {
            record.kind == names::CONTEXT || environments.contains(&record.kind)
        });
    }

    /// The cells of the run that can be reached.
    fn reached(&self) -> FixedBitSet {
        let mut search = Search::new(&self.heap, &self.suspended);
        let fixed = [&self.realm, &self.registry, &self.agent, &self.result];
        let jobs = self.jobs.iter().flat_map(|(job, realm)| [job, realm]);
        let operands = self.operands.iter().map(|(_, value)| value);
        let replaced = self.replaced.values().chain(self.modules.values());
        let resumed = self.resumed.iter().map(|it| &it.context);
        let lists = [&self.stack, &self.contexts, &self.symbols, &self.kept];
        let lists = lists.into_iter().flatten();
        for value in lists.chain(fixed).chain(jobs).chain(operands).chain(replaced).chain(resumed) {
            search.value(value);
        }
        search.frames(&self.frames);
        for value in self.agents.iter().flat_map(|it| it.values()) {
            search.value(value);
        }
        for frames in self.agents.iter().flat_map(|it| it.frames()) {
            search.frames(frames);
        }
        for (block, _, list) in &self.waiter_lists {
            search.value(block);
            search.value(list);
        }
        self.heap.changed().for_each(|cell| search.cell(cell));
        search.finish()
    }
}

/// A search for cells, from some on to all that these lead to.
struct Search<'h> {
    heap: &'h Heap,
    suspended: &'h FxHashMap<Id, Suspended>,
    found: FixedBitSet,
    closures: FxHashSet<*const ClosureValue>,
    /// Values that were found and not yet looked into.
    left: Vec<&'h Value>,
    /// The same of what methods are run of.
    receivers: Vec<Id>,
}

impl<'h> Search<'h> {
    fn new(heap: &'h Heap, suspended: &'h FxHashMap<Id, Suspended>) -> Self {
        Search {
            heap,
            suspended,
            found: FixedBitSet::with_capacity(heap.len()),
            closures: FxHashSet::default(),
            left: Vec::new(),
            receivers: Vec::new(),
        }
    }

    fn finish(mut self) -> FixedBitSet {
        loop {
            if let Some(receiver) = self.receivers.pop() {
                self.inside(receiver);
                continue;
            }
            let Some(value) = self.left.pop() else { break };
            match value {
                Value::Cell(id) => self.inside(*id),
                Value::Closure(closure) => closure.captured.iter().for_each(|it| self.value(it)),
                Value::Abrupt(abrupt) => {
                    self.value(&abrupt.value);
                    self.value(&abrupt.target);
                }
                _ => {}
            }
        }
        self.found
    }

    /// Looks into a cell.
    fn inside(&mut self, id: Id) {
        let heap = self.heap;
        heap.get(&Value::Cell(id)).into_iter().for_each(|cell| self.cell(cell));
        match self.suspended.get(&id) {
            Some(Suspended::Frames(frames, stack)) => {
                self.frames(frames);
                stack.iter().for_each(|value| self.value(value));
            }
            Some(Suspended::Closure(closure)) => self.value(closure),
            None => {}
        }
    }

    /// Notes a value that leads to cells, the first time.
    fn value(&mut self, value: &'h Value) {
        let is_new = match value {
            Value::Cell(id) => self.heap.own_place(*id).is_some_and(|at| !self.found.put(at)),
            Value::Closure(closure) => self.closures.insert(std::sync::Arc::as_ptr(closure)),
            Value::Abrupt(_) => true,
            _ => false,
        };
        if is_new {
            self.left.push(value);
        }
    }

    fn receiver(&mut self, receiver: Option<Id>) {
        let place = receiver.and_then(|id| self.heap.own_place(id));
        if let (Some(id), Some(false)) = (receiver, place.map(|at| self.found.put(at))) {
            self.receivers.push(id);
        }
    }

    fn frames(&mut self, frames: &'h [Frame]) {
        for frame in frames {
            self.receiver(frame.receiver);
            if let Some(call) = &frame.call {
                self.value(&call.function);
                self.value(&call.this);
                self.value(&call.new_target);
                call.arguments.iter().for_each(|value| self.value(value));
            }
        }
    }

    fn cell(&mut self, cell: &'h Cell) {
        match cell {
            Cell::List(elements) | Cell::ListFrom1(elements) => {
                elements.iter().for_each(|value| self.value(value))
            }
            Cell::Record(record) => {
                record.fields.iter().for_each(|(_, value)| self.value(value));
                let bound = record.bindings.iter().filter_map(|binding| binding.value.as_ref());
                bound.for_each(|value| self.value(value));
                let object = record.object.as_deref();
                for (_, property) in object.into_iter().flat_map(|it| &it.properties) {
                    self.value(&property.first);
                    property.set.iter().for_each(|value| self.value(value));
                }
            }
            Cell::Interval(..) | Cell::Gone => {}
        }
    }
}
