//! Pauses that are shown wrongly.

use parallax_model::{
    Member, MemberKind, Members, Pause, Scope, Text, Value, Variable, read_log_line,
};

use super::Fault;

/// Shows something of the pause before.
pub(super) fn stale(fault: Fault, pause: &mut Pause, last: &Pause) {
    let names = |pause: &Pause| -> Vec<String> {
        pause.stack.iter().map(|frame| frame.function.clone()).collect()
    };
    let is_same_function = names(pause).first() == names(last).first();
    match fault {
        Fault::StaleValues if is_same_function => pause.scopes.clone_from(&last.scopes),
        Fault::StaleCallerValues if names(pause) == names(last) => {
            pause.callers.clone_from(&last.callers);
        }
        Fault::StaleMembers => {
            let before: Vec<&Variable> = last.scopes.iter().flat_map(|it| &it.variables).collect();
            for variable in variables(&mut pause.scopes).filter(|it| it.members.is_some()) {
                let old = before.iter().find(|it| it.name == variable.name);
                if let Some(old) = old.filter(|it| it.members.is_some()) {
                    variable.members.clone_from(&old.members);
                }
            }
        }
        _ => {}
    }
}

/// Leaves out what a log point has logged before.
pub(super) fn log_once(lines: &mut Vec<String>) {
    let mut seen = Vec::new();
    lines.retain(|line| match read_log_line(line) {
        Some((line, _)) if seen.contains(&line) => false,
        Some((line, _)) => {
            seen.push(line);
            true
        }
        None => true,
    });
}

/// Shows a pause wrongly.
pub(super) fn wrong(fault: Fault, pause: &mut Pause) {
    stack(fault, pause);
    variables(&mut pause.scopes).for_each(|it| variable(fault, it));
    match fault {
        Fault::DropsVariable => drop_first(&mut pause.scopes),
        Fault::DropsCallerVariable => {
            if let Some(nearest) = pause.callers.first_mut() {
                drop_first(nearest);
            }
        }
        Fault::WrongCallerValue => {
            let callers = pause.callers.iter_mut().flat_map(|scopes| variables(scopes));
            callers.for_each(|it| increase(&mut it.value));
        }
        Fault::SwapsVariables => {
            let mut own = variables(&mut pause.scopes);
            if let (Some(one), Some(other)) = (own.next(), own.next()) {
                std::mem::swap(&mut one.value, &mut other.value);
            }
        }
        Fault::WrongThis => pause.this = Some(Box::new(Variable::new("this", Value::Undefined))),
        Fault::WrongException => {
            pause.exception = pause.exception.as_ref().map(|_| Value::Null);
        }
        _ => {}
    }
}

fn variables(scopes: &mut [Scope]) -> impl Iterator<Item = &mut Variable> {
    scopes.iter_mut().flat_map(|scope| &mut scope.variables)
}

fn drop_first(scopes: &mut [Scope]) {
    if let Some(scope) = scopes.first_mut().filter(|one| !one.variables.is_empty()) {
        scope.variables.remove(0);
    }
}

fn increase(value: &mut Value) {
    if let Value::Number(text) = value
        && let Ok(number) = text.parse::<f64>()
    {
        *value = Value::number(number + 1.0);
    }
}

fn stack(fault: Fault, pause: &mut Pause) {
    let stack = &mut pause.stack;
    match fault {
        Fault::LosesFrame if stack.len() > 1 => drop(stack.pop()),
        Fault::LosesMiddleFrame if stack.len() > 2 => drop(stack.remove(1)),
        Fault::LosesNames => stack.iter_mut().for_each(|frame| frame.function.clear()),
        Fault::WrongColumn => stack[0].location.column += 1,
        Fault::WrongCallerLine if stack.len() > 1 => stack[1].location.line += 1,
        Fault::SwapsFrames if stack.len() > 2 => stack.swap(1, 2),
        Fault::RepeatsFrame => stack.insert(0, stack[0].clone()),
        _ => {}
    }
}

fn variable(fault: Fault, variable: &mut Variable) {
    let members = variable.members.as_mut();
    match (fault, &variable.value) {
        (Fault::WrongNumber, _) => increase(&mut variable.value),
        (Fault::ForgetsUninitialized, Value::Uninitialized) => variable.value = Value::Undefined,
        (Fault::WrongClass, Value::Object(_)) => variable.value = Value::Object("Date".into()),
        (Fault::ObjectsAsNull, Value::Object(_)) => {
            *variable = Variable::new(variable.name.clone(), Value::Null);
        }
        (Fault::CutsStrings, Value::String(Text::Full(text))) => {
            let cut: String = text.chars().skip(1).collect();
            variable.value = Value::string(&cut);
        }
        (Fault::DropsMember | Fault::WrongMember | Fault::AddsMember, _) => {
            if let Some(members) = members {
                misshow_members(fault, members);
            }
        }
        _ => {}
    }
}

fn misshow_members(fault: Fault, members: &mut Members) {
    match fault {
        Fault::DropsMember if !members.shown.is_empty() => drop(members.shown.remove(0)),
        Fault::WrongMember => {
            members.shown.iter_mut().filter_map(|it| it.value.as_mut()).for_each(increase)
        }
        Fault::AddsMember => members.shown.push(Member {
            kind: MemberKind::Property,
            name: "extra".into(),
            value: Some(Value::Undefined),
        }),
        _ => {}
    }
}
