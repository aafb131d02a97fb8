//! The heads of ES2026 against an independent list: npm's `@tc39/ecma262-biblio`.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeSet;

use parallax_spec::algorithm::{self, Head};
use parallax_spec::document::Document;
use parallax_testing::needs::BIBLIOGRAPHY;

/// The names of the operations that have steps in the text.
fn operations(document: &Document) -> BTreeSet<String> {
    algorithm::extract(document)
        .into_iter()
        .chain(algorithm::tabled(document))
        .filter_map(|algorithm| match algorithm.head {
            Head::Operation(name) | Head::HostOperation(name) => Some(name),
            Head::SyntaxDirected { name, .. } => Some(name),
            Head::Numeric { kind, name } => Some(format!("{kind}::{name}")),
            _ => None,
        })
        .collect()
}

/// The ids of clauses that have steps.
fn clauses_with_steps(document: &Document) -> BTreeSet<String> {
    let steps = document.elements("emu-alg");
    let clauses = steps.filter_map(parallax_spec::document::clause_of);
    clauses.filter_map(|clause| clause.attr("id").map(str::to_owned)).collect()
}

fn every_operation_of_the_bibliography_is_found() {
    let document = common::document("es2026");
    let (found, with_steps) = (operations(&document), clauses_with_steps(&document));
    let package = BIBLIOGRAPHY.path();
    let text = std::fs::read_to_string(package.join("biblio.json")).unwrap();
    let biblio: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entries = biblio["entries"].as_array().or_else(|| biblio.as_array()).unwrap();
    let operations = entries.iter().filter(|entry| entry["type"] == "op");
    let field =
        |entry: &serde_json::Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    let named: Vec<_> =
        operations.map(|entry| (field(entry, "aoid"), field(entry, "refId"))).collect();
    let stepped = named.iter().filter(|(_, clause)| with_steps.contains(clause));
    let stepped: Vec<_> = stepped.collect();
    let missing: Vec<_> = stepped.iter().filter(|(name, _)| !found.contains(name)).collect();
    assert!(stepped.len() > 600, "{} operations have steps", stepped.len());
    assert!(missing.is_empty(), "not found: {missing:?}");
}

parallax_testing::tests! {
    [ES2026, BIBLIOGRAPHY] {
        every_operation_of_the_bibliography_is_found,
    }
}
