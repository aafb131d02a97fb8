//! What changed between two texts: the algorithms that came, went, or say something else.

use std::collections::{HashMap, HashSet};

use crate::algorithm::{Algorithm, Step};
use crate::document::Document;
use crate::edition::Edition;
use crate::grammar::{Alternative, Grammar};

/// What changed. Algorithms are named by their numbers in [`Edition::all`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Those that only the new text has.
    pub added: Vec<usize>,
    /// Those that only the old text has.
    pub removed: Vec<usize>,
    /// Those that both have, and that differ.
    pub changed: Vec<Changed>,
    /// Nonterminals whose productions differ.
    pub productions: Vec<String>,
}

/// An algorithm that says something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its number in the old text.
    pub old: usize,
    /// Its number in the new text.
    pub new: usize,
    /// Whether its name, its parameters or what it returns changed.
    pub head: bool,
    /// How many of the old steps are gone.
    pub gone: usize,
    /// The steps of the new text that are new, counted from 0 through all depths.
    pub steps: Vec<usize>,
}

impl Changes {
    /// Compares two texts.
    pub fn between(old: (&Document, &Edition), new: (&Document, &Edition)) -> Self {
        let before: Vec<&Algorithm> = old.1.all().map(|(it, _)| it).collect();
        let after: Vec<&Algorithm> = new.1.all().map(|(it, _)| it).collect();
        let mut pairs =
            Pairs { before: &before, after: &after, of_new: HashMap::new(), taken: HashSet::new() };
        // The same first, then what has the same name, then what has the same steps under another name.
        pairs.join(|it| Some((it.head.name(), text(it))));
        pairs.join(|it| Some((it.head.name(), String::new())));
        pairs.join(|it| Some((String::new(), text(it))).filter(|(_, text)| text.len() > 40));
        let mut changes = Changes { productions: productions(old.0, new.0), ..Changes::default() };
        for (number, algorithm) in after.iter().enumerate() {
            match pairs.of_new.get(&number) {
                Some(old) => {
                    changes.changed.extend(changed(before[*old], algorithm, (*old, number)))
                }
                None => changes.added.push(number),
            }
        }
        changes.removed = (0..before.len()).filter(|it| !pairs.taken.contains(it)).collect();
        changes
    }

    /// Whether nothing changed that is read.
    pub fn is_empty(&self) -> bool {
        *self == Changes::default()
    }
}

/// Algorithms of both texts that are one.
struct Pairs<'a> {
    before: &'a [&'a Algorithm],
    after: &'a [&'a Algorithm],
    of_new: HashMap<usize, usize>,
    taken: HashSet<usize>,
}

impl Pairs<'_> {
    /// Joins those that are left and alike, in their order.
    fn join(&mut self, likeness: impl Fn(&Algorithm) -> Option<(String, String)>) {
        let mut left: HashMap<(String, String), Vec<usize>> = HashMap::new();
        for number in (0..self.before.len()).rev().filter(|it| !self.taken.contains(it)) {
            if let Some(key) = likeness(self.before[number]) {
                left.entry(key).or_default().push(number);
            }
        }
        for number in 0..self.after.len() {
            if self.of_new.contains_key(&number) {
                continue;
            }
            let key = likeness(self.after[number]);
            if let Some(old) = key.and_then(|key| left.get_mut(&key)?.pop()) {
                self.of_new.insert(number, old);
                self.taken.insert(old);
            }
        }
    }
}

/// All that an algorithm says, in one text.
fn text(algorithm: &Algorithm) -> String {
    let parameters = algorithm.parameters.iter().map(|it| format!("{} {}", it.name, it.kind));
    let head = parameters.collect::<Vec<_>>().join(",");
    format!("{head}:{}\n{}", algorithm.returns, lines(algorithm).join("\n"))
}

fn lines(algorithm: &Algorithm) -> Vec<String> {
    fn gather(steps: &[Step], depth: usize, found: &mut Vec<String>) {
        for step in steps {
            found.push(format!("{depth} {}", step.text));
            gather(&step.steps, depth + 1, found);
        }
    }
    let mut found = Vec::new();
    gather(&algorithm.steps, 0, &mut found);
    found
}

fn changed(before: &Algorithm, after: &Algorithm, (old, new): (usize, usize)) -> Option<Changed> {
    let head = before.head != after.head
        || before.parameters != after.parameters
        || before.returns != after.returns
        || before.applies != after.applies;
    let (was, is) = (lines(before), lines(after));
    let kept = common(&was, &is);
    let steps: Vec<usize> = (0..is.len()).filter(|it| !kept.contains(it)).collect();
    let gone = was.len() - kept.len();
    (head || gone > 0 || !steps.is_empty()).then_some(Changed { old, new, head, gone, steps })
}

/// The lines of the second list that are in a longest common subsequence.
fn common(was: &[String], is: &[String]) -> HashSet<usize> {
    let width = is.len() + 1;
    let mut longest = vec![0u32; (was.len() + 1) * width];
    for a in (0..was.len()).rev() {
        for b in (0..is.len()).rev() {
            longest[a * width + b] = match was[a] == is[b] {
                true => longest[(a + 1) * width + b + 1] + 1,
                false => longest[(a + 1) * width + b].max(longest[a * width + b + 1]),
            };
        }
    }
    let (mut a, mut b, mut kept) = (0, 0, HashSet::new());
    while a < was.len() && b < is.len() {
        if was[a] == is[b] {
            kept.insert(b);
            (a, b) = (a + 1, b + 1);
        } else if longest[(a + 1) * width + b] >= longest[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    kept
}

/// The parameters of a production, and its alternatives.
type Rules = (Vec<String>, Vec<Alternative>);

/// The nonterminals whose productions are not the same.
fn productions(old: &Document, new: &Document) -> Vec<String> {
    let read = |document: &Document| {
        let grammar = Grammar::read(document);
        let all = grammar.productions().iter().chain(grammar.annex_b());
        let mut found: HashMap<String, Vec<Rules>> = HashMap::new();
        for it in all {
            let production = (it.parameters.clone(), it.alternatives.clone());
            found.entry(it.name.clone()).or_default().push(production);
        }
        found
    };
    let (old, new) = (read(old), read(new));
    let names: HashSet<&String> = old.keys().chain(new.keys()).collect();
    let mut found: Vec<String> =
        names.into_iter().filter(|it| old.get(*it) != new.get(*it)).cloned().collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(old: &str, new: &str) -> Changes {
        let read = |text: &str| {
            let document = Document::parse(text);
            let edition = Edition::read(&document);
            (document, edition)
        };
        let (old, new) = (read(old), read(new));
        Changes::between((&old.0, &old.1), (&new.0, &new.1))
    }

    fn clause(head: &str, steps: &str) -> String {
        format!(
            "<emu-clause id=x type='abstract operation'><h1>{head}</h1><emu-alg>\n{steps}\n</emu-alg></emu-clause>"
        )
    }

    #[test]
    fn a_changed_step_is_named() {
        let old = clause("Foo ( _x_ )", "1. Let _a_ be 1.\n1. Let _b_ be 2.\n1. Return _a_.");
        let new = clause("Foo ( _x_ )", "1. Let _a_ be 1.\n1. Let _b_ be 3.\n1. Return _a_.");
        let changed = Changed { old: 0, new: 0, head: false, gone: 1, steps: vec![1] };
        assert_eq!(between(&old, &new).changed, [changed]);
        assert!(between(&old, &old).is_empty());
    }

    #[test]
    fn algorithms_come_go_and_are_renamed() {
        let steps = "1. Return the sum of _x_ and a few other values.";
        let old = clause("Foo ( _x_ )", steps) + &clause("Bar ( _x_ )", "1. Return 2.");
        let new = clause("Baz ( _x_ )", "1. Return 3.") + &clause("Fool ( _x_ )", steps);
        let changes = between(&old, &new);
        assert_eq!((changes.added, changes.removed), (vec![0], vec![1]));
        let renamed = Changed { old: 0, new: 1, head: true, gone: 0, steps: Vec::new() };
        assert_eq!(changes.changed, [renamed]);
    }

    #[test]
    fn productions_differ() {
        let grammar = |rule: &str| {
            format!("<emu-grammar type='definition'>\nFoo :\n  {rule}\n</emu-grammar>")
        };
        assert_eq!(between(&grammar("`a`"), &grammar("`b`")).productions, ["Foo"]);
        assert!(between(&grammar("`a`"), &grammar("`a`")).productions.is_empty());
    }
}
