//! A random part of the program becomes another of the same production.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Situation;

pub(super) fn mutate(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    if rng.random_bool(0.5) {
        let node = situation.expression(rng)?;
        return Some(situation.with_expression(node, situation.any_expression(rng)?));
    }
    let tree = situation.tree;
    let choice = |node| situation.fragments.of(tree.production(node)).len() > 1;
    let node = situation.node(rng, choice)?;
    let other = situation.fragments.pick(tree.production(node), rng)?;
    Some(situation.replaced(tree.span(node), other))
}
