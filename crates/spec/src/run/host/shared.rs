//! Shared memory: an event that writes changes the block, and what is read was written last. One agent
//! runs at a time, so that this is a valid execution by the memory model, one of many.

use super::super::machine::{Flow, Machine};
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;

/// `CreateSharedByteDataBlock ( size )`: a block that was made, or why it cannot be, shared.
pub(super) fn new_block(machine: &mut Machine<'_>, made: Flow) -> Flow {
    if let Flow::Value(Value::Cell(block)) = &made {
        machine.shared_blocks.insert(*block);
    }
    made
}

impl Machine<'_> {
    pub(in crate::run) fn is_shared_block(&self, value: &Value) -> bool {
        matches!(value, Value::Cell(id) if self.shared_blocks.contains(id))
    }

    /// Whether a block is shared, or a buffer has such a block.
    pub(in crate::run) fn is_shared(&self, value: &Value) -> bool {
        let data = self.heap.field(value, names::ARRAY_BUFFER_DATA);
        self.is_shared_block(data.unwrap_or(value))
    }

    /// Bytes of a block.
    pub(in crate::run) fn shared_bytes(
        &mut self,
        block: &Value,
        index: &Value,
        count: &Value,
    ) -> Result<Value, Stop> {
        let (from, count) = (index.as_index(), count.as_index());
        let range = from.zip(count).map(|(from, count)| from..from + count);
        let bytes = self.heap.as_list(block).zip(range).and_then(|(it, range)| it.get(range));
        match bytes.map(<[_]>::to_vec) {
            Some(bytes) => Ok(self.heap.list(bytes)),
            None => self.missing("the bytes are not inside the block"),
        }
    }

    /// The bytes that a step reads: it names the block and the place in variables.
    pub(in crate::run) fn chosen_bytes(&mut self, count: &Value) -> Result<Value, Stop> {
        let index = self.variable("byteIndex").or_else(|| self.variable("byteIndexInBuffer"));
        match self.variable("block").zip(index) {
            Some((block, index)) => self.shared_bytes(&block, &index, count),
            None => self.unsupported("bytes of a block that the step does not name"),
        }
    }

    /// Whether something is an event of shared memory; then it happens. Later reads find what it wrote,
    /// so that it need not be kept.
    pub(in crate::run) fn happens(&mut self, event: &Value) -> Result<bool, Stop> {
        if self.shared_blocks.is_empty() {
            return Ok(false);
        }
        let Some(record) = self.heap.as_record(event).filter(|it| it.object.is_none()) else {
            return Ok(false);
        };
        match self.program.names.text(record.kind) {
            "WriteSharedMemory" => {
                let bytes = self.event_field(event, "Payload")?;
                self.write_shared(event, &bytes)?;
            }
            "ReadModifyWriteSharedMemory" => self.modify_shared(event)?,
            "ReadSharedMemory" | "Chosen Value Record" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn event_field(&self, event: &Value, name: &str) -> Result<Value, Stop> {
        let name = self.program.names.find(name);
        match name.and_then(|name| self.heap.field(event, name)) {
            Some(value) => Ok(value.clone()),
            None => self.missing("the event lacks a field"),
        }
    }

    fn write_shared(&mut self, event: &Value, bytes: &Value) -> Result<(), Stop> {
        let block = self.event_field(event, "Block")?;
        let index = self.event_field(event, "ByteIndex")?.as_index();
        let bytes = self.heap.as_list(bytes).unwrap_or_default().to_vec();
        let range = index.map(|from| from..from + bytes.len());
        let places = self.heap.as_list_mut(&block).zip(range);
        match places.and_then(|(block, range)| block.get_mut(range)) {
            Some(places) => places.clone_from_slice(&bytes),
            None => return self.missing("the bytes are not inside the block"),
        }
        Ok(())
    }

    fn modify_shared(&mut self, event: &Value) -> Result<(), Stop> {
        let fields = ["Block", "ByteIndex", "ElementSize", "Payload", "ModifyOp"];
        let [block, index, size, payload, modify] = fields.map(|it| self.event_field(event, it));
        let read = self.shared_bytes(&block?, &index?, &size?)?;
        // The step that the event is of has values that the machine does not know of.
        let collecting = self.set_collecting(false);
        let depth = self.frames.len();
        let written = match self.call_value(&modify?, vec![read, payload?])? {
            Flow::Value(value) => value,
            Flow::Called => self.run(depth)?,
        };
        self.set_collecting(collecting);
        self.write_shared(event, &written)
    }

    /// The list of those who wait at a place of a block.
    pub(in crate::run) fn waiter_list(&mut self, arguments: &[Value]) -> Value {
        let (block, place) = match arguments {
            [block, place, ..] => (block, place.as_index().unwrap_or_default()),
            _ => (&Value::Undefined, 0),
        };
        let known = self.waiter_lists.iter().find(|(its, at, _)| its.same(block) && *at == place);
        if let Some((_, _, list)) = known {
            return list.clone();
        }
        let waiters = self.heap.list(Vec::new());
        let none = Value::Enum(names::EMPTY);
        let fields = [("Waiters", waiters), ("MostRecentLeaveEvent", none)];
        let list = self.record_named("WaiterList Record", fields);
        self.waiter_lists.push((block.clone(), place, list.clone()));
        list
    }
}
