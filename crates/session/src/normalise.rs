//! What one protocol merely spells differently, evened out before comparison.
//!
//! Each normalisation has a name and a reason, and can be switched off. None of them may hide what
//! a person in front of the debugger would see.

use parallax_model::{Observation, Pause, ScopeKind, Value, Variable};
use parallax_oracle::names::plain;

/// A named change to an observation.
pub struct Normalisation {
    /// The name that configuration uses.
    pub name: &'static str,
    /// Why what it removes is no difference between debuggers.
    pub reason: &'static str,
    apply: fn(&mut Pause),
}

/// All normalisations, in the order in which they are applied.
pub static ALL: &[Normalisation] = &[
    Normalisation {
        name: "arguments-object",
        reason: "Firefox and Bun list the `arguments` object in every function, V8 only where the \
                 function mentions it. A variable of that name that holds anything else is kept.",
        apply: |pause| {
            keep_variables(pause, |variable| {
                variable.name != "arguments"
                    || !matches!(&variable.value, Value::Object(class) if is_arguments(class))
            });
        },
    },
    Normalisation {
        name: "class-names",
        reason: "For an object, V8 and JavaScriptCore give the constructor's name, Firefox the \
                 internal class. Both are labels made for display; the type stays.",
        apply: |pause| {
            let (mut returned, mut exception) = (pause.returned.take(), pause.exception.take());
            for variable in pause.variables_mut() {
                let members = variable.members.iter_mut().flat_map(|it| &mut it.shown);
                let members = members.filter_map(|it| it.value.as_mut());
                members.chain([&mut variable.value]).for_each(without_class);
            }
            returned.iter_mut().chain(&mut exception).for_each(without_class);
            (pause.returned, pause.exception) = (returned, exception);
        },
    },
    Normalisation {
        name: "function-names",
        reason: "Top-level code, `eval` code and anonymous functions have no name; each protocol has \
                 its own words for that. Firefox and V8 also invent names from the place where a \
                 function is assigned, such as `A.prototype.m` or `outer/<`: the last part is kept.",
        apply: |pause| {
            for frame in &mut pause.stack {
                frame.function = plain(&frame.function);
            }
        },
    },
    Normalisation {
        name: "initializer-frames",
        reason: "V8 runs class fields and static blocks in functions of its own and shows a frame \
                 with an invented name for them; in the others such a frame has no name.",
        apply: |pause| {
            for frame in &mut pause.stack {
                if is_initializer(&frame.function) {
                    frame.function.clear();
                }
            }
        },
    },
    Normalisation {
        name: "internal-variables",
        reason: "Names that no program can spell are the engine's own: `.result` in V8, numbers in \
                 the generators of JavaScriptCore, `this`.",
        apply: |pause| keep_variables(pause, |variable| !is_internal(&variable.name)),
    },
    Normalisation {
        name: "own-scopes",
        reason: "Of enclosing functions V8 keeps, and shows, only what inner functions capture; \
                 Firefox and Bun show all. The frame's own scopes and the script's are compared. \
                 The object of a `with` is an object, not a scope of variables.",
        apply: |pause| {
            pause.scopes.retain(|scope| {
                !matches!(
                    scope.kind,
                    ScopeKind::Closure | ScopeKind::With | ScopeKind::FunctionName
                )
            });
        },
    },
    Normalisation {
        name: "unavailable-variables",
        reason: "Firefox lists variables that were optimised away and says so; V8 and Bun leave them \
                 out.",
        apply: |pause| keep_variables(pause, |variable| variable.value != Value::Unavailable),
    },
];

/// The set of normalisations that are on.
#[derive(Clone)]
pub struct Normaliser {
    on: Vec<&'static Normalisation>,
}

impl Default for Normaliser {
    fn default() -> Self {
        Normaliser { on: ALL.iter().collect() }
    }
}

impl Normaliser {
    /// All but those named; the unknown name is returned if there is one.
    pub fn without(off: &[String]) -> Result<Self, String> {
        match off.iter().find(|name| !ALL.iter().any(|known| known.name == **name)) {
            Some(unknown) => Err(unknown.clone()),
            None => Ok(Normaliser {
                on: ALL.iter().filter(|known| !off.iter().any(|name| name == known.name)).collect(),
            }),
        }
    }

    /// The observation as it is compared.
    pub fn apply(&self, observation: &Observation) -> Observation {
        let mut observation = observation.clone();
        if let Observation::Paused(pause) = &mut observation {
            for normalisation in &self.on {
                (normalisation.apply)(pause);
            }
        }
        observation
    }
}

fn without_class(value: &mut Value) {
    if let Value::Object(class) = value {
        class.clear();
    }
}

fn keep_variables(pause: &mut Pause, keep: impl Fn(&Variable) -> bool) {
    let callers = pause.callers.iter_mut().flatten();
    for scope in pause.scopes.iter_mut().chain(callers) {
        scope.variables.retain(&keep);
    }
}

fn is_internal(name: &str) -> bool {
    name == "this" || name.starts_with(|first: char| first == '.' || first.is_ascii_digit())
}

fn is_arguments(class: &str) -> bool {
    class.is_empty() || class == "Arguments" || class == "Object"
}

fn is_initializer(name: &str) -> bool {
    ["<instance_members_initializer>", "<static_initializer>", "<static_fields_initializer>"]
        .contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_model::{Frame, Location, Scope, Source};

    fn pause(function: &str, kind: ScopeKind, name: &str, value: Value) -> Observation {
        Observation::Paused(Pause::new(
            vec![Frame {
                function: function.into(),
                location: Location { line: 1, column: 0 },
                source: Source::Program,
            }],
            vec![Scope { kind, variables: vec![Variable::new(name, value)] }],
        ))
    }

    #[test]
    fn a_parameter_named_arguments_is_kept() {
        let normaliser = Normaliser::default();
        let object =
            pause("f", ScopeKind::Function, "arguments", Value::Object("Arguments".into()));
        let number = pause("f", ScopeKind::Function, "arguments", Value::number(2.0));
        assert!(normaliser.apply(&object).pause().unwrap().scopes[0].variables.is_empty());
        assert_eq!(normaliser.apply(&number).pause().unwrap().scopes[0].variables.len(), 1);
    }

    #[test]
    fn what_is_switched_off_changes_nothing() {
        let off = Normaliser::without(&["function-names".into()]).unwrap();
        let raw = pause("(global)", ScopeKind::Script, "x", Value::Null);
        assert_eq!(off.apply(&raw), raw);
        assert_eq!(Normaliser::without(&["no-such".into()]).err().as_deref(), Some("no-such"));
    }

    #[test]
    fn the_list_is_alphabetical_and_gives_reasons() {
        assert!(ALL.is_sorted_by_key(|normalisation| normalisation.name));
        assert!(ALL.iter().all(|normalisation| normalisation.reason.len() > 40));
    }
}
