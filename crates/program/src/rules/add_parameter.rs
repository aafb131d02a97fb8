//! A function gets one parameter more, with a name that occurs nowhere else: `function f(a)` becomes
//! `function f(a, fresh)`. No call passes it, so it is undefined.

use rand::Rng;

use super::{Rule, choose};
use crate::edit::{Edited, Splice};
use crate::js::syntax::Syntax;

pub(super) const RULE: Rule = Rule { name: "add-parameter", apply };

fn apply(syntax: &Syntax, rng: &mut dyn Rng) -> Option<Edited> {
    let function = choose(&syntax.functions, rng)?;
    let name = fresh_name(&syntax.program.text);
    let text = if function.has_parameters { format!(", {name}") } else { name.clone() };
    let splice = Splice::insertion(function.end_of_parameters, text);
    Some(Edited::new(&syntax.program, vec![splice]).with_added(&name, &function.span))
}

fn fresh_name(text: &str) -> String {
    let mut name = "fresh".to_owned();
    let mut number = 1;
    while text.contains(&name) {
        number += 1;
        name = format!("fresh{number}");
    }
    name
}
