//! Firefox's environments and grips, read as scopes and values.

use std::collections::HashSet;

use parallax_model::{
    Member, MemberKind, Members, Misbehaviour, Scope, ScopeKind, Value, Variable,
};
use serde_json::value::RawValue;

use crate::inside::key_name;
use crate::protocols::rdp::{Binding, Bindings, Environment, Grip, Preview, Unnamed};
use crate::rpc::read;

/// A long string in a scope, whose text is still to be fetched.
#[derive(Debug, PartialEq, Eq)]
pub struct LongString {
    /// Index of the scope.
    pub scope: usize,
    /// Index of the variable in it.
    pub variable: usize,
    /// The string's actor.
    pub actor: String,
    /// Its length in UTF-16 code units.
    pub length: u64,
}

/// The scopes of a frame, innermost first, without the global object.
#[derive(Debug, Default)]
pub struct Scopes {
    /// The scopes.
    pub read: Vec<Scope>,
    /// What is missing in them.
    pub long: Vec<LongString>,
}

impl Scopes {
    /// Reads the environment of a frame, which may be one of `eval` code.
    pub fn new(environment: &RawValue, is_eval: bool) -> Result<Self, Misbehaviour> {
        let mut scopes = Scopes::default();
        let mut owner = if is_eval { Owner::Eval } else { Owner::Frame };
        let mut next = Some(environment.to_owned());
        while let Some(level) = next {
            let level: Environment = read("environment", level.get())?;
            let Some(kind) = kind(&level, &mut owner) else { break };
            scopes.push(kind, level.bindings.unwrap_or_default())?;
            next = level.parent;
        }
        Ok(scopes)
    }

    fn push(&mut self, kind: ScopeKind, bindings: Bindings) -> Result<(), Misbehaviour> {
        let mut variables = Vec::new();
        let mut seen = HashSet::new();
        let parameters = bindings.arguments.into_iter().flat_map(|named| named.0);
        for (name, binding) in parameters.chain(bindings.variables.0) {
            // A parameter that is there twice has one value: Firefox asks for it by its name.
            if !seen.insert(name.clone()) {
                continue;
            }
            let value = match binding.value.as_deref().map(shown).transpose()? {
                Some(Shown::Whole(value)) => value,
                Some(Shown::Long { actor, length }) => {
                    let (scope, variable) = (self.read.len(), variables.len());
                    self.long.push(LongString { scope, variable, actor, length });
                    Value::Unavailable
                }
                None => Value::Unavailable,
            };
            let members = binding.value.as_deref().and_then(members);
            variables.push(Variable { name, value, members });
        }
        self.read.push(Scope { kind, variables });
        Ok(())
    }

    /// Puts a long string's text where it belongs.
    pub fn fill(&mut self, long: &LongString, text: &str) {
        let scope = self.read.get_mut(long.scope);
        if let Some(variable) = scope.and_then(|scope| scope.variables.get_mut(long.variable)) {
            variable.value = Value::string(text);
        }
    }
}

/// Whose scopes are being passed on the way out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The frame's own.
    Frame,
    /// The frame's own, and it has no function: the first one that comes encloses it.
    Eval,
    /// The frame's function has been passed; only its name may still come.
    FrameOuter,
    /// Enclosing functions'.
    Enclosing,
}

/// The kind of a scope; none for the global object and for the scopes of a frame that is dead.
fn kind(level: &Environment, owner: &mut Owner) -> Option<ScopeKind> {
    let scope = level.scope_kind.as_deref().unwrap_or_default();
    match (level.kind.as_deref()?, scope) {
        ("object", _) => return None,
        (_, "global" | "module") => return Some(ScopeKind::Script),
        ("with", _) => return Some(ScopeKind::With),
        (_, "named lambda" | "strict named lambda") if *owner == Owner::FrameOuter => {
            *owner = Owner::Enclosing;
            return Some(ScopeKind::FunctionName);
        }
        _ => {}
    }
    let of_function = matches!(scope, "function" | "function lexical" | "function body var");
    let is_own = *owner == Owner::Frame || (*owner == Owner::Eval && !of_function);
    if !is_own {
        *owner = Owner::Enclosing;
        return Some(ScopeKind::Closure);
    }
    Some(match scope {
        "function" => {
            *owner = Owner::FrameOuter;
            ScopeKind::Function
        }
        "function lexical" | "function body var" => ScopeKind::Function,
        "catch" | "simple catch" => ScopeKind::Catch,
        "eval" | "strict eval" => ScopeKind::Eval,
        _ => ScopeKind::Block,
    })
}

/// The value that Firefox gives for an expression. Of a string that is too long for a packet only
/// the beginning is there.
pub fn value(raw: &RawValue) -> Result<Value, Misbehaviour> {
    Ok(match shown(raw)? {
        Shown::Whole(value) => value,
        Shown::Long { .. } => Value::Unavailable,
    })
}

/// What Firefox shows for `this`.
pub fn this(raw: &RawValue) -> Result<Variable, Misbehaviour> {
    Ok(Variable { members: members(raw), ..Variable::new("this", value(raw)?) })
}

/// What Firefox shows inside of an object without being asked. Only objects of which it shows their own
/// properties, elements or entries are of interest.
fn members(raw: &RawValue) -> Option<Members> {
    let grip: Grip = raw.get().starts_with('{').then(|| read("grip", raw.get()).ok())??;
    let class = grip.class?;
    let preview: Preview = read("preview", grip.preview?.get()).ok()?;
    match (preview.kind.as_str(), class.as_str()) {
        ("Object", "Object") => Some(properties(preview)),
        ("ArrayLike", "Set") => {
            let count = preview.items.len() as u64;
            let shown = preview.items.into_iter().map(|item| {
                let kind = MemberKind::Entry;
                Member { kind, name: String::new(), value: item.map(|item| inner(&item)) }
            });
            Some(Members::bounded(shown.collect(), preview.length?.saturating_sub(count)))
        }
        ("ArrayLike", class) if class.ends_with("Array") => {
            let count = preview.items.len() as u64;
            let items = preview.items.into_iter().enumerate();
            let shown = items.filter_map(|(at, item)| {
                let (kind, name) = (MemberKind::Property, at.to_string());
                Some(Member { kind, name, value: Some(inner(&item?)) })
            });
            Some(Members::bounded(shown.collect(), preview.length?.saturating_sub(count)))
        }
        ("MapLike", "Map") => {
            let count = preview.entries.len() as u64;
            let shown = preview.entries.into_iter().map(|(key, value)| {
                let (kind, name) = (MemberKind::Entry, key_name(&inner(&key)));
                Member { kind, name, value: Some(inner(&value)) }
            });
            Some(Members::bounded(shown.collect(), preview.size?.saturating_sub(count)))
        }
        _ => None,
    }
}

/// The own properties in a preview.
fn properties(preview: Preview) -> Members {
    let named = preview.own_properties.0;
    let [all, symbols, private] = [
        (preview.own_properties_length, named.len()),
        (preview.own_symbols_length, preview.own_symbols.len()),
        (preview.private_properties_length, preview.private_properties.len()),
    ]
    .map(|(all, shown)| all.unwrap_or(0).saturating_sub(shown as u64));
    let named = named.into_iter().map(|(name, it)| member(MemberKind::Property, name, it));
    let symbol = |it: Unnamed| {
        let name = it.name.as_deref().map(beginning).unwrap_or_default();
        let name = if name.starts_with("Symbol(") { name } else { format!("Symbol({name})") };
        member(MemberKind::Property, name, it.descriptor)
    };
    let private = (
        preview.private_properties.into_iter().map(|it| {
            let name = it.name.as_deref().map(beginning).unwrap_or_default();
            member(MemberKind::Private, name, it.descriptor)
        }),
        private,
    );
    let shown = named.chain(preview.own_symbols.into_iter().map(symbol)).chain(private.0);
    Members::bounded(shown.collect(), all + symbols + private.1)
}

fn member(kind: MemberKind, name: String, descriptor: Binding) -> Member {
    let is_accessor = descriptor.get.is_some() || descriptor.set.is_some();
    let value = descriptor.value.filter(|_| !is_accessor);
    Member { kind, name, value: value.map(|it| inner(&it)) }
}

/// A value inside of an object; what cannot be read is not available.
fn inner(raw: &RawValue) -> Value {
    value(raw).unwrap_or(Value::Unavailable)
}

/// What Firefox shows for a variable.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    Whole(Value),
    Long { actor: String, length: u64 },
}

fn shown(raw: &RawValue) -> Result<Shown, Misbehaviour> {
    let text = raw.get();
    Ok(Shown::Whole(match text.as_bytes().first() {
        Some(b'{') => return grip(read("grip", text)?),
        Some(b'"') => Value::string(&read::<String>("string", text)?),
        Some(b't' | b'f') => Value::Boolean(read("boolean", text)?),
        Some(b'-' | b'0'..=b'9') => Value::number(read("number", text)?),
        _ => return Err(Misbehaviour::Nonsense(format!("not a value: {text:.100}"))),
    }))
}

fn grip(grip: Grip) -> Result<Shown, Misbehaviour> {
    let kind = grip.kind.as_deref().unwrap_or_default();
    Ok(Shown::Whole(match kind {
        "undefined" => Value::Undefined,
        "null" if grip.uninitialized => Value::Uninitialized,
        "null" if grip.optimized_out || grip.missing_arguments => Value::Unavailable,
        "null" => Value::Null,
        "-0" | "NaN" | "Infinity" | "-Infinity" => Value::Number(kind.to_owned()),
        "BigInt" => Value::BigInt(grip.text.unwrap_or_default()),
        "symbol" => Value::Symbol(grip.name.as_deref().map(beginning).unwrap_or_default()),
        "longString" => {
            let (Some(actor), Some(length)) = (grip.actor, grip.length) else {
                return Err(Misbehaviour::Nonsense("a long string without actor or length".into()));
            };
            return Ok(Shown::Long { actor, length });
        }
        "object" => match grip.class.unwrap_or_default().as_str() {
            "Function" | "BoundFunctionObject" => Value::Function,
            class => Value::Object(class.to_owned()),
        },
        _ => Value::Unavailable,
    }))
}

/// A string, or the beginning of one that is too long for a packet; empty for anything else.
pub fn beginning(raw: &RawValue) -> String {
    let text = raw.get();
    match text.as_bytes().first() {
        Some(b'"') => read("string", text).unwrap_or_default(),
        Some(b'{') => {
            read::<Grip>("grip", text).ok().and_then(|grip| grip.initial).unwrap_or_default()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(json: &str) -> Box<RawValue> {
        RawValue::from_string(json.to_owned()).unwrap()
    }

    #[test]
    fn grips_are_read_as_the_values_they_stand_for() {
        let check = |json: &str, expected: Value| {
            assert_eq!(shown(&raw(json)).unwrap(), Shown::Whole(expected), "{json}");
        };
        check("1.5", Value::Number("1.5".into()));
        check("-7", Value::Number("-7".into()));
        check("true", Value::Boolean(true));
        check(r#""a\ud800""#, Value::string(r"a\ud800"));
        check(r#"{"type":"-0"}"#, Value::number(-0.0));
        check(r#"{"type":"NaN"}"#, Value::number(f64::NAN));
        check(r#"{"type":"-Infinity"}"#, Value::number(f64::NEG_INFINITY));
        check(r#"{"type":"BigInt","text":"-10"}"#, Value::BigInt("-10".into()));
        check(r#"{"type":"undefined"}"#, Value::Undefined);
        check(r#"{"type":"null"}"#, Value::Null);
        check(r#"{"type":"null","uninitialized":true}"#, Value::Uninitialized);
        check(r#"{"type":"null","optimizedOut":true}"#, Value::Unavailable);
        check(r#"{"type":"null","missingArguments":true}"#, Value::Unavailable);
        check(r#"{"type":"symbol","actor":"s","name":"d"}"#, Value::Symbol("d".into()));
        check(r#"{"type":"symbol","actor":"s"}"#, Value::Symbol(String::new()));
        check(r#"{"type":"object","actor":"o","class":"Map"}"#, Value::Object("Map".into()));
        check(r#"{"type":"object","class":"Function","name":"f"}"#, Value::Function);
        assert!(shown(&raw("null")).is_err());
        assert!(shown(&raw(r#"{"type":"longString"}"#)).is_err());
    }

    #[test]
    fn the_functions_own_scopes_are_told_from_those_around_it() {
        let levels = [
            r#""type":"block","scopeKind":"lexical","bindings":{"variables":{"z":{"value":1},"a":{"value":2}}}"#,
            r#""type":"block","scopeKind":"simple catch","bindings":{"variables":{"e":{"value":3}}}"#,
            r#""type":"block","scopeKind":"function lexical""#,
            r#""type":"function","scopeKind":"function","bindings":{"arguments":[{"p":{"value":4}},{"p":{"value":4}}],"variables":{"v":{"value":5}}}"#,
            r#""type":"block","scopeKind":"named lambda""#,
            r#""type":"with","scopeKind":"with","object":{}"#,
            r#""type":"block","scopeKind":"lexical""#,
            r#""type":"function","scopeKind":"function""#,
            r#""type":"block","scopeKind":"named lambda""#,
            r#""type":"block","scopeKind":"global""#,
            r#""type":"object","scopeKind":null,"object":{}"#,
        ];
        let chain = levels.iter().rev().fold("null".to_owned(), |parent, level| {
            format!("{{\"actor\":\"env\",{level},\"parent\":{parent}}}")
        });
        let scopes = Scopes::new(&raw(&chain), false).unwrap().read;
        let kinds: Vec<_> = scopes.iter().map(|scope| scope.kind).collect();
        use ScopeKind::*;
        let expected = [
            Block,
            Catch,
            Function,
            Function,
            FunctionName,
            With,
            Closure,
            Closure,
            Closure,
            Script,
        ];
        assert_eq!(kinds, expected);
        let names = |scope: usize| -> Vec<_> {
            scopes[scope].variables.iter().map(|variable| variable.name.as_str()).collect()
        };
        assert_eq!(names(0), ["z", "a"]);
        assert_eq!(names(3), ["p", "v"]);
    }

    #[test]
    fn a_function_that_calls_eval_encloses_what_it_evaluates() {
        let chain = r#"{"type":"block","scopeKind":"lexical","parent":
            {"type":"block","scopeKind":"function lexical","parent":
            {"type":"function","scopeKind":"function","parent":
            {"type":"block","scopeKind":"global","parent":null}}}}"#;
        let kinds = |is_eval| -> Vec<_> {
            let scopes = Scopes::new(&raw(chain), is_eval).unwrap().read;
            scopes.iter().map(|scope| scope.kind).collect()
        };
        use ScopeKind::*;
        assert_eq!(kinds(true), [Block, Closure, Closure, Script]);
        assert_eq!(kinds(false), [Block, Function, Function, Script]);
    }

    #[test]
    fn scopes_may_be_nested_deeper_than_a_parser_goes() {
        let open = r#"{"type":"block","scopeKind":"lexical","bindings":{},"parent":"#;
        let chain = format!("{}null{}", open.repeat(500), "}".repeat(500));
        assert_eq!(Scopes::new(&raw(&chain), false).unwrap().read.len(), 500);
    }

    #[test]
    fn a_dead_frame_has_no_scopes() {
        assert!(Scopes::new(&raw(r#"{"from":"frame1"}"#), false).unwrap().read.is_empty());
    }
}
