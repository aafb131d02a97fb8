//! The text of an edition's algorithms by the numbers of their steps, for coverage and tracing.

use crate::algorithm::{Algorithm, Step};

/// An algorithm and its steps.
#[derive(Clone, Debug)]
pub struct Outline {
    /// What it is called.
    pub name: String,
    /// The id of its clause.
    pub clause: String,
    /// The number of its first step among those of the edition.
    pub first: usize,
    /// Its steps in the order of the text.
    pub steps: Vec<OutlineStep>,
    /// Whether a step describes a variable by `such that`, which needs no declaration.
    pub describes_variables: bool,
}

/// A step.
#[derive(Clone, Debug)]
pub struct OutlineStep {
    /// How many steps it is inside of.
    pub depth: usize,
    /// Its place, such as `2.a.iv`.
    pub place: String,
    /// Its text, in ecmarkdown.
    pub text: String,
}

impl Outline {
    /// The steps of an algorithm, of which the edition counts `count`.
    pub(super) fn of(algorithm: &Algorithm, first: usize, count: usize) -> Self {
        let mut steps = Vec::new();
        collect(&algorithm.steps, 0, "", &mut steps);
        steps.truncate(count);
        let clause = algorithm.clause.clone();
        let describes_variables = steps.iter().any(|step| step.text.contains("such that"));
        Outline { name: algorithm.head.name(), clause, first, steps, describes_variables }
    }
}

/// Steps are nested a few dozen deep at most.
fn collect(steps: &[Step], depth: usize, around: &str, found: &mut Vec<OutlineStep>) {
    for (at, step) in steps.iter().enumerate() {
        let place = format!("{around}{}", label(depth, at));
        found.push(OutlineStep { depth, place: place.clone(), text: step.text.clone() });
        collect(&step.steps, depth + 1, &format!("{place}."), found);
    }
}

/// Steps are counted 1, 2, 3, then a, b, c, then i, ii, iii, and again from the start.
fn label(depth: usize, at: usize) -> String {
    match depth % 3 {
        0 => (at + 1).to_string(),
        1 => {
            let mut letters = String::new();
            let mut rest = at + 1;
            while rest > 0 {
                letters.insert(0, char::from(b'a' + ((rest - 1) % 26) as u8));
                rest = (rest - 1) / 26;
            }
            letters
        }
        _ => roman(at + 1),
    }
}

fn roman(number: usize) -> String {
    const SIGNS: [(usize, &str); 9] = [
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut rest = number;
    let mut text = String::new();
    for (value, sign) in SIGNS {
        text.push_str(&sign.repeat(rest / value));
        rest %= value;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_the_places_that_readers_know() {
        let labels: Vec<_> = [(0, 0), (1, 26), (2, 3), (3, 1)].map(|(d, n)| label(d, n)).into();
        assert_eq!(labels, ["1", "aa", "iv", "2"]);
    }
}
