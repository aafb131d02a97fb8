//! A loop runs as often as a literal says: what keeps it going and ends it seldom matters.

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};
use crate::tree::{Loop, Tree};

/// What loops run over: texts, which are the shortest lists, and an array.
const ROUNDS: [&str; 3] = ["'12'", "'123'", "[0, 0]"];

/// The rule.
#[derive(Debug)]
pub struct CountLoops;

impl Rule<Material> for CountLoops {
    fn name(&self) -> &str {
        "count-loops"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let open = tree.loops.iter().filter(|it| !it.is_counted);
        let edits = open.flat_map(|it| {
            let edit = |rounds| Some((it.head.clone(), counted(tree, it, rounds, material)?));
            ROUNDS.iter().filter_map(move |rounds| edit(rounds))
        });
        Sites::new(edits.collect::<Vec<_>>(), Clone::clone)
    }
}

/// A loop over a text, with the variable that it declares.
fn counted(tree: &Tree, it: &Loop, rounds: &str, material: &Material) -> Option<Edit> {
    if let Some(over) = &it.over {
        return Some(Splice::replacement(over.clone(), rounds).into());
    }
    let declared = match &it.declared {
        Some(declared) => tree.text(declared).to_owned(),
        None => format!("const {}", material.letter()?),
    };
    let head = Splice::replacement(it.head.clone(), format!("for ({declared} of {rounds}) "));
    let tail = Splice::replacement(it.tail.clone(), "");
    let splices = [head, tail].into_iter().filter(|it| !it.range.is_empty());
    Some(Edit { splices: splices.collect(), ..Edit::default() })
}
