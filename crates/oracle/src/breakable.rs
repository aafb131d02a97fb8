//! What debuggers stop at, by common convention.

use parallax_model::Location;
use parallax_spec::recording::{Unit, UnitKind};

use crate::truth::Truth;

/// Loops: they come back to their own head.
const LOOPS: &[&str] = &["DoWhileStatement", "ForInOfStatement", "ForStatement", "WhileStatement"];

/// Statements that do nothing themselves, at which some debuggers stop and others do not.
const SILENT: &[&str] = &[
    "BreakStatement",
    "ClassDeclaration",
    "ContinueStatement",
    "DoWhileStatement",
    "EmptyStatement",
    "LabelledStatement",
    "TryStatement",
];

/// What a unit is called in shapes: its nonterminal, or its part of a loop.
pub(crate) fn name(unit: &Unit) -> String {
    match unit.kind {
        UnitKind::Statement | UnitKind::Function | UnitKind::Script => unit.name.clone(),
        kind => format!("{kind:?}"),
    }
}

/// Whether a unit is a loop.
pub(crate) fn is_loop(unit: &Unit) -> bool {
    LOOPS.contains(&unit.name.as_str()) && unit.kind == UnitKind::Statement
}

/// Whether every debugger stops where a unit begins when it steps there.
pub(crate) fn is_stop(truth: &Truth, number: u32) -> bool {
    let Some(unit) = truth.unit(number) else { return false };
    let is_kind = matches!(unit.kind, UnitKind::Statement | UnitKind::ArrowBody);
    is_kind && !SILENT.contains(&unit.name.as_str()) && has_effect(unit, truth.text_of(number))
}

/// Whether a statement does something: declarations without a value and bare strings do not.
fn has_effect(unit: &Unit, text: &str) -> bool {
    match unit.name.as_str() {
        "VariableStatement" | "LexicalDeclaration" => text.contains('='),
        "ExpressionStatement" => !is_constant(text) && !text.starts_with("void function"),
        "IfStatement" | "WhileStatement" | "ForStatement" => !has_constant_condition(text),
        "ExportDeclaration" => evaluates_export(text),
        _ => true,
    }
}

/// Whether an export evaluates something: a list of names does not, and for a name alone engines have no code.
fn evaluates_export(text: &str) -> bool {
    let exported = text.strip_prefix("export").unwrap_or(text).trim();
    let value = exported.strip_prefix("default").unwrap_or(exported);
    let value = value.trim_end_matches(';').trim();
    let starts = |words: &[&str]| words.iter().any(|it| value.starts_with(it));
    if starts(&["let ", "const ", "var "]) {
        return value.contains('=');
    }
    let is_name = value.chars().all(|it| it.is_alphanumeric() || "_$".contains(it));
    !is_name && !starts(&["function", "async function", "class", "{", "*"])
}

/// Whether an expression has nothing but literals and operators: engines compile nothing for such a statement.
fn is_constant(text: &str) -> bool {
    let mut quote = None;
    let mut words = String::new();
    for character in text.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if ['"', '\''].contains(&character) => quote = Some(character),
            None if character.is_alphanumeric() || "_$`.".contains(character) => {
                words.push(character)
            }
            None if ['(', '['].contains(&character) => return false,
            None => words.push(' '),
        }
    }
    let is_literal = |word: &str| {
        let is_number = word.starts_with(|it: char| it.is_ascii_digit());
        is_number || ["true", "false", "null", "typeof"].contains(&word)
    };
    words.split_whitespace().all(is_literal)
}

/// Whether a statement's condition is a literal: engines compile nothing for it.
fn has_constant_condition(text: &str) -> bool {
    let Some((_, rest)) = text.split_once('(') else { return false };
    let condition = rest.split([')', ';']).next().unwrap_or_default().trim();
    let is_number = condition.parse::<f64>().is_ok();
    let is_word = matches!(condition, "true" | "false" | "null" | "undefined" | "");
    is_number || is_word || matches!(condition, "\"\"" | "''")
}

/// Whether a breakpoint at a place is reached by every evaluation of the unit that it is in.
pub(crate) fn is_always_reached(truth: &Truth, number: u32, place: Location) -> bool {
    let Some(unit) = truth.unit(number) else { return false };
    let Some(offset) = truth.offset(place) else { return false };
    let before = truth.program.text.get(unit.span.start..offset).unwrap_or_default();
    match unit.kind {
        UnitKind::Script | UnitKind::Function | UnitKind::Call => false,
        _ if before.is_empty() => is_stop(truth, number) || unit.kind != UnitKind::Statement,
        _ if is_loop(unit) || SILENT.contains(&unit.name.as_str()) => false,
        _ => is_plain(before) && has_effect(unit, truth.text_of(number)),
    }
}

/// Whether what comes after a text in an expression is certainly evaluated.
fn is_plain(before: &str) -> bool {
    let words = ["?", "&&", "||", "=>", "function", "{", "class", "\n"];
    !words.iter().any(|it| before.contains(it)) && !is_in_default(before)
}

/// Whether what comes after a text may be a default in an array pattern, which is evaluated where there is no
/// value.
pub(crate) fn is_in_default(before: &str) -> bool {
    let open = before.rfind('[').filter(|at| !before[*at..].contains(']'));
    open.is_some_and(|at| before[at..].contains('='))
}
