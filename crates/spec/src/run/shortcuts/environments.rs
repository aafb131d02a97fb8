//! Identifiers: where they are bound, and to what.

use super::{Entry, Known, Path};
use crate::run::heap::Binding;
use crate::run::machine::Machine;
use crate::run::names::{self, Name};
use crate::run::stop::Stop;
use crate::run::text::Text;
use crate::run::value::Value;
use crate::run::values::value_key;

/// What looking for a name runs.
const SEARCH: &[&str] = &[
    "sec-getidentifierreference",
    "sec-declarative-environment-records-hasbinding-n",
    "sec-global-environment-records-hasbinding-n",
    "sec-object-environment-records-hasbinding-n",
    "sec-hasproperty",
    "sec-ordinaryhasproperty",
    "sec-ordinarygetownproperty",
];

pub(super) const ALL: &[Entry] = &[
    Entry { clauses: &[SEARCH], known: &[0x1c31_2fdb_6d41_e8b3], shortcut: reference },
    Entry {
        clauses: &[&["sec-resolvebinding"], SEARCH],
        known: &[0x3106_055c_608b_695a],
        shortcut: resolve,
    },
    Entry {
        clauses: &[
            &[
                "sec-identifiers-runtime-semantics-evaluation",
                "sec-static-semantics-stringvalue",
                "sec-resolvebinding",
            ],
            SEARCH,
        ],
        known: &[0xf4b8_e31f_4698_51cf],
        shortcut: identifier,
    },
    Entry {
        clauses: &[&["sec-createperiterationenvironment", "sec-newdeclarativeenvironment"]],
        known: &[0xba6f_2890_3f91_11f5],
        shortcut: next_iteration,
    },
];

const FOUND: Path = Path(0);
const OUTWARD: Path = Path(1);
const FOUND_IN_GLOBAL: Path = Path(2);
const FOUND_IN_OBJECT: Path = Path(3);
const FOUND_ACCESSOR: Path = Path(4);
const ITERATION: Path = Path(5);
const RESOLVED: Path = Path(6);
const IDENTIFIER: Path = Path(7);

/// Where a name is bound.
pub(super) enum Bound<'m> {
    Here(&'m Binding),
    /// In the declarative part of a Global Environment Record.
    InGlobal(&'m Binding),
    /// As an own property of the global object, with the object; whether it is a data property.
    InObject(&'m Value, bool),
    /// Not here, and not in an environment that steps of other kinds look into.
    Outward,
}

impl Machine<'_> {
    /// Where an environment binds a name, if it is one that can be said of without steps.
    pub(super) fn bound(&self, known: &Known, env: &Value, name: &Text) -> Option<Bound<'_>> {
        let record = self.heap.as_record(env)?;
        let find = |record: &'_ [Binding]| record.iter().position(|it| it.name == *name);
        if is_declarative(known, record.kind) || record.kind == known.module {
            let at = find(&record.bindings);
            return Some(at.map_or(Bound::Outward, |at| Bound::Here(&record.bindings[at])));
        }
        if record.kind != known.global {
            return None;
        }
        let declared = self.heap.as_record(self.heap.field(env, known.declarative_record)?)?;
        if let Some(at) = find(&declared.bindings) {
            return Some(Bound::InGlobal(&declared.bindings[at]));
        }
        let objects = self.heap.field(env, known.object_record)?;
        let is_with = self.heap.field(objects, known.is_with)?;
        let object = self.heap.field(objects, known.binding_object)?;
        let part = self.heap.as_object(object)?;
        let property = part.property(&value_key(&Value::Text(name.clone()))?)?;
        let plain = matches!(is_with, Value::Boolean(false)) && part.methods.is_empty();
        plain.then_some(Bound::InObject(object, property.set.is_none()))
    }
}

pub(super) fn is_declarative(known: &Known, kind: Name) -> bool {
    kind == known.declarative || kind == known.function
}

/// `GetIdentifierReference`
fn reference(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let [env, name, strict] = [0, 1, 2].map(|at| machine.argument(base, at).clone());
    let Value::Text(name) = name else { return Ok(None) };
    Ok(match machine.lookup(&env, &name) {
        Some(Lookup { is_new: false, env, .. }) => machine.new_reference_to(env, name, strict),
        Some(Lookup { first, .. }) => {
            machine.paths.add(first);
            None
        }
        None => None,
    })
}

/// `ResolveBinding`, in the environment that is running.
fn resolve(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let is_here = matches!(machine.argument(base, 1), Value::Absent | Value::Undefined);
    match machine.argument(base, 0).clone() {
        Value::Text(name) if is_here => Ok(machine.resolved(name, &[RESOLVED])),
        _ => Ok(None),
    }
}

/// Evaluation of an `IdentifierReference` without escapes.
fn identifier(machine: &mut Machine<'_>, _: usize) -> Result<Option<Value>, Stop> {
    let Some(node) = machine.shortened else { return Ok(None) };
    let text = machine.piece_text(node);
    if text.is_empty() || text.contains('\\') {
        return Ok(None);
    }
    let name = text.encode_utf16().collect();
    Ok(machine.resolved(name, &[IDENTIFIER, RESOLVED]))
}

/// Where a name was found: by which path first, and whether one of the paths is new.
struct Lookup {
    first: Path,
    is_new: bool,
    env: Value,
}

impl Machine<'_> {
    /// Looks for a name from an environment outward. Each is looked into by a call of its own.
    fn lookup(&self, env: &Value, name: &Text) -> Option<Lookup> {
        let known = self.known()?;
        let mut env = env;
        let (mut first, mut is_new) = (None, false);
        loop {
            let path = match self.bound(known, env, name)? {
                Bound::Here(_) => FOUND,
                Bound::Outward => OUTWARD,
                Bound::InGlobal(_) => FOUND_IN_GLOBAL,
                Bound::InObject(_, true) => FOUND_IN_OBJECT,
                Bound::InObject(_, false) => FOUND_ACCESSOR,
            };
            is_new |= !self.paths.has(path);
            let first = *first.get_or_insert(path);
            if path != OUTWARD {
                return Some(Lookup { first, is_new, env: env.clone() });
            }
            env = self.heap.field(env, names::OUTER)?;
        }
    }

    /// What a name is resolved to in the environment that is running, where these paths and those of the
    /// search were run before.
    fn resolved(&mut self, name: Text, paths: &[Path]) -> Option<Value> {
        let context = self.contexts.last()?;
        let env = self.heap.field(context, names::LEXICAL_ENVIRONMENT)?;
        let Lookup { is_new, env, .. } = self.lookup(env, &name)?;
        // Only the first is this operation's own; the others are run by a call of theirs.
        if !self.was_run(*paths.first()?) || is_new || !paths.iter().all(|it| self.paths.has(*it)) {
            return None;
        }
        let running = self.shortened.or_else(|| self.frames.iter().rev().find_map(|it| it.node));
        let strict = self.is_strict(&Value::Piece(running?));
        self.new_reference_to(env, name, Value::Boolean(strict))
    }

    fn new_reference_to(&mut self, env: Value, name: Text, strict: Value) -> Option<Value> {
        let known = *self.known()?;
        let fields = vec![
            (known.base, env),
            (known.referenced_name, Value::Text(name)),
            (known.strict, strict),
            (known.this_value, Value::Enum(names::EMPTY)),
        ];
        Some(self.heap.record(known.reference, fields))
    }
}

/// `CreatePerIterationEnvironment`, of an environment that has these bindings and no others.
fn next_iteration(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let Some(known) = machine.known().copied() else { return Ok(None) };
    let Some(context) = machine.contexts.last().cloned() else { return Ok(None) };
    let Some(last) = machine.heap.field(&context, names::LEXICAL_ENVIRONMENT).cloned() else {
        return Ok(None);
    };
    let names = machine.heap.as_list(machine.argument(base, 0)).unwrap_or_default();
    let Some(record) = machine.heap.as_record(&last) else { return Ok(None) };
    let is_bound = |(name, binding): (&Value, &Binding)| {
        let same = matches!(name, Value::Text(name) if *name == binding.name);
        same && binding.value.is_some() && binding.mutable && binding.strict && !binding.deletable
    };
    let fits = !names.is_empty()
        && record.kind == known.declarative
        && record.bindings.len() == names.len()
        && names.iter().zip(&record.bindings).all(is_bound);
    if !fits {
        return Ok(None);
    }
    let (fields, bindings) = (record.fields.clone(), record.bindings.clone());
    if !machine.was_run(ITERATION) {
        return Ok(None);
    }
    let next = machine.heap.record(known.declarative, fields);
    if let Some(record) = machine.heap.as_record_mut(&next) {
        record.bindings = bindings;
    }
    machine.heap.set_field(&context, names::LEXICAL_ENVIRONMENT, next);
    Ok(Some(Value::Enum(known.unused)))
}
