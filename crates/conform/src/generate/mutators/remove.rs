//! A part of the program goes, or makes way for a part of itself: smaller programs are easier to
//! read, and often do as well.

use parallax_spec::syntax::NodeId;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Situation;

pub(super) fn mutate(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    let tree = situation.tree;
    let node = situation.node(rng, |node| !tree.span(node).is_empty() && node != tree.root())?;
    let span = tree.span(node);
    if rng.random_bool(0.4) {
        return Some(situation.replaced(span, ""));
    }
    let same = |inner: &NodeId| {
        tree.production(*inner) == tree.production(node) && tree.span(*inner) != span
    };
    let inner: Vec<_> = tree.descendants(node).filter(same).collect();
    match inner.is_empty() {
        false => {
            let inner = inner[rng.random_range(0..inner.len())];
            Some(situation.replaced(span, tree.text(inner)))
        }
        // The shortest there is of its kind.
        true => {
            let shortest =
                situation.fragments.of(tree.production(node)).iter().min_by_key(|it| it.len())?;
            (shortest.len() < span.len()).then(|| situation.replaced(span, shortest))
        }
    }
}
