//! Seeds from the grammars of whole editions.

mod common;

use common::EDITIONS;
use parallax_spec::syntax::Parser;
use parallax_spec::synthesise::Seeds;

/// The paper's seeds cover 97.78 % of the reachable alternatives of ES2020.
fn seeds_cover_more_than_the_papers() {
    for edition in EDITIONS {
        let grammar = common::grammar(edition);
        let parser = Parser::new(&grammar);
        // One edition's modules will do.
        let goals: &[&str] = if edition == "es2026" { &["Script", "Module"] } else { &["Script"] };
        for goal in goals {
            let seeds = Seeds::of(&parser, goal, |_, _| true);
            let share = 100.0 * seeds.covered.len() as f64 / seeds.reachable.len() as f64;
            let missing = || {
                let names = seeds.missing().map(|(production, alternative)| {
                    let production = &parser.grammar().productions()[production];
                    format!("{} {}", production.head(), production.alternatives[alternative])
                });
                names.collect::<Vec<_>>().join("\n")
            };
            assert!(share > 97.8, "{edition} {goal}: {share:.2} %, without\n{}", missing());
        }
    }
}

parallax_testing::tests! {
    [ES2020, ES2025, ES2026] {
        seeds_cover_more_than_the_papers,
    }
}
