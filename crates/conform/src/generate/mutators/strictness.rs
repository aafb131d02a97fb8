//! Sloppy code becomes strict, and strict code sloppy.

use rand_chacha::ChaCha8Rng;

use super::Situation;

const DIRECTIVE: &str = "\"use strict\";";

pub(super) fn mutate(situation: &Situation<'_>, _: &mut ChaCha8Rng) -> Option<String> {
    let text = situation.tree.whole_text();
    Some(match text.strip_prefix(DIRECTIVE) {
        Some(rest) => rest.trim_start().to_owned(),
        None => format!("{DIRECTIVE}\n{text}"),
    })
}
