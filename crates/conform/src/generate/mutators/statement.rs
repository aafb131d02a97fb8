//! A statement from another program is added at the end of a list of statements, or at its beginning.

use parallax_program::edit::Edit;
use parallax_program::rewrite::{Rule, Sites};
use parallax_spec::syntax::NodeId;

use super::{Part, Situation, piece, piece_choices, set_apart};

/// Alternatives for where in a list a statement is added: the first is the beginning, all others are
/// the end, which is so taken more often.
pub(super) const ENDS: usize = 5;

/// The rule.
pub(super) struct Statement;

impl<'s> Rule<Situation<'s>> for Statement {
    fn name(&self) -> &str {
        "statement"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        let statements = situation.pieces("StatementListItem");
        let [first, second, shorter] = piece_choices(statements);
        Sites::with_choices(
            lists(situation),
            move |_| [ENDS, first, second, shorter],
            |&list, [end, first, second, shorter]| {
                add(situation, list, end, piece(statements, [first, second, shorter]))
            },
        )
    }
}

/// The lists of statements of the program, and the program itself.
pub(super) fn lists(situation: &Situation<'_>) -> Vec<Part> {
    situation.parts(|node| {
        let name = situation.tree.name(node);
        matches!(name, "Script" | "StatementList" | "FunctionStatementList")
    })
}

/// Adds a statement to a list.
pub(super) fn add(situation: &Situation<'_>, list: NodeId, end: usize, statement: &str) -> Edit {
    let tree = situation.tree;
    let at = if end == 0 { tree.span(list).start } else { tree.span(list).end };
    let separator = if tree.name(list) == "Script" { "\n" } else { " " };
    set_apart(tree.whole_text(), at..at, separator, statement)
}
