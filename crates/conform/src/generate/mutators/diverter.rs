//! A statement that diverts control, or uses a name of the program, is added to a list of statements.

use parallax_program::rewrite::{Rule, Sites};
use parallax_spec::syntax::NodeId;

use super::statement::{self, ENDS};
use super::{Situation, filled, piece, piece_choices};

/// The statements, with `V` for an expression and `N` for a name of the program.
const FORMS: &[&str] = &[
    "N ( ) ;",
    "N ( V ) ;",
    "new N ( ) ;",
    "N = V ;",
    "var N = V ;",
    "return ;",
    "return V ;",
    "break ;",
    "continue ;",
    "throw V ;",
    "yield V ;",
    "yield * V ;",
    "await V ;",
    "N . next ( ) ;",
    "N . next ( V ) ;",
    "N . return ( V ) ;",
    "N . throw ( V ) ;",
    "N . then ( V ) ;",
    "for ( var x of N ) ;",
    "for ( var x in N ) ;",
    "[ ... N ] ;",
    "delete N . a ;",
];

/// The rule.
pub(super) struct Diverter;

impl<'s> Rule<Situation<'s>> for Diverter {
    fn name(&self) -> &str {
        "diverter"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        let values = situation.expression_pieces();
        let names = names(situation);
        let [first, second, shorter] = piece_choices(values);
        let choices = [ENDS, FORMS.len(), first, second, shorter, names.len()];
        Sites::with_choices(
            statement::lists(situation),
            move |_| choices,
            move |&list, [end, form, first, second, shorter, name]| {
                let value = piece(values, [first, second, shorter]);
                let statement = filled(FORMS[form], &[("V", value), ("N", names[name])]);
                statement::add(situation, list, end, &statement)
            },
        )
    }
}

/// The names that the program declares or uses; one that it does not if there are none.
fn names<'c>(situation: &'c Situation<'_>) -> Vec<&'c str> {
    let tree = situation.tree;
    let is_name =
        |node: &NodeId| matches!(tree.name(*node), "BindingIdentifier" | "IdentifierReference");
    let names = tree.descendants(tree.root()).filter(is_name);
    let names: Vec<&str> = names.map(|node| tree.text(node)).collect();
    if names.is_empty() { vec!["a"] } else { names }
}
