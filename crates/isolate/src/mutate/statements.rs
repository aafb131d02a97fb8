//! Statement mutation: a statement is removed, or stands in a block, a loop or a condition.
//!
//! The paper does not have it. Failures that depend on the shape of the program have no witness among
//! changes of its expressions.

use std::ops::Range;
use std::sync::Arc;

use parallax_program::edit::{Edit, Splice};
use parallax_program::rewrite::{Rule, Sites};

use super::Parsed;
use crate::subject::Language;

/// A statement `{}` is written in another form.
struct StatementRule {
    name: &'static str,
    form: &'static str,
}

const RULES: [StatementRule; 4] = [
    StatementRule { name: "remove statement", form: ";" },
    StatementRule { name: "statement in a block", form: "{ {} }" },
    StatementRule { name: "statement in a loop", form: "do { {} } while (0);" },
    StatementRule { name: "statement if", form: "if (parallax_holds) { {} }" },
];

/// What the condition above is called, and how it is declared.
const HOLDS: &str = "parallax_holds";
const HOLDS_IN_C: &str = "static volatile int parallax_holds = 1;\n";
const HOLDS_IN_SCRIPTS: &str = "var parallax_holds = true;\n";

impl Rule<Parsed> for StatementRule {
    fn name(&self) -> &str {
        self.name
    }

    fn sites<'c>(&'c self, program: &'c Parsed) -> Sites<'c> {
        let statements = program.parts.statements.iter().map(|span| (span.clone(), span));
        Sites::new(statements, |span| self.edit(program, span))
    }
}

impl StatementRule {
    fn edit(&self, program: &Parsed, statement: &Range<usize>) -> Edit {
        let form = self.form.replace("{}", &program.text[statement.clone()]);
        let mut edit = Edit::from(Splice::replacement(statement.clone(), form));
        if self.form.contains(HOLDS) {
            let declaration = match program.language {
                Language::C => HOLDS_IN_C,
                Language::Js => HOLDS_IN_SCRIPTS,
            };
            edit.splices.push(Splice::insertion(0, declaration));
        }
        edit
    }
}

/// Every mutant of a program by these rules, statement by statement, with the rule's name.
pub fn mutants(language: Language, text: &Arc<str>) -> Vec<(&'static str, Arc<str>)> {
    let program = Parsed::read(language, text);
    let rules = RULES.each_ref().map(|rule| (rule.name, rule.sites(&program)));
    let mut mutants = Vec::new();
    for statement in 0..program.parts.statements.len() {
        for (name, sites) in &rules {
            let edits = sites.at(statement).filter_map(|site| sites.apply(&site));
            mutants.extend(edits.map(|edit| (*name, edit.text(text).into())));
        }
    }
    mutants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_every_statement() {
        let mutants =
            mutants(Language::C, &"int f(int x) { switch (x) { case 0: return 7; } }".into());
        let texts: Vec<&str> = mutants.iter().map(|(_, text)| &**text).collect();
        assert_eq!(texts.len(), 8);
        assert_eq!(texts[0], "int f(int x) { ; }");
        assert_eq!(mutants[5].0, "statement in a block");
        assert_eq!(texts[5], "int f(int x) { switch (x) { case 0: { return 7; } } }");
        assert!(texts[7].starts_with(HOLDS_IN_C), "{}", texts[7]);
        assert!(
            texts[7].ends_with("case 0: if (parallax_holds) { return 7; } } }"),
            "{}",
            texts[7]
        );
    }

    #[test]
    fn a_condition_is_declared_before_the_first_statement() {
        let mutants = mutants(Language::Js, &"f();".into());
        assert_eq!(&*mutants[3].1, "var parallax_holds = true;\nif (parallax_holds) { f(); }");
    }
}
