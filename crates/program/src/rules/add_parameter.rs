//! A function gets one more parameter, with a name that occurs nowhere else.
//!
//! `function f(a)` becomes `function f(a, fresh)`. No call passes it, so it is undefined.

use crate::edit::{Edit, Splice};
use crate::js::functions::Function;
use crate::js::syntax::Syntax;
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct AddParameter;

impl Rule<Syntax> for AddParameter {
    fn name(&self) -> &str {
        "add-parameter"
    }

    fn sites<'c>(&'c self, syntax: &'c Syntax) -> Sites<'c> {
        let name = fresh_name(&syntax.program.text);
        let functions = syntax.functions.iter().map(|function| {
            let end = function.end_of_parameters;
            (end..end, function)
        });
        Sites::new(functions, move |function| with_parameter(function, &name))
    }
}

fn with_parameter(function: &Function, name: &str) -> Edit {
    let separator = if function.has_parameters { ", " } else { "" };
    let splice = Splice::insertion(function.end_of_parameters, format!("{separator}{name}"));
    Edit::from(splice).adding(name, &function.span)
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
