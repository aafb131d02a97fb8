//! The grammars of whole editions, against independent readings of them.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::{EDITIONS, ES2020};
use parallax_spec::grammar::{Alternative, Grammar, Kind, Production, Symbol, parse_notation};
use parallax_testing::needs::GRAMMARKDOWN;
use scraper::Selector;
use std::collections::BTreeMap;
use std::process::Command;

/// Reads a grammar with npm's grammarkdown, and prints a line for each alternative.
const DUMP: &str = r#"
const { Parser, SyntaxKind } = require(process.argv[1]);
const text = require("fs").readFileSync(process.argv[1] + "/grammars/es2020.grammar", "utf8");
const spell = symbol => {
  const optional = symbol.questionToken ? "?" : "";
  switch (symbol.kind) {
    case SyntaxKind.Terminal: return "`" + symbol.literal.text + "`" + optional;
    case SyntaxKind.Nonterminal: return symbol.name.text + optional;
    case SyntaxKind.ButNotSymbol: return "but not";
    case SyntaxKind.LookaheadAssertion: return "lookahead";
    case SyntaxKind.NoSymbolHereAssertion: return "no line";
    case SyntaxKind.Prose: return "prose";
    case SyntaxKind.ProseAssertion: return "only if";
    case SyntaxKind.EmptyAssertion: return "";
    default: return SyntaxKind[symbol.kind];
  }
};
for (const element of new Parser().parseSourceFile("es2020", text).elements) {
  if (element.kind !== SyntaxKind.Production) continue;
  const parameters = ((element.parameterList && element.parameterList.elements) || []).map(p => p.name.text);
  const head = element.name.text + "[" + parameters.join() + "]";
  const { body } = element;
  if (body.kind === SyntaxKind.OneOfList) {
    for (const terminal of body.terminals || body.symbols) {
      console.log(head + "\t`" + (terminal.literal ? terminal.literal.text : terminal.text) + "`");
    }
    continue;
  }
  for (const right of body.kind === SyntaxKind.RightHandSideList ? body.elements : [body]) {
    const symbols = [];
    for (let span = right.head; span; span = span.next) symbols.push(spell(span.symbol));
    console.log(head + "\t" + symbols.join(" "));
  }
}
"#;

fn spell(symbol: &Symbol) -> String {
    match symbol {
        Symbol::Terminal(text) => format!("`{text}`"),
        Symbol::CodePoint(name) => format!("`<{name}>`"),
        Symbol::Nonterminal(nonterminal) => nonterminal.name.clone(),
        Symbol::Optional(inner) => format!("{}?", spell(inner)),
        Symbol::ButNot(..) => "but not".to_owned(),
        Symbol::Lookahead { .. } => "lookahead".to_owned(),
        Symbol::NoLineTerminator => "no line".to_owned(),
        Symbol::Described(_) => "prose".to_owned(),
        Symbol::OnlyIf(_) => "only if".to_owned(),
    }
}

fn lines(production: &Production) -> Vec<String> {
    let head = format!("{}[{}]", production.name, production.parameters.join(","));
    let symbols = |alternative: &Alternative| {
        alternative.symbols.iter().map(spell).collect::<Vec<_>>().join(" ")
    };
    production
        .alternatives
        .iter()
        .map(|alternative| format!("{head}\t{}", symbols(alternative)))
        .collect()
}

/// The text with repeated `&`, `<` and `>` written once.
fn once(line: &str) -> String {
    let mut chars: Vec<char> = line.chars().collect();
    chars.dedup_by(|a, b| a == b && matches!(a, '&' | '<' | '>'));
    chars.into_iter().collect()
}

fn the_grammar_of_es2020_is_what_grammarkdown_reads() {
    let grammar = common::grammar(ES2020);
    let package = GRAMMARKDOWN.path();
    let output = Command::new("node").arg("-e").arg(DUMP).arg(&package).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut theirs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let name = line.split('[').next().unwrap().to_owned();
        theirs.entry(name).or_default().push(line.to_owned());
    }
    let alternatives: usize = theirs.values().map(Vec::len).sum();
    assert_eq!((theirs.len(), alternatives), (323, 1037), "the oracle itself changed");
    for (name, expected) in &theirs {
        let production = grammar.production(name).unwrap_or_else(|| panic!("{name} is missing"));
        // Of repeated character references it keeps the last.
        let even =
            |lines: &[String]| -> Vec<String> { lines.iter().map(|line| once(line)).collect() };
        assert_eq!(even(&lines(production)), even(expected), "{name}");
    }
    // It leaves out the strings that become numbers.
    let others =
        grammar.productions().iter().filter(|production| !theirs.contains_key(&production.name));
    assert!(others.clone().all(|production| production.kind == Kind::Textual));
    assert_eq!(others.count(), 6);
}

fn every_edition_has_all_its_grammars() {
    for (edition, productions, alternatives, annex_b) in
        [(ES2020, 329, 1051, 38), ("es2025", 378, 1158, 29), ("es2026", 378, 1158, 29)]
    {
        let grammar = common::grammar(edition);
        let count =
            grammar.productions().iter().map(|production| production.alternatives.len()).sum();
        let found: (usize, usize, usize) =
            (grammar.productions().len(), count, grammar.annex_b().len());
        assert_eq!(found, (productions, alternatives, annex_b), "{edition}");
    }
    assert_eq!(EDITIONS.len(), 3);
}

/// Every reference in the text means an alternative; annex B's mean those of its own grammar.
fn references_are_resolved() {
    for edition in EDITIONS {
        let document = common::document(edition);
        let grammar = Grammar::read(&document);
        let browsers = grammar.with_annex_b();
        let selector = Selector::parse("emu-grammar:not([type]):not([example])").unwrap();
        let mut count = 0;
        let mut unresolved = Vec::new();
        for element in document.html().select(&selector) {
            let text: String = element.text().collect();
            for production in parse_notation(&text) {
                for alternative in &production.alternatives {
                    let reference = format!("{} {alternative}", production.head());
                    count += 1;
                    if grammar.resolve(&reference).is_empty()
                        && browsers.resolve(&reference).is_empty()
                    {
                        unresolved.push(reference);
                    }
                }
            }
        }
        assert!(count > 1500 && unresolved.len() <= 5, "{edition}: {count} {unresolved:#?}");
    }
}

/// Every nonterminal that a production mentions is defined.
fn nothing_is_mentioned_that_is_not_defined() {
    for edition in EDITIONS {
        let grammar = common::grammar(edition);
        for grammar in [&grammar, &grammar.with_annex_b()] {
            for production in grammar.productions() {
                for symbol in
                    production.alternatives.iter().flat_map(|alternative| &alternative.symbols)
                {
                    let symbol = match symbol {
                        Symbol::Optional(inner) | Symbol::ButNot(inner, _) => inner,
                        other => other,
                    };
                    if let Symbol::Nonterminal(nonterminal) = symbol {
                        let found = grammar.production(&nonterminal.name);
                        let found =
                            found.unwrap_or_else(|| panic!("{edition}: {}", nonterminal.name));
                        for (parameter, _) in &nonterminal.arguments {
                            let known = found.parameters.contains(parameter);
                            assert!(known, "{edition} {}: {nonterminal}", production.name);
                        }
                    }
                }
            }
        }
    }
}

parallax_testing::tests! {
    [ES2020, GRAMMARKDOWN, NODE_COMMAND] {
        the_grammar_of_es2020_is_what_grammarkdown_reads,
    }
    [ES2020, ES2025, ES2026] {
        every_edition_has_all_its_grammars,
        references_are_resolved,
        nothing_is_mentioned_that_is_not_defined,
    }
}
