//! An expression becomes a literal that a condition of the edition compares with.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Situation;

pub(super) fn mutate(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    let literals = &situation.words.literals;
    if literals.is_empty() {
        return None;
    }
    let literal = &literals[rng.random_range(0..literals.len())];
    let node = situation.expression(rng)?;
    Some(situation.with_expression(node, literal))
}
