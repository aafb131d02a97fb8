//! The objects that every program finds, and how a program can name them.

use std::collections::{HashMap, VecDeque};

use parallax_spec::run::{
    Content, ObjectId, Outcome, RunOptions, Seen, SeenKey, Specification, State,
};

use super::inject::{member, text};

/// Objects whose prototypes, and what those hold, have no names of their own.
const HIDDEN: &[&str] = &[
    "function * ( ) { }",
    "async function ( ) { }",
    "async function * ( ) { }",
    "( function * ( ) { yield 0 ; } ) ( )",
    "( async function * ( ) { yield 0 ; } ) ( )",
    "[ 0 , 1 ] . values ( )",
    "new Map ( [ [ 0 , 1 ] ] ) . entries ( )",
    "new Set ( [ 0 , 1 ] ) . values ( )",
    "\"ab\" [ Symbol . iterator ] ( )",
    "/a/g [ Symbol . matchAll ] ( \"aa\" )",
    "[ 0 , 1 ] . values ( ) . map ( function ( x ) { return x ; } )",
    "Iterator . from ( { next ( ) { return { done : true } ; } } )",
    "new Int8Array ( 4 )",
];

/// Values that are not made by constructors, or not well.
const LITERALS: &[&str] = &[
    "\"ab\"",
    "1.5",
    "1n",
    "true",
    "Symbol ( \"a\" )",
    "[ 0 , 1 , 2 ]",
    "{ a : 0 }",
    "function ( ) { }",
    "/a/g",
    "Promise . resolve ( 0 )",
    "new Map ( [ [ 0 , 1 ] ] )",
    "new Set ( [ 0 , 1 ] )",
    "new ArrayBuffer ( 8 , { maxByteLength : 16 } )",
    "new SharedArrayBuffer ( 8 , { maxByteLength : 16 } )",
    "new Int32Array ( new SharedArrayBuffer ( 8 ) )",
];
/// So many values are kept for each prototype.
const MAX_INSTANCES: usize = 6;

/// A function of the edition.
#[derive(Clone, Debug)]
pub struct Function {
    /// An expression that gives it.
    pub path: String,
    /// An expression that gives the object it is a property of.
    pub holder: Option<String>,
    /// Its `length`.
    pub length: usize,
    /// Whether it can be constructed with.
    pub constructor: bool,
}

/// The objects of a fresh realm.
#[derive(Clone, Debug, Default)]
pub struct Realm {
    /// Expressions that give them.
    pub paths: HashMap<ObjectId, String>,
    /// Expressions that give the well-known symbols.
    pub symbols: HashMap<u32, String>,
    /// The prototypes of the language's errors, and their constructors' names.
    pub errors: HashMap<ObjectId, String>,
    /// The names of the global object's own properties.
    pub globals: Vec<String>,
    /// All functions.
    pub functions: Vec<Function>,
    /// The path of each object, with expressions for its keys.
    pub properties: Vec<(String, Vec<String>)>,
    /// For the path of a prototype object, expressions that give what inherits from it.
    pub instances: HashMap<String, Vec<String>>,
}

impl Realm {
    /// Looks at the realm of an edition.
    pub fn read(specification: &Specification) -> Self {
        let fresh = specification.look(specification.fresh());
        let mut realm = Realm::default();
        let symbols = fresh.well_known_symbols().into_iter();
        realm.symbols = symbols.map(|(name, it)| (it, format!("Symbol.{name}"))).collect();
        let Some(global) = fresh.global() else { return realm };
        realm.paths.insert(global, "globalThis".to_owned());
        let mut work = VecDeque::new();
        for (key, property) in fresh.properties(global).unwrap_or_default() {
            let SeenKey::Text(key) = key else { continue };
            let name = String::from_utf16_lossy(&key);
            // What shells have, engines need not have.
            let ours = matches!(name.as_str(), "print" | "console");
            if let (Content::Data(Seen::Object(object), _), false) = (property.content, ours) {
                work.push_back((object, name.clone(), None));
            }
            realm.globals.push(name);
        }
        realm.walk(&fresh, work);
        for hidden in HIDDEN {
            realm.add_hidden(specification, hidden);
        }
        let constructors = realm.functions.iter().filter(|it| it.constructor);
        let made = constructors.flat_map(|it| {
            let class =
                if it.path.contains('(') { format!("( {} )", it.path) } else { it.path.clone() };
            ["", "4", "{ }", "function ( ) { }", "new ArrayBuffer ( 8 )"]
                .map(|argument| format!("new {class} ( {argument} )"))
        });
        let made: Vec<String> = made.collect();
        for expression in HIDDEN.iter().chain(LITERALS).map(|it| (*it).to_owned()).chain(made) {
            realm.add_instance(specification, &expression);
        }
        for (name, object) in fresh.intrinsics() {
            if let Some(name) = name.strip_suffix(".prototype").filter(|it| it.ends_with("Error")) {
                realm.errors.insert(object, name.to_owned());
            }
        }
        realm
    }

    /// Notes that what an expression gives inherits from some prototypes.
    fn add_instance(&mut self, specification: &Specification, expression: &str) {
        let Some((value, state)) = evaluate(specification, expression) else { return };
        let mut object = match value {
            Seen::Object(object) => state.prototype(object),
            primitive => self.prototype_of(&primitive).map(Seen::Object),
        };
        // What inherits from nearly everything is no help.
        for _ in 0..2 {
            let Some(Seen::Object(prototype)) = object else { break };
            if let Some(path) = self.paths.get(&prototype) {
                let instances = self.instances.entry(path.clone()).or_default();
                if instances.len() < MAX_INSTANCES {
                    instances.push(expression.to_owned());
                }
            }
            object = state.prototype(prototype);
        }
    }

    /// The prototype that a primitive's properties come from.
    fn prototype_of(&self, primitive: &Seen) -> Option<ObjectId> {
        let path = match primitive {
            Seen::Boolean(_) => "Boolean.prototype",
            Seen::Number(_) => "Number.prototype",
            Seen::BigInt(_) => "BigInt.prototype",
            Seen::Text(_) => "String.prototype",
            Seen::Symbol(_) => "Symbol.prototype",
            _ => return None,
        };
        self.paths.iter().find(|(_, own)| *own == path).map(|(object, _)| *object)
    }

    /// What is reached from the prototypes of an object that a program makes.
    fn add_hidden(&mut self, specification: &Specification, expression: &str) {
        let Some((Seen::Object(object), state)) = evaluate(specification, expression) else {
            return;
        };
        let mut object = Some(object);
        let mut path = format!("( {expression} )");
        while let Some(Seen::Object(prototype)) = object.and_then(|it| state.prototype(it)) {
            path = format!("Object.getPrototypeOf({path})");
            if specification.is_of_realm(prototype) {
                self.walk(&state, VecDeque::from([(prototype, path.clone(), None)]));
            }
            object = Some(prototype);
        }
    }

    /// Names everything that is reached from these, the nearest first.
    fn walk(&mut self, state: &State, mut work: VecDeque<(ObjectId, String, Option<String>)>) {
        // What has a name is called by it.
        let mut later = VecDeque::new();
        while let Some((object, path, holder)) = work.pop_front().or_else(|| later.pop_front()) {
            if self.paths.contains_key(&object) {
                continue;
            }
            self.paths.insert(object, path.clone());
            if state.is_callable(object) {
                let length = length(state, object);
                let constructor = state.is_constructor(object);
                self.functions.push(Function { path: path.clone(), holder, length, constructor });
            }
            let stored = state.stored(object).unwrap_or_default();
            let keys = stored.iter().filter_map(|(key, _)| self.key(key)).collect();
            self.properties.push((path.clone(), keys));
            for (key, property) in stored {
                let Some(key) = self.key(&key) else { continue };
                let holder = Some(path.clone());
                match property.content {
                    Content::Data(Seen::Object(value), _) => {
                        work.push_back((value, member(&path, &key), holder));
                    }
                    Content::Data(..) => {}
                    Content::Accessor(get, set) => {
                        let whole = format!("Object.getOwnPropertyDescriptor({path}, {key})");
                        for (value, which) in [(get, "get"), (set, "set")] {
                            if let Seen::Object(value) = value {
                                let path = format!("{whole}.{which}");
                                work.push_back((value, path, holder.clone()));
                            }
                        }
                    }
                }
            }
            if let Some(Seen::Object(prototype)) = state.prototype(object) {
                later.push_back((prototype, format!("Object.getPrototypeOf({path})"), None));
            }
        }
    }

    /// An expression that gives a key, if a program can name it.
    pub fn key(&self, key: &SeenKey) -> Option<String> {
        match key {
            SeenKey::Text(units) => Some(text(units)),
            SeenKey::Symbol(symbol) => self.symbols.get(symbol).cloned(),
        }
    }
}

/// What an expression gives, and what it leaves behind; nothing where it throws.
fn evaluate(specification: &Specification, expression: &str) -> Option<(Seen, State)> {
    let source = format!("var hidden = {expression} ;");
    let run = specification.run(&source, &RunOptions { state: true, ..RunOptions::default() });
    let state = run.state.filter(|_| matches!(run.outcome, Outcome::Normal(_)))?;
    let global = state.global().and_then(|it| state.properties(it)).unwrap_or_default();
    let hidden = global.into_iter().find_map(|(key, property)| match (key, property.content) {
        (SeenKey::Text(key), Content::Data(value, _)) => {
            (String::from_utf16_lossy(&key) == "hidden").then_some(value)
        }
        _ => None,
    });
    hidden.map(|value| (value, state))
}

fn length(state: &State, function: ObjectId) -> usize {
    let properties = state.properties(function).unwrap_or_default();
    let name: Vec<u16> = "length".encode_utf16().collect();
    let found = properties.into_iter().find(|(key, _)| *key == SeenKey::Text(name.clone()));
    match found.map(|(_, property)| property.content) {
        Some(Content::Data(Seen::Number(length), _)) => length.clamp(0.0, 10.0) as usize,
        _ => 0,
    }
}
