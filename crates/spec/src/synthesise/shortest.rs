//! Algorithm 1 of the paper: the shortest text of each nonterminal, by a worklist.

use super::Texts;
use crate::syntax::rules::{Rules, Sym};
use std::collections::VecDeque;

/// The shortest text of each nonterminal; none for those that derive no text.
pub(super) fn shortest(rules: &Rules, texts: &Texts) -> Vec<Option<String>> {
    let mut known: Vec<Option<String>> = vec![None; rules.instances.len()];
    let users = users(rules);
    // W = a queue that contains R
    let mut work: VecDeque<usize> = (0..rules.rules.len()).collect();
    let mut waiting = vec![true; rules.rules.len()];
    // while W is not empty do: pop (A, α) from W; if update(A, α) then propagate(W, R, A)
    while let Some(rule) = work.pop_front() {
        waiting[rule] = false;
        if update(rules, texts, &mut known, rule) {
            for user in &users[rules.rules[rule].left] {
                if !std::mem::replace(&mut waiting[*user], true) {
                    work.push_back(*user);
                }
            }
        }
    }
    known
}

/// Whether a rule gives a shorter text for its nonterminal than the one known.
fn update(rules: &Rules, texts: &Texts, known: &mut [Option<String>], rule: usize) -> bool {
    let left = rules.rules[rule].left;
    if let Some(set) = rules.instances[left].set {
        let first = known[left].is_none();
        known[left] = texts.representative(set);
        return first && known[left].is_some();
    }
    let mut parts: Vec<&str> = Vec::new();
    for symbol in &rules.rules[rule].right {
        match text_of(rules, texts, known, *symbol) {
            Some(text) => parts.push(text),
            None => return false,
        }
    }
    let text = texts.join(&parts);
    if known[left].as_ref().is_some_and(|old| !is_better(&text, old)) {
        return false;
    }
    known[left] = Some(text);
    true
}

/// Whether a text is shorter than another; or as short and a name, which can also be assigned to,
/// where a number cannot.
fn is_better(text: &str, old: &str) -> bool {
    let is_name = |text: &str| text.starts_with(char::is_alphabetic);
    text.len() < old.len() || text.len() == old.len() && is_name(text) && !is_name(old)
}

/// The shortest text of a symbol.
pub(super) fn text_of<'t>(
    rules: &Rules,
    texts: &'t Texts,
    known: &'t [Option<String>],
    symbol: Sym,
) -> Option<&'t str> {
    match (symbol.as_terminal(), symbol.as_nonterminal()) {
        (Some(terminal), _) => texts.of(&rules.terminals[terminal]).first().map(String::as_str),
        (_, Some(nonterminal)) => known[nonterminal].as_deref(),
        _ => None,
    }
}

/// For each nonterminal, the rules that use it.
fn users(rules: &Rules) -> Vec<Vec<usize>> {
    let mut users = vec![Vec::new(); rules.instances.len()];
    for (index, rule) in rules.rules.iter().enumerate() {
        for nonterminal in rule.right.iter().filter_map(|symbol| symbol.as_nonterminal()) {
            users[nonterminal].push(index);
        }
    }
    users
}
