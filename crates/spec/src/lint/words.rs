//! Names in the text of steps: variables that nobody uses, references that lead nowhere, names that stand only once.

use std::collections::{HashMap, HashSet};

use super::{Check, Report};
use crate::algorithm::Head;
use crate::document::Document;

/// The names of a text, and how often each stands in it.
pub(super) struct Names {
    ids: HashSet<String>,
    counts: HashMap<String, usize>,
}

impl Names {
    /// Gathers them.
    pub fn of(document: &Document) -> Self {
        let mut ids = HashSet::new();
        let mut counts = HashMap::new();
        for node in document.html().tree.nodes() {
            if let Some(element) = node.value().as_element() {
                ids.extend(
                    ["id", "oldids", "name"]
                        .iter()
                        .filter_map(|it| element.attr(it))
                        .flat_map(split),
                );
            }
            if let Some(text) = node.value().as_text() {
                for name in marked(text) {
                    *counts.entry(name.to_owned()).or_default() += 1;
                }
                ids.extend(labels(text));
            }
        }
        Names { ids, counts }
    }
}

fn split(ids: &str) -> impl Iterator<Item = String> + '_ {
    ids.split(',').map(|id| id.trim().to_owned())
}

/// The labels of steps: `[id="step-x"]`.
fn labels(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("id=\"").skip(1).filter_map(|it| it.split('"').next()).map(str::to_owned)
}

/// `[[Field]]`, `~enum~` and `%Intrinsic%` in a text.
fn marked(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [("[[", "]]"), ("~", "~"), ("%", "%")] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((name, more)) = after.split_once(close) else { break };
            let is_name = !name.is_empty()
                && name.chars().all(|it| it.is_ascii_alphanumeric() || "-+.".contains(it));
            rest = if is_name { more } else { after };
            if is_name {
                let length = open.len() + name.len() + close.len();
                let start = text.len() - after.len() - open.len();
                found.extend(text.get(start..start + length));
            }
        }
    }
    found
}

/// The variables in a text, in their order.
pub(super) fn variables_in(text: &str) -> impl Iterator<Item = &str> {
    let parts: Vec<&str> = text.split('_').collect();
    let is_name =
        |it: &&str| !it.is_empty() && it.chars().all(|symbol| symbol.is_ascii_alphanumeric());
    let mut found = Vec::new();
    let mut at = 1;
    while at + 1 < parts.len() {
        if is_name(&parts[at]) {
            found.push(parts[at]);
            at += 2;
        } else {
            at += 1;
        }
    }
    found.into_iter()
}

/// Looks at the words of an algorithm.
pub(super) fn look(names: &Names, report: &mut Report<'_>) {
    if report.algorithm.line == 0 {
        return;
    }
    unused(report);
    for number in 0..report.steps.len() {
        let text = report.steps[number].text.clone();
        for id in references(&text) {
            if !names.ids.contains(id) {
                report.at(Check::NoSuchName, number, format!("there is no #{id}"));
            }
        }
        for name in marked(&text) {
            if names.counts.get(name).is_some_and(|count| *count == 1) {
                report.at(
                    Check::NoSuchName,
                    number,
                    format!("{name} stands nowhere else in the text"),
                );
            }
        }
    }
}

/// Where the references of a step lead.
fn references(text: &str) -> impl Iterator<Item = &str> {
    text.split("<emu-xref").skip(1).filter_map(|it| {
        let (_, id) = it.split('>').next()?.split_once("href=\"#")?;
        id.split('"').next()
    })
}

/// Variables that stand only where they are declared, and parameters that stand nowhere.
fn unused(report: &mut Report<'_>) {
    let mut counts: HashMap<String, (usize, usize)> = HashMap::new();
    for (number, step) in report.steps.iter().enumerate() {
        for name in variables_in(&step.text) {
            counts.entry(name.to_owned()).or_insert((0, number)).0 += 1;
        }
    }
    let mut once: Vec<(String, usize)> = counts
        .iter()
        .filter(|(_, (count, _))| *count == 1)
        .map(|(name, (_, at))| (name.clone(), *at))
        .collect();
    once.sort();
    let parameters: HashSet<String> =
        report.algorithm.parameters.iter().map(|it| it.name.clone()).collect();
    for (name, step) in once {
        let text = &report.steps[step].text;
        let declares = text.contains(&format!("Let _{name}_ be"))
            || text.contains(&format!("let _{name}_ be"));
        if declares && !parameters.contains(&name) {
            report.at(Check::Unused, step, format!("_{name}_ is declared and not used"));
        }
    }
    if matches!(report.algorithm.head, Head::Operation(_) | Head::Numeric { .. }) {
        let mut missing: Vec<&String> =
            parameters.iter().filter(|it| !counts.contains_key(*it)).collect();
        missing.sort();
        for name in missing {
            report.whole(Check::Unused, format!("the parameter _{name}_ is not used"));
        }
    }
}
