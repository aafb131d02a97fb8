//! Whole editions, whose texts are not part of the repository.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::document as edition;
use parallax_spec::algorithm::{self, Algorithm, Head};
use parallax_spec::edition::Edition;

fn sizes(algorithms: &[Algorithm]) -> (usize, usize) {
    (algorithms.len(), algorithms.iter().map(Algorithm::size).sum())
}

fn has(algorithms: &[Algorithm], wanted: &str) -> bool {
    algorithms.iter().any(|algorithm| algorithm.head.name() == wanted)
}

fn every_algorithm_and_step_of_the_es2020_candidate_is_found() {
    let document = edition("es2020-candidate-2020-04");
    let algorithms = algorithm::extract(&document);
    assert_eq!(sizes(&algorithms), (1_905, 10_899));
    for name in ["ToString", "BigInt::divide", "get Map.prototype.size", "thisNumberValue"] {
        assert!(has(&algorithms, name), "{name}");
    }
}

fn every_algorithm_and_step_of_newer_editions_is_found() {
    for (name, expected) in [("es2025", (2_218, 13_697)), ("es2026", (2_239, 14_247))] {
        let document = edition(name);
        let algorithms = algorithm::extract(&document);
        assert_eq!(sizes(&algorithms), expected, "{name}");
        let named = algorithms.iter().filter(|it| !matches!(it.head, Head::Fragment(_))).count();
        assert!(named * 100 > algorithms.len() * 98, "{name}: {named} heads are understood");
    }
}

/// Steps understood and algorithms complete, in hundredths of a percent.
fn understood(name: &str) -> (usize, usize) {
    let edition = Edition::read(&edition(name));
    let steps = edition.algorithms.iter().flat_map(|(_, meaning)| &meaning.unknown);
    let (known, all) = steps
        .fold((0, 0), |(known, all), unknown| (known + usize::from(unknown.is_none()), all + 1));
    let complete = edition.algorithms.iter().filter(|(_, meaning)| meaning.complete()).count();
    (known * 10_000 / all, complete * 10_000 / edition.algorithms.len())
}

fn most_steps_are_understood() {
    let wanted = [
        ("es2020-candidate-2020-04", 9_500, 8_000),
        ("es2025", 9_700, 9_000),
        ("es2026", 9_700, 9_000),
    ];
    for (name, steps, complete) in wanted {
        let found = understood(name);
        assert!(found.0 >= steps && found.1 >= complete, "{name}: {found:?}");
    }
}

parallax_testing::tests! {
    [ES2020] {
        every_algorithm_and_step_of_the_es2020_candidate_is_found,
    }
    [ES2025, ES2026] {
        every_algorithm_and_step_of_newer_editions_is_found,
    }
    [ES2020, ES2025, ES2026] {
        most_steps_are_understood,
    }
}
