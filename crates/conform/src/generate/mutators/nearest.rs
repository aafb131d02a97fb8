//! The syntax tree whose evaluation reached the branch that is aimed at, or a part of it, becomes
//! another of the same production.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Situation;

pub(super) fn mutate(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    let (tree, place) = (situation.tree, situation.place.clone()?);
    let whole = rng.random_bool(0.25);
    let inside = tree.descendants(tree.root()).filter(|node| {
        let span = tree.span(*node);
        let near =
            if whole { span == place } else { place.start <= span.start && span.end <= place.end };
        near && !span.is_empty() && situation.fragments.of(tree.production(*node)).len() > 1
    });
    let nodes: Vec<_> = inside.collect();
    if nodes.is_empty() {
        return None;
    }
    let node = nodes[rng.random_range(0..nodes.len())];
    let other = situation.fragments.pick(tree.production(node), rng)?;
    Some(situation.replaced(tree.span(node), other))
}
