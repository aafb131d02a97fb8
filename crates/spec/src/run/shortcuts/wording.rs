//! The wording of clauses, as numbers that can be compared.

use std::collections::HashMap;

use crate::algorithm::{Algorithm, Step};

/// A number for the wording of each clause.
#[derive(Default)]
pub(in crate::run) struct Wordings(HashMap<String, u64>);

impl Wordings {
    /// Adds the steps of an algorithm to those of its clause.
    pub(in crate::run) fn add(&mut self, algorithm: &Algorithm) {
        let number = self.0.entry(algorithm.clause.clone()).or_insert(BEGIN);
        for parameter in &algorithm.parameters {
            *number = mixed(*number, &parameter.name);
        }
        add(number, &algorithm.steps);
    }

    /// The wording of several clauses.
    pub(super) fn of(&self, clauses: &[&[&str]]) -> u64 {
        let numbers = clauses
            .iter()
            .copied()
            .flatten()
            .map(|it| self.0.get(*it).copied().unwrap_or_default());
        numbers.fold(BEGIN, |all, number| mixed(all, &number.to_string()))
    }
}

fn add(number: &mut u64, steps: &[Step]) {
    for step in steps {
        *number = mixed(*number, &step.text);
        add(number, &step.steps);
        *number = mixed(*number, ".");
    }
}

const BEGIN: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, without white space: it is the same on every machine.
fn mixed(number: u64, text: &str) -> u64 {
    let bytes = text.bytes().filter(|it| !it.is_ascii_whitespace()).chain([0]);
    bytes.fold(number, |number, byte| (number ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
