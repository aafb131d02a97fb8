//! Seeds from the grammars of whole editions.

mod common;

use common::EDITIONS;
use parallax_spec::syntax::Parser;
use parallax_spec::synthesise::Seeds;

/// The paper's seeds cover 97.78 % of the reachable alternatives of ES2020.
#[test]
fn seeds_cover_more_than_the_papers() {
    for edition in EDITIONS {
        let Some(grammar) = common::grammar(edition) else { return };
        let parser = Parser::new(&grammar);
        // One edition's modules will do.
        let goals: &[&str] = if edition == "es2026" { &["Script", "Module"] } else { &["Script"] };
        for goal in goals {
            let seeds = Seeds::of(&parser, goal, |_, _| true);
            let share = 100.0 * seeds.covered.len() as f64 / seeds.reachable.len() as f64;
            println!(
                "{edition} {goal}: {} programs of {} texts; {} of {} alternatives, {share:.2} %",
                seeds.programs.len(),
                seeds.synthesised,
                seeds.covered.len(),
                seeds.reachable.len(),
            );
            for (production, alternative) in seeds.missing() {
                let production = &parser.grammar().productions()[production];
                println!("  {} {}", production.head(), production.alternatives[alternative]);
            }
            assert!(share > 97.8, "{edition} {goal}: {share:.2} %");
        }
    }
}
