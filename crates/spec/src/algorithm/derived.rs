//! Algorithms that the text gives by others: with the steps of another one but for one of them, or
//! once for several productions.

use std::collections::HashMap;

use super::{Algorithm, Head, Parameter, Step};

/// The productions that older editions write as one, and what stands for each of its parts.
const GENERIC: &str = "A : A @ B";
const BITWISE: &[[&str; 3]] = &[
    ["BitwiseANDExpression", "&amp;", "EqualityExpression"],
    ["BitwiseXORExpression", "^", "BitwiseANDExpression"],
    ["BitwiseORExpression", "|", "BitwiseXORExpression"],
];

/// The algorithms as they are to be understood.
pub fn derived(algorithms: Vec<Algorithm>) -> Vec<Algorithm> {
    let mut found: Vec<Algorithm> = Vec::new();
    for mut next in algorithms {
        if let Some((clause, replaced)) = &next.same_except {
            let original = found.iter().find(|it| it.clause == *clause);
            next.steps = with_replaced(original, *replaced, next.steps);
        }
        match &next.head {
            Head::SyntaxDirected { productions, .. } if productions == GENERIC => {
                found.extend(BITWISE.iter().map(|parts| specific(&next, parts)));
            }
            _ => found.push(next),
        }
    }
    found
}

/// The steps of another algorithm with one of them replaced; `replaced` is counted from 1.
fn with_replaced(original: Option<&Algorithm>, replaced: usize, by: Vec<Step>) -> Vec<Step> {
    let Some(original) = original.filter(|it| (1..=it.steps.len()).contains(&replaced)) else {
        return by;
    };
    let mut steps = original.steps.clone();
    steps.splice(replaced - 1..replaced, by);
    steps
}

/// An algorithm for one of the productions that it was written for.
fn specific(algorithm: &Algorithm, [left, operator, right]: &[&str; 3]) -> Algorithm {
    let mut algorithm = algorithm.clone();
    let sign = operator.replace("&amp;", "&");
    if let Head::SyntaxDirected { productions, .. } = &mut algorithm.head {
        *productions = format!("{left} : {left} `{sign}` {right}");
    }
    let parts = [
        ("_A_", format!("|{left}|")),
        ("_B_", format!("|{right}|")),
        ("@", format!("`{operator}`")),
    ];
    replace(&mut algorithm.steps, &parts);
    algorithm
}

/// Steps are nested a few dozen deep at most.
fn replace(steps: &mut [Step], parts: &[(&str, String)]) {
    for step in steps {
        for (from, to) in parts {
            step.text = step.text.replace(from, to);
        }
        replace(&mut step.steps, parts);
    }
}

/// Where annex B adds rules to an operation on syntax, it leaves out what the operation takes.
pub fn with_parameters(algorithms: &mut [Algorithm]) {
    let name = |it: &Algorithm| match &it.head {
        Head::SyntaxDirected { name, .. } => Some(name.clone()),
        _ => None,
    };
    let complete = algorithms.iter().filter(|it| !it.parameters.is_empty());
    let known: HashMap<String, Vec<Parameter>> =
        complete.filter_map(|it| Some((name(it)?, it.parameters.clone()))).collect();
    let adds = |clause: &str| {
        clause.ends_with("-annexb") || clause == "sec-initializers-in-forin-statement-heads"
    };
    let lacking = |it: &&mut Algorithm| it.parameters.is_empty() && adds(&it.clause);
    for algorithm in algorithms.iter_mut().filter(lacking) {
        if let Some(parameters) = name(algorithm).and_then(|name| known.get(&name)) {
            algorithm.parameters.clone_from(parameters);
        }
    }
}
