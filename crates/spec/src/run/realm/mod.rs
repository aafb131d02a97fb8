//! The realm that every run begins with: the intrinsics.
//!
//! Which functions there are, their parameters and steps, and most of their properties, come from the
//! text. What is told only to people is in a few short lists in `objects`.

mod objects;

use super::heap::Property;
use super::machine::Machine;
use super::names::{self, Name};
use super::program::Program;
use super::stop::Stop;
use super::value::Value;
use objects::Objects;

/// The field of a built-in function that has its steps.
pub(super) const BEHAVIOUR: &str = "(behaviour)";

/// Makes known every name that a realm needs, while the edition is compiled.
pub(super) fn declare(program: &mut Program) {
    const NEEDED: &[&str] = &[
        BEHAVIOUR,
        "ErrorData",
        "print",
        "Private Name",
        "ConstructorKind",
        "base",
        "Script Record",
        "Realm Record",
        "Agent Record",
        "BooleanData",
        "NumberData",
        "StringData",
        "LoadedModules",
        "HostDefined",
        "Environment",
        "TemplateMap",
        "LittleEndian",
        "CanBlock",
        "Signifier",
        "IsLockFree1",
        "IsLockFree2",
        "IsLockFree8",
        "KeptAlive",
        "ModuleAsyncEvaluationCount",
        "CandidateExecution",
        "Candidate Execution Record",
        "EventsRecords",
        "Agent Events Record",
        "AgentSignifier",
        "EventList",
        "AgentSynchronizesWith",
        "ChosenValues",
        "Waiters",
        "WaiterList Record",
        "MostRecentLeaveEvent",
        "UnicodeMatch",
        super::module::IMPORTED,
    ];
    for text in NEEDED.iter().copied().chain(super::test262::operations()) {
        program.names.name(text);
    }
    for symbol in program.symbols.clone() {
        program.names.name(&symbol);
    }
    for path in objects::paths(program) {
        program.names.name(&format!("%{path}%"));
    }
}

impl Machine<'_> {
    /// Fills an empty heap with the realm.
    pub(super) fn create_realm(&mut self) -> Result<(), Stop> {
        for text in &self.program.symbols {
            self.symbols.push(Value::text(&format!("Symbol.{text}")));
            if let Some(name) = self.program.names.find(text) {
                self.well_known.insert(name, (self.symbols.len() - 1) as u32);
            }
        }
        self.registry = self.heap.list(Vec::new());
        self.agent = self.new_agent(0, false);
        self.fill_realm()
    }

    /// Makes a realm with all that a realm has, which is the one that steps are run in.
    fn fill_realm(&mut self) -> Result<(), Stop> {
        self.realm = self.new_realm();
        let objects = Objects::make(self);
        self.publish(&objects);
        self.host_globals();
        self.global_environment()?;
        objects::run_initial_steps(self, &objects)
    }

    /// Makes another realm, as `InitializeHostDefinedRealm` does; and the `$262` of its global object.
    pub(super) fn create_other_realm(&mut self) -> Result<(Value, Value), Stop> {
        // Objects that are being made are not known to the machine.
        let collecting = self.set_collecting(false);
        let contexts = std::mem::take(&mut self.contexts);
        let first = self.realm.clone();
        self.has_realms = true;
        let made = self.fill_realm();
        let object = made.map(|()| self.define_test262());
        let realm = std::mem::replace(&mut self.realm, first);
        self.contexts = contexts;
        self.set_collecting(collecting);
        object.map(|object| (realm, object))
    }

    /// The realm of the running execution context.
    pub(super) fn current_realm(&self) -> &Value {
        if !self.has_realms {
            return &self.realm;
        }
        let context = self.contexts.last();
        match context.and_then(|context| self.heap.field(context, names::REALM)) {
            Some(realm @ Value::Cell(_)) => realm,
            // A job that no realm is said of.
            _ => &self.realm,
        }
    }

    pub(super) fn new_agent(&mut self, signifier: usize, can_block: bool) -> Value {
        let kept = self.heap.list(Vec::new());
        let signifier = Value::Mathematical(signifier as f64);
        let execution = self.new_execution(&signifier);
        let fields = [
            ("LittleEndian", Value::Boolean(true)),
            ("CanBlock", Value::Boolean(can_block)),
            ("Signifier", signifier),
            ("IsLockFree1", Value::Boolean(true)),
            ("IsLockFree2", Value::Boolean(true)),
            ("IsLockFree8", Value::Boolean(true)),
            ("KeptAlive", kept),
            ("ModuleAsyncEvaluationCount", Value::Mathematical(0.0)),
            ("CandidateExecution", execution),
        ];
        self.record_named("Agent Record", fields)
    }

    /// What an agent does, for the memory model.
    fn new_execution(&mut self, signifier: &Value) -> Value {
        let [events, synchronizes, chosen] = [(); 3].map(|()| self.heap.list(Vec::new()));
        let fields = [
            ("AgentSignifier", signifier.clone()),
            ("EventList", events),
            ("AgentSynchronizesWith", synchronizes),
        ];
        let events = self.record_named("Agent Events Record", fields);
        let events = self.heap.list(vec![events]);
        let fields = [("EventsRecords", events), ("ChosenValues", chosen)];
        self.record_named("Candidate Execution Record", fields)
    }

    /// A record with these fields, by their names.
    pub(super) fn record_named<const N: usize>(
        &mut self,
        kind: &str,
        fields: [(&str, Value); N],
    ) -> Value {
        let find = |text: &str| self.program.names.find(text);
        let kind = find(kind).unwrap_or(names::OBJECT);
        let fields = fields.into_iter().filter_map(|(name, value)| Some((find(name)?, value)));
        let fields = fields.collect();
        self.heap.record(kind, fields)
    }

    fn new_realm(&mut self) -> Value {
        let kind = self.program.names.find("Realm Record").unwrap_or(names::OBJECT);
        let intrinsics = self.heap.record(kind, Vec::new());
        let templates = self.heap.list(Vec::new());
        let realm = self.heap.record(kind, vec![(names::INTRINSICS, intrinsics)]);
        let signifier = self.signifier();
        for (name, value) in [("TemplateMap", templates), ("AgentSignifier", signifier)] {
            if let Some(name) = self.program.names.find(name) {
                self.heap.set_field(&realm, name, value);
            }
        }
        realm
    }

    /// Gives an object the methods and slots of a built-in function.
    fn make_callable(&mut self, function: &Value, behaviour: Value, constructor: bool) {
        let find = |text: &str| self.program.names.find(text);
        let owner = find("built-in function object");
        let mut methods = Vec::new();
        for name in [names::CALL, names::CONSTRUCT] {
            let code = owner.and_then(|owner| self.program.methods.get(&(owner, name)));
            if let Some(code) = code.filter(|_| constructor || name == names::CALL) {
                methods.push((name, *code));
            }
        }
        let slot = find(BEHAVIOUR);
        self.set_methods(function, methods.into_iter());
        let realm = self.current_realm().clone();
        self.heap.set_field(function, names::REALM, realm);
        self.heap.set_field(function, names::INITIAL_NAME, Value::text(""));
        self.heap.set_field(function, names::ASYNC, Value::Boolean(false));
        if let Some(slot) = slot {
            self.heap.set_field(function, slot, behaviour);
        }
    }

    /// The object of `CreateBuiltinFunction`.
    pub(super) fn new_built_in(&mut self, behaviour: &Value, slots: &Value) -> Result<Value, Stop> {
        let mut fields = self.slots_named(slots);
        fields.retain(|(name, _)| *name != names::EXTENSIBLE && *name != names::PRIVATE_ELEMENTS);
        fields.push((names::EXTENSIBLE, Value::Boolean(true)));
        let function = self.new_object(fields);
        // Later editions have a step for it.
        let length = match behaviour {
            Value::Algorithm(code) => self.program.nameless.get(code),
            _ => None,
        };
        if let Some(length) = length {
            let length = property(Value::Number(*length), [false, false, true]);
            self.put(&function, &Value::text("length"), length);
        }
        self.make_callable(&function, behaviour.clone(), false);
        Ok(function)
    }

    /// An object with these slots, and with the one that every object has.
    pub(super) fn new_object(&mut self, mut fields: Vec<(Name, Value)>) -> Value {
        let elements = self.heap.list(Vec::new());
        fields.push((names::PRIVATE_ELEMENTS, elements));
        self.heap.object(names::OBJECT, fields)
    }

    fn publish(&mut self, objects: &Objects) {
        let intrinsics = self.heap.field(&self.realm, names::INTRINSICS).cloned();
        let Some(intrinsics) = intrinsics else { return };
        for (name, object) in objects.named() {
            if let Some(name) = self.program.names.find(&format!("%{name}%")) {
                self.heap.set_field(&intrinsics, name, object.clone());
            }
        }
    }

    /// What shells call `print`, everybody else calls `console.log`.
    fn host_globals(&mut self) {
        let global = self.heap.field(&self.realm, names::GLOBAL_OBJECT).cloned();
        let (Some(global), Some(print)) = (global, self.program.names.find("print")) else {
            return;
        };
        let function = self.host_function("print", print);
        let console = self.host_object();
        self.put_hidden(&console, "log", function.clone());
        self.put_hidden(&global, "console", console);
        self.put_hidden(&global, "print", function);
    }

    /// An ordinary object that the text does not have.
    pub(super) fn host_object(&mut self) -> Value {
        self.object_like("%Object.prototype%")
    }

    /// A function that does an operation of the text or of the host.
    pub(super) fn host_function(&mut self, name: &str, operation: Name) -> Value {
        let function = self.object_like("%Function.prototype%");
        self.make_callable(&function, Value::Enum(operation), false);
        let described = [("length", Value::Number(0.0)), ("name", Value::text(name))];
        for (key, value) in described {
            self.put(&function, &Value::text(key), property(value, [false, false, true]));
        }
        function
    }

    fn object_like(&mut self, prototype: &str) -> Value {
        let prototype = self.program.names.find(prototype).map(|it| self.intrinsic(it));
        let prototype = prototype.and_then(Result::ok).unwrap_or(Value::Null);
        let fields = vec![(names::PROTOTYPE, prototype), (names::EXTENSIBLE, Value::Boolean(true))];
        self.new_object(fields)
    }

    /// A property as the globals of a realm are: not seen by loops.
    pub(super) fn put_hidden(&mut self, object: &Value, key: &str, value: Value) {
        self.put(object, &Value::text(key), property(value, [true, false, true]));
    }

    /// The global object is made; its environment is made by the edition's own steps.
    fn global_environment(&mut self) -> Result<(), Stop> {
        let global = self.heap.field(&self.realm, names::GLOBAL_OBJECT).cloned();
        let global = global.unwrap_or(Value::Undefined);
        let Some(name) = self.program.names.find("NewGlobalEnvironment") else {
            return self.unsupported("NewGlobalEnvironment");
        };
        let frames = self.frames.len();
        self.operation(name, vec![global.clone(), global])?;
        let environment = self.run(frames)?;
        let realm = self.realm.clone();
        self.heap.set_field(&realm, names::GLOBAL_ENVIRONMENT, environment);
        Ok(())
    }

    /// A property's key from its path: `at` or `[@@iterator]`.
    fn key_of(&self, key: &str) -> Option<Value> {
        match key.strip_prefix("[@@").and_then(|key| key.strip_suffix(']')) {
            Some(symbol) => {
                let name = self.program.names.find(symbol)?;
                self.well_known.get(&name).map(|symbol| Value::Symbol(*symbol))
            }
            None => Some(Value::text(key)),
        }
    }

    /// An array is what defines its properties as arrays do.
    pub(super) fn is_array(&self, value: &Value) -> bool {
        let object = self.heap.as_object(value);
        let method = self.program.array_method;
        object.zip(method).is_some_and(|(it, method)| it.methods.contains(&method))
    }
}

/// A data property: whether it can be written, enumerated and configured.
fn property(value: Value, attributes: [bool; 3]) -> Property {
    let [writable, enumerable, configurable] = attributes;
    Property { first: value, set: None, writable, enumerable, configurable }
}
