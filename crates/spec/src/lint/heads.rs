//! The operations of an edition by name: what they take, and what they return.

use std::collections::{HashMap, HashSet};

use super::types::{Returned, Type};
use crate::algorithm::{Algorithm, Head, Mode, Parameter, head};
use crate::document::{Document, title_of};
use crate::edition::Edition;

/// What one or several algorithms of a name take and return.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The fewest and the most arguments.
    pub arity: (usize, usize),
    /// The type of each parameter, where all algorithms of the name agree on their number.
    pub parameters: Vec<Type>,
    /// What they return; none where one of the heads does not say.
    pub returned: Option<Returned>,
}

/// The operations of an edition.
pub struct Heads {
    operations: HashMap<String, Signature>,
    syntax_directed: HashMap<String, Signature>,
    methods: HashMap<String, Signature>,
    others: HashSet<String>,
    /// Whether heads say types, as they do since ES2022.
    pub typed: bool,
}

impl Heads {
    /// Gathers them, also those that the text describes without steps.
    pub fn of(document: &Document, edition: &Edition) -> Self {
        let mut heads = Heads {
            operations: HashMap::new(),
            syntax_directed: HashMap::new(),
            methods: HashMap::new(),
            others: HashSet::new(),
            typed: edition.algorithms.iter().any(|(it, _)| !it.returns.is_empty()),
        };
        for (algorithm, _) in edition.algorithms.iter().chain(&edition.tabled) {
            heads.add(algorithm);
        }
        heads.add_described(document);
        heads
    }

    fn add(&mut self, algorithm: &Algorithm) {
        let signature = Signature::of(algorithm);
        match &algorithm.head {
            Head::Operation(name) | Head::HostOperation(name) => {
                self.operations.entry(name.clone()).or_insert(signature);
            }
            Head::SyntaxDirected { name, .. } => merge(&mut self.syntax_directed, name, signature),
            Head::Method { name, .. } => merge(&mut self.methods, name, signature),
            Head::Numeric { name, kind } => {
                merge(&mut self.methods, &format!("::{name}"), signature.clone());
                merge(&mut self.methods, &format!("{kind}::{name}"), signature);
            }
            Head::BuiltIn { .. } | Head::Anonymous(_) | Head::Fragment(_) => {
                self.others.insert(algorithm.head.name());
            }
        }
    }

    /// Adds operations that have no steps, by their headings.
    fn add_described(&mut self, document: &Document) {
        for clause in document.elements("emu-clause") {
            let kind = clause.attr("type").unwrap_or_default();
            let heading = head::read(&title_of(clause));
            let Some(parameters) = heading.parameters else { continue };
            let signature = Signature::with(&parameters, &heading.returns);
            if kind.ends_with("abstract operation") {
                self.operations.entry(heading.name).or_insert(signature);
            } else if kind.ends_with("method") {
                self.methods.entry(heading.name).or_insert(signature);
            } else if kind == "sdo" {
                self.syntax_directed.entry(heading.name).or_insert(signature);
            } else {
                self.others.insert(heading.name);
            }
        }
    }

    /// Whether something else has this name.
    pub fn is_known(&self, name: &str) -> bool {
        self.others.contains(name) || self.syntax_directed.contains_key(name)
    }

    /// An abstract operation.
    pub fn operation(&self, name: &str) -> Option<&Signature> {
        self.operations.get(name).or_else(|| self.methods.get(name).filter(|_| name.contains("::")))
    }

    /// An operation on syntax.
    pub fn on_syntax(&self, name: &str) -> Option<&Signature> {
        self.syntax_directed.get(name)
    }

    /// A method of whatever has one of this name.
    pub fn method(&self, name: &str) -> Option<&Signature> {
        self.methods.get(name)
    }
}

impl Signature {
    /// What the head of an algorithm says.
    pub fn of(algorithm: &Algorithm) -> Self {
        Signature::with(&algorithm.parameters, &algorithm.returns)
    }

    fn with(parameters: &[Parameter], returns: &str) -> Self {
        let required = parameters.iter().filter(|it| it.mode == Mode::Required).count();
        let rest = parameters.iter().any(|it| it.mode == Mode::Rest);
        let most = if rest { usize::MAX } else { parameters.len() };
        Signature {
            arity: (required, most),
            parameters: parameters.iter().map(|it| Type::read(&it.kind)).collect(),
            returned: Returned::read(returns),
        }
    }
}

/// Algorithms of one name are one signature that allows what any of them does.
fn merge(all: &mut HashMap<String, Signature>, name: &str, next: Signature) {
    let Some(known) = all.get_mut(name) else {
        all.insert(name.to_owned(), next);
        return;
    };
    known.arity = (known.arity.0.min(next.arity.0), known.arity.1.max(next.arity.1));
    if known.parameters.len() == next.parameters.len() {
        for (known, next) in known.parameters.iter_mut().zip(&next.parameters) {
            *known = std::mem::take(known).or(next);
        }
    } else {
        known.parameters.clear();
    }
    known.returned = match (known.returned.take(), next.returned) {
        (Some(known), Some(next)) if known.completion == next.completion => Some(Returned {
            value: known.value.or(&next.value),
            completion: known.completion,
            abrupt: known.abrupt | next.abrupt,
        }),
        _ => None,
    };
}
