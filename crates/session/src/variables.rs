//! What several debuggers show of variables, by name, so that it can be compared.

use std::collections::BTreeMap;

use parallax_model::{Members, Pause, Value, Variable};

/// Variables of the innermost frame and of its callers, and members of objects, by what a person would
/// call them.
pub type Shown = BTreeMap<String, String>;

/// What each debugger shows, as far as all of them show it in a way that can be compared: callers that all
/// show, and what is inside of objects that all have looked into to the end.
pub fn comparable(pauses: &[&Pause]) -> Vec<Shown> {
    let callers = pauses.iter().map(|pause| pause.callers.len()).min().unwrap_or(0);
    let mut all: Vec<Shown> = Vec::new();
    let mut inside: Vec<BTreeMap<String, &Members>> = Vec::new();
    for pause in pauses {
        let (mut shown, mut objects) = (Shown::new(), BTreeMap::new());
        let own = std::iter::once(&pause.scopes).chain(&pause.callers[..callers]);
        for (depth, scopes) in own.enumerate() {
            for variable in scopes.iter().flat_map(|scope| &scope.variables) {
                let name = called(depth, variable);
                if !shown.contains_key(&name) {
                    shown.insert(name.clone(), variable.value.to_string());
                    objects.extend(variable.members.as_ref().map(|it| (name, it)));
                }
            }
        }
        all.push(shown);
        inside.push(objects);
    }
    let Some(first) = inside.first() else { return all };
    let is_whole = |name: &&String| {
        inside.iter().all(|it| it.get(*name).is_some_and(|members| members.more == 0))
    };
    for name in first.keys().filter(is_whole) {
        for (shown, objects) in all.iter_mut().zip(&inside) {
            shown.extend(objects.get(name).into_iter().flat_map(|it| members(name, it)));
        }
    }
    all
}

fn called(depth: usize, variable: &Variable) -> String {
    match depth {
        0 => variable.name.clone(),
        depth => format!("{} of caller {depth}", variable.name),
    }
}

/// The members that all debuggers show: not symbols, nor what is private.
fn members(object: &str, members: &Members) -> Vec<(String, String)> {
    use parallax_model::MemberKind::{Entry, Private, Property};
    let own = members.shown.iter().enumerate();
    let own = own.filter(|(_, it)| it.kind != Private && !it.name.starts_with("Symbol("));
    let named = own.map(|(at, it)| {
        let value = it.value.as_ref().map_or("accessor".to_owned(), Value::to_string);
        match it.kind {
            Property | Private => (format!("{object}.{}", it.name), value),
            Entry => (format!("{object}.entry {at}"), format!("{} {value}", it.name)),
        }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use parallax_model::{Member, MemberKind, Scope, ScopeKind};

    use super::*;

    fn pause(a: Option<f64>, more: u64, caller: Option<f64>) -> Pause {
        let member = |value| Member {
            kind: MemberKind::Property,
            name: "a".into(),
            value: Some(Value::number(value)),
        };
        let members = a.map(|a| Members { shown: vec![member(a)], more });
        let variable = Variable { members, ..Variable::new("o", Value::Object(String::new())) };
        let scope = |variable| vec![Scope { kind: ScopeKind::Function, variables: vec![variable] }];
        let callers = caller.map(|x| scope(Variable::new("x", Value::number(x))));
        Pause { callers: callers.into_iter().collect(), ..Pause::new(Vec::new(), scope(variable)) }
    }

    #[test]
    fn only_what_all_show_is_compared() {
        let same = |one: &Pause, other: &Pause| {
            let shown = comparable(&[one, other]);
            shown[0] == shown[1]
        };
        let whole = pause(Some(1.0), 0, Some(1.0));
        assert!(!same(&whole, &pause(Some(2.0), 0, Some(1.0))));
        assert!(!same(&whole, &pause(Some(1.0), 0, Some(2.0))));
        assert!(same(&whole, &pause(Some(2.0), 3, Some(1.0))), "not to the end");
        assert!(same(&whole, &pause(None, 0, Some(1.0))), "not looked into");
        assert!(same(&whole, &pause(Some(1.0), 0, None)), "no caller shown");
    }
}
