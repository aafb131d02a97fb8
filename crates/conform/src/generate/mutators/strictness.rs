//! Sloppy code becomes strict, and strict code sloppy.

use parallax_program::edit::Splice;
use parallax_program::rewrite::{Rule, Sites};

use super::Situation;

const DIRECTIVE: &str = "\"use strict\";";

/// The rule.
pub(super) struct Strictness;

impl<'s> Rule<Situation<'s>> for Strictness {
    fn name(&self) -> &str {
        "strictness"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        Sites::from_iter([toggled(situation.tree.whole_text())])
    }
}

/// Removes the directive that makes a script strict, or adds it.
fn toggled(text: &str) -> Splice {
    match text.strip_prefix(DIRECTIVE) {
        Some(rest) => Splice::replacement(0..text.len() - rest.trim_start().len(), ""),
        None => Splice::insertion(0, format!("{DIRECTIVE}\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_code_becomes_sloppy_again() {
        let strict = toggled("a ;");
        assert_eq!(strict, Splice::insertion(0, "\"use strict\";\n"));
        assert_eq!(toggled("\"use strict\";\na ;"), Splice::replacement(0..14, ""));
    }
}
