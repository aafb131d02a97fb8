//! Statement mutation, which the paper does not have: a statement goes, stands in a block or a loop
//! of its own, or is done when a variable says so. Failures that hang on the shape of the program
//! have no witness among changes of its expressions.

use std::sync::Arc;

use super::Parsed;
use crate::subject::Language;

/// How a statement `{}` is written instead.
const CHANGES: [(&str, &str); 4] = [
    ("remove statement", ";"),
    ("statement in a block", "{ {} }"),
    ("statement in a loop", "do { {} } while (0);"),
    ("statement if", "if (parallax_holds) { {} }"),
];

/// What the condition above is.
const HOLDS: &str = "static volatile int parallax_holds = 1;\n";
const HOLDS_IN_SCRIPTS: &str = "var parallax_holds = true;\n";

/// Every mutant of a program by these changes, statement by statement, with the change's name.
pub fn mutants(language: Language, text: &str) -> Vec<(&'static str, Arc<str>)> {
    let holds = match language {
        Language::C => HOLDS,
        Language::Js => HOLDS_IN_SCRIPTS,
    };
    let mut mutants = Vec::new();
    for range in Parsed::read(language, text).parts.statements {
        for (name, change) in CHANGES {
            let mut mutant = text.to_owned();
            mutant.replace_range(range.clone(), &change.replace("{}", &text[range.clone()]));
            if change.contains("parallax_holds") {
                mutant.insert_str(0, holds);
            }
            mutants.push((name, Arc::from(mutant)));
        }
    }
    mutants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_every_statement() {
        let mutants = mutants(Language::C, "int f(int x) { switch (x) { case 0: return 7; } }");
        let texts: Vec<&str> = mutants.iter().map(|(_, text)| &**text).collect();
        assert_eq!(texts.len(), 8);
        assert_eq!(texts[0], "int f(int x) { ; }");
        assert_eq!(texts[5], "int f(int x) { switch (x) { case 0: { return 7; } } }");
        assert!(texts[7].starts_with(HOLDS), "{}", texts[7]);
        assert!(
            texts[7].ends_with("case 0: if (parallax_holds) { return 7; } } }"),
            "{}",
            texts[7]
        );
    }
}
