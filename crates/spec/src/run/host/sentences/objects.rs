//! Sentences about functions, scripts and JSON.

use super::super::super::behaviour::Behaviour::{self, Of1, Of2};
use super::super::super::machine::Machine;
use super::super::super::names;
use super::super::super::stop::Stop;
use super::super::super::value::Value;
use super::super::json;
use super::{Effect, give, give_back, throw_unless};
use crate::phrases::ObjectSentence;

impl ObjectSentence {
    // Long: an arm for each sentence, so that the compiler finds one without a behaviour.
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::NativeFunction => Of1(native_function),
            Self::NativeUnlessCode => Of1(|machine, function| {
                let code = machine.heap.field(function, names::ECMASCRIPT_CODE).is_some();
                if code { give([]) } else { native_function(machine, function) }
            }),
            Self::EntryWithKey => Of2(|machine, entries, wanted| {
                let entries = machine.heap.as_list(entries).unwrap_or_default();
                let key = machine.program.names.find("Key");
                let has_key = |entry: &&Value| {
                    let own = key.and_then(|key| machine.heap.field(entry, key));
                    own.is_some_and(|own| own.same(wanted))
                };
                give([entries.iter().find(has_key).cloned().unwrap_or(Value::Enum(names::EMPTY))])
            }),
            Self::ValidJson | Self::ValidJsonString => Of1(|machine, text| {
                let valid = json::is_valid(&machine.units(text)?);
                throw_unless(machine, valid)
            }),
            Self::FirstJsonUnit => Of1(|machine, text| {
                let first = machine.units(text)?.first().copied();
                throw_unless(machine, first.is_some_and(|it| ends_json(it) || it == 0x2d))
            }),
            Self::LastJsonUnit => Of1(|machine, text| {
                let last = machine.units(text)?.last().copied();
                throw_unless(machine, last.is_some_and(ends_json))
            }),
            Self::UnaryParent => Of2(|machine, candidate, unary| {
                let inside = machine.parent_name(candidate) == Some("UnaryExpression");
                give([if inside { unary.clone() } else { candidate.clone() }])
            }),
            Self::TypeOf => Of1(type_of),
            Self::Indirection => Of1(|machine, name| match machine.imported(name) {
                Some(values) => give(values),
                None => machine.missing("this binding is not imported"),
            }),
            Self::RemoveName => Of2(|machine, name, names| {
                if let Some(names) = machine.heap.as_list_mut(names) {
                    names.retain(|own| !own.same(name));
                }
                give([])
            }),
            Self::EvalScript => Of2(|machine, text, strict| {
                let text = machine.string(text)?;
                let strict = matches!(strict, Value::Boolean(true));
                match machine.parse_goal("Script", &text, strict)? {
                    Ok(node) => give([node]),
                    Err(_) => machine.new_error(names::SYNTAX_ERROR).map(Effect::Return),
                }
            }),
            Self::MoreArguments => Of1(|machine, list| {
                let call = machine.frames.last().and_then(|frame| frame.call.clone());
                let more = call.iter().flat_map(|call| call.arguments.iter().skip(1)).cloned();
                let more: Vec<Value> = more.collect();
                if let Some(list) = machine.heap.as_list_mut(list) {
                    list.extend(more);
                }
                give([])
            }),
        }
    }
}

fn native_function(machine: &mut Machine<'_>, function: &Value) -> Result<Effect, Stop> {
    if !machine.has_method(function, names::CALL) {
        return give([]);
    }
    let name = match machine.heap.field(function, names::INITIAL_NAME) {
        Some(Value::Text(name)) => String::from_utf16_lossy(name),
        _ => String::new(),
    };
    give_back(Value::text(&format!("function {name}() {{ [native code] }}")))
}

/// Whether a JSON text can end so; with a minus sign it can begin so, too.
fn ends_json(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'"')
}

/// The second column of the table of `typeof`.
fn type_of(machine: &mut Machine<'_>, value: &Value) -> Result<Effect, Stop> {
    let kind = machine.type_name(value);
    let callable = machine.has_method(value, names::CALL);
    let table = machine.program.names.find("table-35");
    let rows = table.and_then(|table| machine.program.tables.get(&table)).into_iter().flatten();
    let fits = |cell: &str| {
        cell == kind
            || cell.starts_with(&format!("{kind} ("))
                && callable != cell.contains("does not implement")
    };
    let mut results = rows.filter_map(|row| Some((row.first()?, row.get(1)?)));
    match results.find(|(cell, _)| fits(cell)) {
        Some((_, result)) => give_back(Value::text(result.trim_matches(['*', '"']))),
        None => machine.missing("the table has no such type"),
    }
}
