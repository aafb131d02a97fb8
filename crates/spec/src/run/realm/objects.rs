//! The objects of a realm, by their paths: `Array.prototype[@@iterator]`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::heap::Property;
use super::super::machine::Machine;
use super::super::names;
use super::super::program::{BuiltIn, Program};
use super::super::stop::Stop;
use super::super::value::Value;
use super::super::values::value_key;
use super::property;
use crate::algorithm::Role;
use crate::intrinsics::Initial;

/// What data properties are unless the text says otherwise.
const DEFAULT_ATTRIBUTES: [bool; 3] = [true, false, true];
/// What the `name` and `length` of functions are.
const FIXED: [bool; 3] = [false, false, true];

const NATIVE_ERRORS: &[&str] =
    &["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"];

/// Functions that the text describes by another one.
const LIKE: &[(&str, &str)] = &[
    ("BigInt.prototype.toLocaleString", "BigInt.prototype.toString"),
    ("Number.prototype.toLocaleString", "Number.prototype.toString"),
    ("String.prototype.toLocaleLowerCase", "String.prototype.toLowerCase"),
    ("String.prototype.toLocaleUpperCase", "String.prototype.toLowerCase"),
    ("String.prototype.toUpperCase", "String.prototype.toLowerCase"),
    ("TypedArray.prototype.toLocaleString", "Array.prototype.toLocaleString"),
];

/// Functions that the text describes in prose, and the operation of the host that they are.
const HOSTED: &[(&str, &str)] = &[("Math.random", "(random)"), ("Date.now", "(now)")];

/// Properties that are numbers, of which the text gives only the first digits.
const NUMBERS: &[(&str, f64)] = &[
    ("Math.PI", std::f64::consts::PI),
    ("Math.E", std::f64::consts::E),
    ("Math.LN2", std::f64::consts::LN_2),
    ("Math.LN10", std::f64::consts::LN_10),
    ("Math.LOG2E", std::f64::consts::LOG2_E),
    ("Math.LOG10E", std::f64::consts::LOG10_E),
    ("Math.SQRT2", std::f64::consts::SQRT_2),
    ("Math.SQRT1_2", std::f64::consts::FRAC_1_SQRT_2),
    ("Number.MAX_VALUE", f64::MAX),
    ("Number.MIN_VALUE", 5e-324),
    ("Number.EPSILON", f64::EPSILON),
];

/// Names that later editions gave to the same objects.
const RENAMED: &[(&str, &str)] = &[
    ("IteratorPrototype", "Iterator.prototype"),
    ("GeneratorPrototype", "GeneratorFunction.prototype.prototype"),
    ("Generator", "GeneratorFunction.prototype"),
    ("AsyncGeneratorPrototype", "AsyncGeneratorFunction.prototype.prototype"),
    ("AsyncGenerator", "AsyncGeneratorFunction.prototype"),
    ("Generator.prototype", "GeneratorFunction.prototype.prototype"),
    ("AsyncGenerator.prototype", "AsyncGeneratorFunction.prototype.prototype"),
];

/// Intrinsics that are not properties of the global object, besides prototype objects.
const HIDDEN: &[&str] = &[
    "ThrowTypeError",
    "GeneratorFunction",
    "AsyncFunction",
    "AsyncGeneratorFunction",
    "TypedArray",
];

/// Every path that an intrinsic may have.
pub(super) fn paths(program: &Program) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    let built_ins = program.built_ins.iter().flat_map(|it| family(program, &it.path));
    let described = program.intrinsics.values.keys().chain(program.intrinsics.prototypes.keys());
    for path in built_ins.chain(described.cloned()) {
        let mut holder = path.as_str();
        while let Some((rest, _)) = split(holder) {
            paths.insert(rest.to_owned());
            holder = rest;
        }
        paths.insert(format!("{path}.prototype"));
        paths.insert(path);
    }
    paths.extend(RENAMED.iter().flat_map(|(old, new)| [(*old).to_owned(), (*new).to_owned()]));
    paths.extend(LIKE.iter().map(|(path, _)| (*path).to_owned()));
    paths
}

/// The paths that a head stands for: one, or one for each member of a family of constructors.
fn family(program: &Program, path: &str) -> Vec<String> {
    if path.starts_with("_NativeError_") {
        let members = NATIVE_ERRORS.iter();
        return members.map(|name| plain(&path.replace("_NativeError_", name))).collect();
    }
    if path.starts_with("_TypedArray_") {
        let members = program.typed_arrays.iter();
        return members.map(|(name, _)| plain(&path.replace("_TypedArray_", name))).collect();
    }
    vec![plain(path)]
}

/// `%Map%.prototype[%Symbol.iterator%]` is `Map.prototype[@@iterator]`.
fn plain(path: &str) -> String {
    path.replace("[%Symbol.", "[@@").replace("%]", "]").replace('%', "")
}

/// The object that holds a property, and the property.
fn split(path: &str) -> Option<(&str, &str)> {
    if let Some(at) = path.find("[@@") {
        return Some((&path[..at], &path[at..]));
    }
    path.rsplit_once('.')
}

/// A name's newest form.
fn renamed(path: &str) -> &str {
    RENAMED.iter().find(|(old, _)| *old == path).map_or(path, |(_, new)| new)
}

/// Objects made so far.
#[derive(Default)]
pub(super) struct Objects {
    made: BTreeMap<String, Value>,
}

impl Objects {
    /// All objects of a realm.
    pub(super) fn make(machine: &mut Machine<'_>) -> Self {
        let mut objects = Objects::default();
        let program = machine.program;
        objects.function_prototype(machine);
        for built_in in &program.built_ins {
            for path in family(program, &built_in.path) {
                objects.install(machine, &path, built_in);
            }
        }
        objects.like_others(machine);
        for (path, operation) in HOSTED {
            objects.host(machine, path, operation);
        }
        objects.values(machine);
        objects.special(machine);
        objects.global(machine);
        objects
    }

    /// Every object, by each of its names.
    pub(super) fn named(&self) -> impl Iterator<Item = (&str, &Value)> {
        let own = self.made.iter().map(|(path, object)| (path.as_str(), object));
        let old = RENAMED.iter().filter_map(|(old, new)| Some((*old, self.made.get(*new)?)));
        own.chain(old)
    }

    fn function_prototype(&mut self, machine: &mut Machine<'_>) {
        self.holder(machine, "Object.prototype");
        let function = self.holder(machine, "Function.prototype");
        if let Some(nothing) = machine.program.names.find("(nothing)") {
            machine.make_callable(&function, Value::Enum(nothing), false);
        }
        self.describe(machine, "Function.prototype", &function, "", 0.0);
    }

    /// An object by its path; made when it is first needed.
    fn holder(&mut self, machine: &mut Machine<'_>, path: &str) -> Value {
        let path = renamed(path);
        if let Some(object) = self.made.get(path) {
            return object.clone();
        }
        let prototype = match self.parent(machine.program, path) {
            parent if parent.is_empty() => Value::Null,
            parent => self.holder(machine, &parent),
        };
        let fields = vec![(names::PROTOTYPE, prototype), (names::EXTENSIBLE, Value::Boolean(true))];
        let object = machine.new_object(fields);
        self.made.insert(path.to_owned(), object.clone());
        object
    }

    /// What an object inherits from: as the text says, or as objects and functions usually do.
    fn parent(&self, program: &Program, path: &str) -> String {
        let said = &program.intrinsics.prototypes;
        let old = RENAMED.iter().filter(|(_, new)| *new == path).map(|(old, _)| *old);
        let said = std::iter::once(path).chain(old).find_map(|path| said.get(path));
        if let Some(parent) = said {
            return parent.clone();
        }
        let base = path.strip_suffix(".prototype").unwrap_or(path);
        let typed = program.typed_arrays.iter().any(|(name, _)| name == base);
        let suffix = if base == path { "" } else { ".prototype" };
        let is_function = program.built_ins.iter().any(|it| plain(&it.path) == path)
            || LIKE.iter().chain(HOSTED).any(|(like, _)| *like == path)
            || path.contains(' ');
        match path {
            "Object.prototype" => String::new(),
            _ if typed => format!("TypedArray{suffix}"),
            _ if NATIVE_ERRORS.contains(&base) => format!("Error{suffix}"),
            _ if is_function => "Function.prototype".to_owned(),
            "AsyncIteratorPrototype" => "Object.prototype".to_owned(),
            _ if path.ends_with("IteratorPrototype") => "Iterator.prototype".to_owned(),
            _ => "Object.prototype".to_owned(),
        }
    }

    fn install(&mut self, machine: &mut Machine<'_>, path: &str, built_in: &BuiltIn) {
        let steps = Value::Algorithm(built_in.code);
        match split(path) {
            None if path.starts_with(char::is_uppercase) && path != "ThrowTypeError" => {
                self.constructor(machine, path, steps, built_in.length);
            }
            None => {
                self.function(machine, path, path, steps, built_in.length, false);
            }
            Some((holder, key)) => {
                let prefix = match built_in.role {
                    Role::Function => "",
                    Role::Getter => "get ",
                    Role::Setter => "set ",
                };
                let shown = format!("{prefix}{}", shown(key));
                let own = format!("{prefix}{path}");
                let function = self.function(machine, &own, &shown, steps, built_in.length, false);
                let object = self.holder(machine, holder);
                self.attach(machine, path, &object, key, function, built_in.role);
            }
        }
    }

    /// A constructor, and its prototype object.
    fn constructor(&mut self, machine: &mut Machine<'_>, path: &str, steps: Value, length: usize) {
        let function = self.function(machine, path, path, steps, length, true);
        if path == "Proxy" {
            return;
        }
        let object = self.holder(machine, &format!("{path}.prototype"));
        let key = Value::text("prototype");
        machine.put(&function, &key, property(object.clone(), [false, false, false]));
        machine.put_hidden(&object, "constructor", function);
    }

    fn function(
        &mut self,
        machine: &mut Machine<'_>,
        path: &str,
        shown: &str,
        steps: Value,
        length: usize,
        constructor: bool,
    ) -> Value {
        let object = self.holder(machine, path);
        machine.make_callable(&object, steps, constructor);
        self.describe(machine, path, &object, shown, length as f64);
        object
    }

    /// The `length` and `name` of a function, unless the text has others.
    fn describe(
        &self,
        machine: &mut Machine<'_>,
        path: &str,
        function: &Value,
        name: &str,
        length: f64,
    ) {
        let said = &machine.program.intrinsics;
        let plain_path = path.trim_start_matches("get ").trim_start_matches("set ");
        let typed = machine.program.typed_arrays.iter().any(|(name, _)| name == path);
        let length = match said.lengths.get(plain_path) {
            _ if typed => 3.0,
            Some(length) if plain_path == path => *length,
            _ => length,
        };
        let name = said.names.get(plain_path).map_or(name, String::as_str);
        let fixed = if path == "ThrowTypeError" { [false; 3] } else { FIXED };
        let name = Value::text(name);
        machine.heap.set_field(function, names::INITIAL_NAME, name.clone());
        let asynchronous = Value::Boolean(said.asynchronous.contains(path));
        machine.heap.set_field(function, names::ASYNC, asynchronous);
        machine.put(function, &Value::text("length"), property(Value::Number(length), fixed));
        machine.put(function, &Value::text("name"), property(name, fixed));
    }

    fn attach(
        &mut self,
        machine: &mut Machine<'_>,
        path: &str,
        object: &Value,
        key: &str,
        value: Value,
        role: Role,
    ) {
        let Some(key) = machine.key_of(key) else { return };
        let attributes =
            machine.program.intrinsics.attributes.get(path).copied().unwrap_or(DEFAULT_ATTRIBUTES);
        if role == Role::Function {
            machine.put(object, &key, property(value, attributes));
            return;
        }
        let own = value_key(&key).zip(machine.heap.as_object(object));
        let old = own.and_then(|(key, object)| object.property(&key)).cloned();
        let mut accessor = old.unwrap_or(Property {
            first: Value::Undefined,
            set: Some(Value::Undefined),
            writable: false,
            enumerable: attributes[1],
            configurable: attributes[2],
        });
        match role {
            Role::Setter => accessor.set = Some(value),
            _ => accessor.first = value,
        }
        machine.put(object, &key, accessor);
    }

    fn like_others(&mut self, machine: &mut Machine<'_>) {
        for (path, model) in LIKE {
            let model = machine.program.built_ins.iter().find(|it| plain(&it.path) == *model);
            if let (Some(model), Some((holder, key))) = (model, split(path)) {
                let steps = Value::Algorithm(model.code);
                let function = self.function(machine, path, key, steps, 0, false);
                let object = self.holder(machine, holder);
                self.attach(machine, path, &object, key, function, Role::Function);
            }
        }
    }

    fn host(&mut self, machine: &mut Machine<'_>, path: &str, operation: &str) {
        let operation = machine.program.names.find(operation);
        if let (Some(operation), Some((holder, key))) = (operation, split(path)) {
            let function = self.function(machine, path, key, Value::Enum(operation), 0, false);
            let object = self.holder(machine, holder);
            self.attach(machine, path, &object, key, function, Role::Function);
        }
    }

    /// Properties whose values the prose says.
    fn values(&mut self, machine: &mut Machine<'_>) {
        let program = machine.program;
        for (path, initial) in &program.intrinsics.values {
            let Some((holder, key)) = split(path) else { continue };
            let known = self.made.contains_key(renamed(holder));
            let value = match initial {
                _ if !known || holder.contains('_') => continue,
                Initial::Object(other) => match self.made.get(renamed(other)) {
                    Some(object) => object.clone(),
                    None => continue,
                },
                Initial::Text(text) => Value::text(text),
                Initial::Number(number) => Value::Number(*number),
                Initial::Undefined => Value::Undefined,
                Initial::Symbol(symbol) => match machine.key_of(&format!("[@@{symbol}]")) {
                    Some(symbol) => symbol,
                    None => continue,
                },
            };
            let object = self.holder(machine, holder);
            self.attach(machine, path, &object, key, value, Role::Function);
        }
        for (path, number) in NUMBERS {
            let Some((holder, key)) = split(path) else { continue };
            let object = self.holder(machine, holder);
            machine.put(&object, &Value::text(key), property(Value::Number(*number), [false; 3]));
        }
        self.families(machine);
    }

    /// Properties of errors and typed arrays, which are said once for all of them.
    fn families(&mut self, machine: &mut Machine<'_>) {
        for error in NATIVE_ERRORS {
            let object = self.holder(machine, &format!("{error}.prototype"));
            machine.put_hidden(&object, "name", Value::text(error));
            machine.put_hidden(&object, "message", Value::text(""));
        }
        for (name, size) in &machine.program.typed_arrays {
            for path in [name.clone(), format!("{name}.prototype")] {
                let object = self.holder(machine, &path);
                let size = property(Value::Number(*size), [false; 3]);
                machine.put(&object, &Value::text("BYTES_PER_ELEMENT"), size);
            }
        }
    }

    /// Objects that have slots or methods of their own.
    fn special(&mut self, machine: &mut Machine<'_>) {
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
        let zero = || Value::Number(0.0);
        let array = self.holder(machine, "Array.prototype");
        machine.put(&array, &Value::text("length"), property(zero(), [true, false, false]));
        let method = machine.program.array_method;
        machine.set_methods(&array, method.into_iter());
        let string = self.holder(machine, "String.prototype");
        machine.put(&string, &Value::text("length"), property(zero(), [false; 3]));
        let methods = machine.methods_of("string exotic object");
        machine.set_methods(&string, methods.into_iter());
        let object = self.holder(machine, "Object.prototype");
        let methods = machine.methods_of("immutable prototype exotic object");
        machine.set_methods(&object, methods.into_iter());
        self.restricted(machine);
    }

    /// `AddRestrictedFunctionProperties ( %Function.prototype%, realm )`.
    fn restricted(&mut self, machine: &mut Machine<'_>) {
        let thrower = self.holder(machine, "ThrowTypeError");
        machine.heap.set_field(&thrower, names::EXTENSIBLE, Value::Boolean(false));
        let function = self.holder(machine, "Function.prototype");
        for key in ["caller", "arguments"] {
            let accessor = Property {
                first: thrower.clone(),
                set: Some(thrower.clone()),
                writable: false,
                enumerable: false,
                configurable: true,
            };
            machine.put(&function, &Value::text(key), accessor);
        }
    }

    fn global(&mut self, machine: &mut Machine<'_>) {
        let global = self.holder(machine, "(global)");
        let hidden = |name: &str| {
            HIDDEN.contains(&name) || name.ends_with("Prototype") || name.contains(['.', '[', '('])
        };
        let globals: Vec<_> = self.made.iter().filter(|(name, _)| !hidden(name)).collect();
        for (name, object) in globals {
            machine.put_hidden(&global, name, object.clone());
        }
        let constants = [
            ("Infinity", Value::Number(f64::INFINITY)),
            ("NaN", Value::Number(f64::NAN)),
            ("undefined", Value::Undefined),
        ];
        for (name, value) in constants {
            machine.put(&global, &Value::text(name), property(value, [false; 3]));
        }
        machine.put_hidden(&global, "globalThis", global.clone());
        let realm = machine.realm.clone();
        machine.heap.set_field(&realm, names::GLOBAL_OBJECT, global);
    }
}

/// The `name` of a function from the key it has.
fn shown(key: &str) -> String {
    match key.strip_prefix("[@@").and_then(|key| key.strip_suffix(']')) {
        Some(symbol) => format!("[Symbol.{symbol}]"),
        None => key.to_owned(),
    }
}

/// Values that steps of the text make, once there is a realm to run them in: the clause's title, the
/// object and the key.
const INITIAL_STEPS: &[(&str, &str, &str)] = &[
    ("Array.prototype [ %Symbol.unscopables% ]", "Array.prototype", "[@@unscopables]"),
    ("Array.prototype [ @@unscopables ]", "Array.prototype", "[@@unscopables]"),
];

pub(super) fn run_initial_steps(machine: &mut Machine<'_>, objects: &Objects) -> Result<(), Stop> {
    for (title, holder, key) in INITIAL_STEPS {
        let steps = machine.program.names.find(title);
        let steps = steps.and_then(|title| machine.program.operations.get(&title)).copied();
        let place = objects.made.get(*holder).zip(machine.key_of(key));
        let (Some(steps), Some((object, key))) = (steps, place) else { continue };
        let frames = machine.frames.len();
        machine.enter(steps, Vec::new(), None);
        let value = machine.run(frames)?;
        machine.put(object, &key, property(value, FIXED));
    }
    Ok(())
}
