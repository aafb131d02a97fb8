//! The value of a declaration takes the place of the variable's uses, and the declaration goes.

use std::ops::Range;

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};
use crate::tree::{Name, Part, Tree};

/// A variable that is used more often stays.
const MOST_USES: usize = 3;

/// The rule.
#[derive(Debug)]
pub struct Inline;

/// A declaration, the value in it, and the uses of its variable.
struct Inlined {
    declaration: Range<usize>,
    value: String,
    uses: Vec<Range<usize>>,
}

impl Rule<Material> for Inline {
    fn name(&self) -> &str {
        "inline"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let names = tree.names.iter().filter(|it| !material.words.contains(&it.name));
        let found = names.filter_map(|name| inlined(tree, name));
        Sites::new(found.map(|it| (it.declaration.clone(), it)), |it| {
            let uses = it.uses.iter().cloned();
            let removed = Splice::replacement(it.declaration.clone(), "");
            let replaced = uses.map(|place| Splice::replacement(place, it.value.clone()));
            Edit { splices: [removed].into_iter().chain(replaced).collect(), ..Edit::default() }
        })
    }
}

/// A declaration of one variable with a value.
fn inlined(tree: &Tree, name: &Name) -> Option<Inlined> {
    let (first, uses) = name.places.split_first()?;
    let holds = |span: &Range<usize>| span.start <= first.start && first.end <= span.end;
    let declarator = tree.nodes.iter().position(|node| {
        node.part == Part::Listed && holds(&node.span) && node.span.start == first.start
    })?;
    let around = tree.nodes.get(tree.nodes[declarator].parent)?;
    let is_single = tree.children(tree.nodes[declarator].parent).count() == 1;
    let values = tree.children(declarator).filter(|(_, node)| node.part.is_expression());
    let value = values.map(|(_, node)| node.span.clone()).last()?;
    let is_fit = is_single
        && around.part == Part::Statement
        && !uses.is_empty()
        && uses.len() <= MOST_USES
        && uses.iter().all(|place| place.start >= around.span.end);
    let text = tree.text(&value);
    let is_simple = text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '$' | '.'));
    let value = if is_simple { text.to_owned() } else { format!("({text})") };
    is_fit.then(|| Inlined { declaration: around.span.clone(), value, uses: uses.to_vec() })
}
