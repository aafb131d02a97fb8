//! Which objects are looked into at a pause, and what is shown of them, for both inspector protocols.

use parallax_model::{
    Member, MemberKind, Members, OBJECT_LIMIT, Observation, Pause, ScopeKind, Value, Variable,
};

use crate::protocols::{Preview, PreviewProperty, RemoteObject};
use crate::v8;

/// An object with more members than this takes too long to be looked into at each pause.
pub const HUGE: usize = 1_000;

/// Objects that look plain and are not, and those of whole realms.
const OPAQUE: &[&str] = &[
    "Arguments",
    "BigInt",
    "Boolean",
    "GlobalObject",
    "JSGlobalProxy",
    "Module",
    "Number",
    "Object [global]",
    "String",
    "Symbol",
    "Window",
    "global",
    "globalThis",
];

/// The objects that the variables of a pause hold.
#[derive(Debug, Default)]
pub struct Inside {
    /// Those that are to be looked into.
    pub objects: Vec<Object>,
    /// The variables that were read so far.
    count: usize,
}

/// An object that is to be looked into.
#[derive(Debug)]
pub struct Object {
    /// The inspector's name of it.
    pub id: String,
    /// The number of its variable among all that are shown.
    pub number: Number,
    /// Whether it is an array.
    pub is_array: bool,
    /// Whether it is a map or a set.
    pub is_collection: bool,
}

/// Which variable holds an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// `this`.
    This,
    /// Counted over all scopes.
    Variable(usize),
}

/// Whether the objects in a scope are looked into: those of functions on the stack and, where only the
/// script is on it, the script's. Looking into everything that a script has costs too much at each pause.
pub fn is_looked_into(kind: ScopeKind, frames: usize) -> bool {
    is_own(kind) || (kind == ScopeKind::Script && frames == 1)
}

/// Whether a scope is of the frame's own function.
pub fn is_own(kind: ScopeKind) -> bool {
    matches!(kind, ScopeKind::Block | ScopeKind::Catch | ScopeKind::Eval | ScopeKind::Function)
}

impl Inside {
    /// A variable that holds no object.
    pub fn plain(&mut self, name: String, value: Value) -> Variable {
        self.count += 1;
        Variable::new(name, value)
    }

    /// What is shown for `this`. That of scripts and of functions that were called without one is
    /// the global object, which is never looked into.
    pub fn this(&mut self, mirror: RemoteObject) -> Variable {
        let is_instance = mirror.class_name.as_deref().is_some_and(|class| class != "Object");
        if is_instance {
            self.note(&mirror, Number::This);
        }
        Variable::new("this", v8::value(mirror))
    }

    /// A variable as it is mirrored, in a scope that is looked into or not.
    pub fn variable(&mut self, name: String, mut mirror: RemoteObject, is_open: bool) -> Variable {
        let number = Number::Variable(self.count);
        self.count += 1;
        if !is_open {
            return Variable::new(name, v8::value(mirror));
        }
        let members = mirror.preview.take().and_then(|it| previewed_members(&mirror, it));
        if members.is_none() {
            self.note(&mirror, number);
        }
        Variable { name, value: v8::value(mirror), members }
    }

    /// Notes an object that is to be looked into.
    fn note(&mut self, mirror: &RemoteObject, number: Number) {
        let class = mirror.class_name.as_deref().unwrap_or_default();
        let is_plain = mirror.kind == "object" && !OPAQUE.contains(&class);
        let (is_array, is_collection) = match mirror.subtype.as_deref() {
            None => (false, false),
            Some("array" | "typedarray") if size(mirror).is_some_and(|it| it <= HUGE) => {
                (true, false)
            }
            Some("map" | "set") => (false, true),
            Some(_) => return,
        };
        if let Some(id) = &mirror.object_id
            && is_plain
            && self.objects.len() < OBJECT_LIMIT
        {
            self.objects.push(Object { id: id.clone(), number, is_array, is_collection });
        }
    }

    /// Puts members where they belong.
    pub fn fill(&self, pause: &mut Pause, read: Vec<(Number, Members)>) {
        for (number, members) in read {
            let variable = match number {
                Number::This => pause.this.as_deref_mut(),
                // `this` comes last of all.
                Number::Variable(at) if at < self.count => pause.variables_mut().nth(at),
                Number::Variable(_) => None,
            };
            if let Some(variable) = variable {
                variable.members = Some(members);
            }
        }
    }
}

/// How many elements an object has, by its description: `Array(3)`; JavaScriptCore has a field.
fn size(mirror: &RemoteObject) -> Option<usize> {
    if let Some(size) = mirror.size {
        return usize::try_from(size).ok();
    }
    let description = mirror.description.as_deref()?;
    description.rsplit_once('(')?.1.strip_suffix(')')?.parse().ok()
}

/// What a preview shows of an object, if it shows all that is needed.
fn previewed_members(mirror: &RemoteObject, preview: Preview) -> Option<Members> {
    let class = mirror.class_name.as_deref().unwrap_or_default();
    if mirror.kind != "object" || OPAQUE.contains(&class) {
        return None;
    }
    match mirror.subtype.as_deref() {
        Some("map" | "set") => entries(mirror, preview),
        // Of an array the first elements will do.
        Some("array") => properties(preview, size(mirror), |name| !is_index(name)),
        Some("typedarray") => properties(preview, size(mirror), |name| !is_index(name)),
        // V8 lists accessors of built-in prototypes here as well; those that it does have symbols.
        None if !preview.overflow => properties(preview, None, |name| name.starts_with("Symbol(")),
        _ => None,
    }
}

fn is_index(name: &str) -> bool {
    name.bytes().all(|it| it.is_ascii_digit())
}

/// The properties in a preview; none if the value of one of them is only shown in part.
fn properties(
    preview: Preview,
    size: Option<usize>,
    is_hidden: fn(&str) -> bool,
) -> Option<Members> {
    let own = preview.properties.into_iter();
    // Some internal slots are shown as if they were properties.
    let is_slot = |it: &PreviewProperty| it.internal || it.name.starts_with("[[");
    let own = own.filter(|it| !is_slot(it) && it.name != "__proto__" && !is_hidden(&it.name));
    let mut members = Vec::new();
    for property in own {
        let is_private = property.is_private || property.name.starts_with('#');
        let value = match property.kind.as_str() {
            "accessor" => None,
            _ => Some(previewed(Preview {
                kind: property.kind,
                subtype: property.subtype,
                description: property.value,
                ..Preview::default()
            })),
        };
        if value == Some(Value::Unavailable) {
            return None;
        }
        let kind = if is_private { MemberKind::Private } else { MemberKind::Property };
        members.push(Member { kind, name: property.name, value });
    }
    // Of an array that has holes it is not certain how many elements there are.
    let more = size.filter(|_| preview.overflow).unwrap_or(0).saturating_sub(members.len());
    Some(Members::bounded(members, more as u64))
}

/// The entries of a collection that its preview shows.
fn entries(mirror: &RemoteObject, preview: Preview) -> Option<Members> {
    let size = size(mirror)?;
    let shown = preview.entries.into_iter().map(|entry| Member {
        kind: MemberKind::Entry,
        name: entry.key.map(|key| key_name(&previewed(key))).unwrap_or_default(),
        value: Some(previewed(entry.value)),
    });
    let shown: Vec<Member> = shown.collect();
    let more = size.saturating_sub(shown.len()) as u64;
    (more == 0 || preview.overflow).then(|| Members::bounded(shown, more))
}

/// The name of an entry by its key. The label of an object is the debugger's own.
pub fn key_name(key: &Value) -> String {
    match key {
        Value::Object(_) => "object".to_owned(),
        key => key.to_string(),
    }
}

/// A value that is only shown in a preview. Of a long text the middle is missing.
fn previewed(preview: Preview) -> Value {
    let description = preview.description.unwrap_or_default();
    match preview.kind.as_str() {
        "string" if description.contains('\u{2026}') => Value::Unavailable,
        "string" => Value::string(&description),
        "number" => description.parse().map_or(Value::Unavailable, Value::number),
        "boolean" => Value::Boolean(description == "true"),
        "undefined" => Value::Undefined,
        "bigint" if description.contains('\u{2026}') => Value::Unavailable,
        "bigint" => Value::BigInt(description.trim_end_matches('n').to_owned()),
        "function" => Value::Function,
        "object" if preview.subtype.as_deref() == Some("null") => Value::Null,
        "object" => Value::Object(description),
        "symbol" => {
            let inner = description.strip_prefix("Symbol(").and_then(|it| it.strip_suffix(')'));
            Value::Symbol(inner.unwrap_or_default().to_owned())
        }
        _ => Value::Unavailable,
    }
}
/// The answer to setting a variable, where it was set by an assignment.
pub fn assigned(evaluated: Observation) -> Observation {
    match evaluated {
        Observation::Evaluated(Ok(_)) => Observation::Done,
        refused => refused,
    }
}
