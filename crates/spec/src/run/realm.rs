//! The realm that every run begins with: the intrinsics.
//!
//! Which functions there are, their parameters and steps, come from the text. How the objects that
//! hold them hang together is said there in prose and tables, and here in a few short lists.

use std::collections::BTreeMap;

use super::heap::Property;
use super::machine::{Machine, Stop};
use super::names::{self, Name, Names};
use super::program::BuiltIn;
use super::value::Value;
use crate::algorithm::Role;

/// The field of a built-in function that has its steps.
pub(super) const BEHAVIOUR: &str = "(behaviour)";

/// Symbols that every realm shares.
const WELL_KNOWN: &[&str] = &[
    "asyncIterator",
    "hasInstance",
    "isConcatSpreadable",
    "iterator",
    "match",
    "matchAll",
    "replace",
    "search",
    "species",
    "split",
    "toPrimitive",
    "toStringTag",
    "unscopables",
    "asyncDispose",
    "dispose",
];

const NATIVE_ERRORS: &[&str] =
    &["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"];

/// Methods that are another property's value.
const ALIASES: &[(&str, &str)] = &[
    ("Array.prototype[@@iterator]", "Array.prototype.values"),
    ("Map.prototype[@@iterator]", "Map.prototype.entries"),
    ("Set.prototype[@@iterator]", "Set.prototype.values"),
    ("Set.prototype.keys", "Set.prototype.values"),
    ("Number.parseInt", "parseInt"),
    ("Number.parseFloat", "parseFloat"),
];

/// Objects whose string tag is their name.
const TAGGED: &[&str] = &[
    "Math",
    "JSON",
    "Reflect",
    "Symbol.prototype",
    "Promise.prototype",
    "Map.prototype",
    "Set.prototype",
    "WeakMap.prototype",
    "WeakSet.prototype",
    "BigInt.prototype",
];

/// Properties that are numbers.
const NUMBERS: &[(&str, f64)] = &[
    ("Math.PI", std::f64::consts::PI),
    ("Math.E", std::f64::consts::E),
    ("Math.LN2", std::f64::consts::LN_2),
    ("Math.LN10", std::f64::consts::LN_10),
    ("Math.LOG2E", std::f64::consts::LOG2_E),
    ("Math.LOG10E", std::f64::consts::LOG10_E),
    ("Math.SQRT2", std::f64::consts::SQRT_2),
    ("Math.SQRT1_2", std::f64::consts::FRAC_1_SQRT_2),
    ("Number.MAX_SAFE_INTEGER", 9_007_199_254_740_991.0),
    ("Number.MIN_SAFE_INTEGER", -9_007_199_254_740_991.0),
    ("Number.MAX_VALUE", f64::MAX),
    ("Number.MIN_VALUE", 5e-324),
    ("Number.EPSILON", f64::EPSILON),
    ("Number.NaN", f64::NAN),
    ("Number.POSITIVE_INFINITY", f64::INFINITY),
    ("Number.NEGATIVE_INFINITY", f64::NEG_INFINITY),
];

/// Prototype objects that have another prototype than %Object.prototype%.
fn parent(name: &str) -> &'static str {
    match name {
        "GeneratorFunction.prototype"
        | "AsyncFunction.prototype"
        | "AsyncGeneratorFunction.prototype" => "Function.prototype",
        "GeneratorPrototype" | "Generator" => "IteratorPrototype",
        "AsyncGeneratorPrototype" => "AsyncIteratorPrototype",
        "IteratorPrototype" | "AsyncIteratorPrototype" => "Object.prototype",
        _ if name.ends_with("IteratorPrototype") => "IteratorPrototype",
        _ if NATIVE_ERRORS.iter().any(|it| name.strip_suffix(".prototype") == Some(it)) => {
            "Error.prototype"
        }
        _ => "Object.prototype",
    }
}

/// Makes known every name that a realm needs, while the edition is compiled.
pub(super) fn declare(names: &mut Names, built_ins: &[BuiltIn]) {
    for text in [
        "(behaviour)",
        "ErrorData",
        "print",
        "Private Name",
        "ConstructorKind",
        "base",
        "Script Record",
        "Realm Record",
    ] {
        names.name(text);
    }
    for text in WELL_KNOWN {
        names.name(text);
    }
    for text in [
        "BooleanData",
        "NumberData",
        "StringData",
        "LoadedModules",
        "HostDefined",
        "Environment",
        "TemplateMap",
    ] {
        names.name(text);
    }
    for (_, operation) in super::test262::FUNCTIONS {
        names.name(operation);
    }
    for error in NATIVE_ERRORS {
        names.name(&format!("%{error}%"));
        names.name(&format!("%{error}.prototype%"));
    }
    for built_in in built_ins {
        let path = plain(&built_in.path);
        names.name(&format!("%{path}%"));
        let mut holder = path.as_str();
        while let Some((rest, _)) = split(holder) {
            names.name(&format!("%{rest}%"));
            holder = rest;
        }
        names.name(&format!("%{path}.prototype%"));
    }
    for name in [
        "IteratorPrototype",
        "Iterator.prototype",
        "AsyncIteratorPrototype",
        "GeneratorFunction.prototype.prototype",
    ] {
        names.name(&format!("%{name}%"));
    }
}

/// `%Map%.prototype[%Symbol.iterator%]` is `Map.prototype[@@iterator]`.
fn plain(path: &str) -> String {
    let path = path.replace("[%Symbol.", "[@@").replace("%]", "]");
    let path = path.replace('%', "");
    // `_NativeError_` is a variable; `__proto__` is a name.
    match path.strip_prefix('_').filter(|rest| !rest.starts_with('_')) {
        Some(rest) => rest.replacen('_', "", 1),
        None => path,
    }
}

/// The object that holds a property, and the property.
fn split(path: &str) -> Option<(&str, &str)> {
    if let Some(at) = path.find("[@@") {
        return Some((&path[..at], &path[at..]));
    }
    path.rsplit_once('.')
}

impl Machine<'_> {
    /// Fills an empty heap with the realm.
    pub(super) fn create_realm(&mut self) -> Result<(), Stop> {
        for text in WELL_KNOWN {
            self.symbols.push(Value::text(&format!("Symbol.{text}")));
            if let Some(name) = self.program.names.find(text) {
                self.well_known.insert(name, (self.symbols.len() - 1) as u32);
            }
        }
        self.registry = self.heap.list(Vec::new());
        let mut objects = Objects::default();
        objects.add(self, "Object.prototype", Value::Null);
        let function = objects.add(self, "Function.prototype", Value::Undefined);
        self.realm = self.new_realm();
        self.make_callable(&function, Value::Enum(names::EMPTY), false);
        for built_in in &self.program.built_ins {
            objects.install(self, built_in);
        }
        objects.finish(self);
        self.publish(&objects);
        self.host_globals();
        self.global_environment()
    }

    fn new_realm(&mut self) -> Value {
        let kind = self.program.names.find("Realm Record").unwrap_or(names::OBJECT);
        let intrinsics = self.heap.record(kind, Vec::new());
        let templates = self.heap.list(Vec::new());
        let realm = self.heap.record(kind, vec![(names::INTRINSICS, intrinsics)]);
        if let Some(name) = self.program.names.find("TemplateMap") {
            self.heap.set_field(&realm, name, templates);
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
        let realm = self.realm.clone();
        self.heap.set_field(function, names::REALM, realm);
        self.heap.set_field(function, names::INITIAL_NAME, Value::text(""));
        self.heap.set_field(function, names::ASYNC, Value::Boolean(false));
        if let Some(slot) = slot {
            self.heap.set_field(function, slot, behaviour);
        }
    }

    /// The object of `CreateBuiltinFunction`.
    pub(super) fn new_built_in(&mut self, arguments: &[Value]) -> Result<Value, Stop> {
        let behaviour = arguments.first().cloned().unwrap_or(Value::Undefined);
        let list = arguments.iter().skip(1).find(|it| self.heap.as_list(it).is_some());
        let mut fields = list.map(|list| self.slots_named(list)).unwrap_or_default();
        fields.retain(|(name, _)| *name != names::EXTENSIBLE);
        fields.push((names::EXTENSIBLE, Value::Boolean(true)));
        let function = self.heap.object(names::OBJECT, fields);
        self.make_callable(&function, behaviour, false);
        Ok(function)
    }

    fn publish(&mut self, objects: &Objects) {
        let intrinsics = self.heap.field(&self.realm, names::INTRINSICS).cloned();
        let Some(intrinsics) = intrinsics else { return };
        for (name, object) in &objects.made {
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

    /// An ordinary object, or a function, that the text does not have.
    pub(super) fn host_object(&mut self) -> Value {
        self.object_like("%Object.prototype%")
    }

    /// A function that does an operation of the text or of the host.
    pub(super) fn host_function(&mut self, name: &str, operation: Name) -> Value {
        let function = self.object_like("%Function.prototype%");
        self.make_callable(&function, Value::Enum(operation), false);
        let described = [("length", Value::Number(0.0)), ("name", Value::text(name))];
        for (key, value) in described {
            self.put(&function, &Value::text(key), property(value, false, true));
        }
        function
    }

    fn object_like(&mut self, prototype: &str) -> Value {
        let prototype = self.program.names.find(prototype).map(|it| self.intrinsic(it));
        let prototype = prototype.and_then(Result::ok).unwrap_or(Value::Null);
        let fields = vec![(names::PROTOTYPE, prototype), (names::EXTENSIBLE, Value::Boolean(true))];
        self.heap.object(names::OBJECT, fields)
    }

    /// A property as the globals of a realm are: not seen by loops.
    pub(super) fn put_hidden(&mut self, object: &Value, key: &str, value: Value) {
        self.put(object, &Value::text(key), property(value, true, true));
    }

    /// The global object is made; its environment is made by the edition's own steps.
    fn global_environment(&mut self) -> Result<(), Stop> {
        let global = self.heap.field(&self.realm, names::GLOBAL_OBJECT).cloned();
        let global = global.unwrap_or(Value::Undefined);
        let Some(name) = self.program.names.find("NewGlobalEnvironment") else {
            return self.not_yet("NewGlobalEnvironment");
        };
        let frames = self.frames.len();
        self.operation(name, vec![global.clone(), global])?;
        let environment = self.run(frames)?;
        let realm = self.realm.clone();
        self.heap.set_field(&realm, names::GLOBAL_ENVIRONMENT, environment);
        Ok(())
    }
}

/// The objects of a realm by their paths.
#[derive(Default)]
struct Objects {
    made: BTreeMap<String, Value>,
}

impl Objects {
    fn add(&mut self, machine: &mut Machine<'_>, name: &str, prototype: Value) -> Value {
        let prototype = match prototype {
            Value::Undefined => self.holder(machine, parent(name)),
            prototype => prototype,
        };
        let fields = vec![(names::PROTOTYPE, prototype), (names::EXTENSIBLE, Value::Boolean(true))];
        let object = machine.heap.object(names::OBJECT, fields);
        self.made.insert(name.to_owned(), object.clone());
        object
    }

    /// An object that holds properties; made when it is first needed.
    fn holder(&mut self, machine: &mut Machine<'_>, name: &str) -> Value {
        if let Some(object) = self.made.get(name) {
            return object.clone();
        }
        self.add(machine, name, Value::Undefined)
    }

    fn install(&mut self, machine: &mut Machine<'_>, built_in: &BuiltIn) {
        let path = plain(&built_in.path);
        if path == "NativeError" {
            for error in NATIVE_ERRORS {
                self.constructor(machine, error, built_in);
            }
            return;
        }
        match split(&path) {
            None if path.starts_with(char::is_uppercase) => {
                self.constructor(machine, &path, built_in)
            }
            None => {
                let function = self.function(machine, &path, &path, built_in, false);
                self.made.insert(path, function);
            }
            Some((holder, key)) => {
                let bare = key.trim_start_matches("[@@").trim_end_matches(']');
                let shown =
                    if key.starts_with('[') { format!("[Symbol.{bare}]") } else { key.to_owned() };
                let function = self.function(machine, &path, &shown, built_in, false);
                let object = self.holder(machine, holder);
                self.attach(machine, &object, key, function, built_in.role);
            }
        }
    }

    /// A constructor, which may have been used as a holder before, and its prototype object.
    fn constructor(&mut self, machine: &mut Machine<'_>, name: &str, built_in: &BuiltIn) {
        let function = self.function(machine, name, name, built_in, true);
        let object = self.holder(machine, &format!("{name}.prototype"));
        let key = Value::text("prototype");
        machine.put(&function, &key, property(object.clone(), false, false));
        machine.put(&object, &Value::text("constructor"), property(function, true, true));
    }

    fn function(
        &mut self,
        machine: &mut Machine<'_>,
        path: &str,
        shown: &str,
        built_in: &BuiltIn,
        constructor: bool,
    ) -> Value {
        let object = match self.made.get(path) {
            Some(object) => object.clone(),
            None => {
                let parent =
                    if NATIVE_ERRORS.contains(&path) { "Error" } else { "Function.prototype" };
                let prototype = self.holder(machine, parent);
                self.add(machine, path, prototype)
            }
        };
        machine.make_callable(&object, Value::Algorithm(built_in.code), constructor);
        let prefix = match built_in.role {
            Role::Function => "",
            Role::Getter => "get ",
            Role::Setter => "set ",
        };
        let length = Value::Number(built_in.length as f64);
        machine.put(&object, &Value::text("length"), property(length, false, true));
        let name = Value::text(&format!("{prefix}{shown}"));
        machine.put(&object, &Value::text("name"), property(name, false, true));
        object
    }

    fn attach(
        &mut self,
        machine: &mut Machine<'_>,
        object: &Value,
        key: &str,
        value: Value,
        role: Role,
    ) {
        let Some(key) = machine.key_of(key) else { return };
        if role == Role::Function {
            machine.put(object, &key, property(value, true, true));
            return;
        }
        let own = super::values::value_key(&key);
        let old = machine
            .heap
            .as_object(object)
            .zip(own)
            .and_then(|(it, own)| it.property(&own))
            .cloned();
        let mut accessor = old.unwrap_or(Property {
            first: Value::Undefined,
            set: Some(Value::Undefined),
            writable: false,
            enumerable: false,
            configurable: true,
        });
        match role {
            Role::Setter => accessor.set = Some(value),
            _ => accessor.first = value,
        }
        machine.put(object, &key, accessor);
    }

    /// What no algorithm says: constants, tags, aliases, the global object.
    fn finish(&mut self, machine: &mut Machine<'_>) {
        for (path, number) in NUMBERS {
            self.data(machine, path, Value::Number(*number), false);
        }
        for name in TAGGED {
            let tag = Value::text(name.trim_end_matches(".prototype"));
            self.data(machine, &format!("{name}[@@toStringTag]"), tag, true);
        }
        for (alias, path) in ALIASES {
            if let Some(function) = self.made.get(*path).cloned()
                && let Some((holder, key)) = split(alias)
            {
                let object = self.holder(machine, holder);
                self.attach(machine, &object, key, function, Role::Function);
            }
        }
        for symbol in WELL_KNOWN {
            let Some(value) = machine.key_of(&format!("[@@{symbol}]")) else { continue };
            self.data(machine, &format!("Symbol.{symbol}"), value, false);
        }
        for error in NATIVE_ERRORS.iter().copied().chain(["Error", "AggregateError"]) {
            let object = self.holder(machine, &format!("{error}.prototype"));
            machine.put(&object, &Value::text("name"), property(Value::text(error), true, true));
            machine.put(&object, &Value::text("message"), property(Value::text(""), true, true));
        }
        self.wrappers(machine);
        self.generators(machine);
        self.global(machine);
    }

    fn data(&mut self, machine: &mut Machine<'_>, path: &str, value: Value, configurable: bool) {
        let Some((holder, key)) = split(path) else { return };
        let object = self.holder(machine, holder);
        if let Some(key) = machine.key_of(key) {
            machine.put(&object, &key, property(value, false, configurable));
        }
    }

    /// Prototype objects that are themselves wrappers or arrays.
    fn wrappers(&mut self, machine: &mut Machine<'_>) {
        let slots = [
            ("Boolean.prototype", "BooleanData", Value::Boolean(false)),
            ("Number.prototype", "NumberData", Value::Number(0.0)),
            ("String.prototype", "StringData", Value::text("")),
        ];
        for (name, slot, value) in slots {
            let object = self.holder(machine, name);
            if let Some(slot) = machine.program.names.find(slot) {
                machine.heap.set_field(&object, slot, value);
            }
        }
        let array = self.holder(machine, "Array.prototype");
        machine.put(&array, &Value::text("length"), property(Value::Number(0.0), true, false));
        machine.become_array(&array);
    }

    /// Names that later editions changed for the same objects.
    fn generators(&mut self, machine: &mut Machine<'_>) {
        let iterator = match self.made.get("Iterator.prototype") {
            Some(prototype) => prototype.clone(),
            None => self.holder(machine, "IteratorPrototype"),
        };
        if let Some(old) = self.made.get("IteratorPrototype").cloned() {
            machine.heap.set_field(&old, names::PROTOTYPE, iterator.clone());
        }
        self.made.entry("Iterator.prototype".to_owned()).or_insert(iterator);
        let generator = self.holder(machine, "GeneratorPrototype");
        self.made.insert("GeneratorFunction.prototype.prototype".to_owned(), generator.clone());
        let functions = self.holder(machine, "GeneratorFunction.prototype");
        machine.put(&functions, &Value::text("prototype"), property(generator, false, true));
    }

    fn global(&mut self, machine: &mut Machine<'_>) {
        let prototype = self.holder(machine, "Object.prototype");
        let fields = vec![(names::PROTOTYPE, prototype), (names::EXTENSIBLE, Value::Boolean(true))];
        let global = machine.heap.object(names::OBJECT, fields);
        let globals: Vec<_> = self
            .made
            .iter()
            .filter(|(name, _)| !name.contains(['.', '[', '%']) && is_global(name))
            .map(|(name, object)| (name.clone(), object.clone()))
            .collect();
        for (name, object) in globals {
            machine.put(&global, &Value::text(&name), property(object, true, true));
        }
        let constants = [
            ("Infinity", Value::Number(f64::INFINITY)),
            ("NaN", Value::Number(f64::NAN)),
            ("undefined", Value::Undefined),
        ];
        for (name, value) in constants {
            machine.put(&global, &Value::text(name), property(value, false, false));
        }
        machine.put(&global, &Value::text("globalThis"), property(global.clone(), true, true));
        let realm = machine.realm.clone();
        machine.heap.set_field(&realm, names::GLOBAL_OBJECT, global);
    }
}

/// Intrinsics that are not properties of the global object.
fn is_global(name: &str) -> bool {
    let hidden = [
        "ThrowTypeError",
        "GeneratorFunction",
        "AsyncFunction",
        "AsyncGeneratorFunction",
        "TypedArray",
    ];
    !hidden.contains(&name) && !name.ends_with("Prototype")
}

fn property(value: Value, writable: bool, configurable: bool) -> Property {
    Property { first: value, set: None, writable, enumerable: false, configurable }
}

impl Machine<'_> {
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

    fn array_method(&self) -> Option<(Name, usize)> {
        let method = self.program.names.find("[[DefineOwnProperty]]")?;
        let owners =
            ["array exotic object", "array"].iter().filter_map(|it| self.program.names.find(it));
        let code =
            owners.into_iter().find_map(|owner| self.program.methods.get(&(owner, method)))?;
        Some((method, *code))
    }

    fn become_array(&mut self, object: &Value) {
        let method = self.array_method();
        self.set_methods(object, method.into_iter());
    }

    /// An array is what defines its properties as arrays do.
    pub(super) fn is_array(&self, value: &Value) -> bool {
        let object = self.heap.as_object(value);
        object.zip(self.array_method()).is_some_and(|(it, method)| it.methods.contains(&method))
    }
}
