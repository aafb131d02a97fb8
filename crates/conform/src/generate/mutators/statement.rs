//! A statement is added at the end of a block, a body or the program; or at its beginning.

use parallax_spec::syntax::NodeId;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Situation;

/// Statements that divert control, with `V` for an expression and `N` for a name of the program.
const DIVERTERS: &[&str] = &[
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

pub(super) fn mutate(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    let statement = statement(situation, rng)?;
    let tree = situation.tree;
    let is_body = |node: NodeId| {
        matches!(tree.name(node), "Script" | "StatementList" | "FunctionStatementList")
    };
    let body = situation.node(rng, is_body)?;
    let span = tree.span(body);
    let text = tree.whole_text();
    let at = if rng.random_bool(0.8) { span.end } else { span.start };
    let apart = if tree.name(body) == "Script" { "\n" } else { " " };
    let (before, after) = (text[..at].trim_end(), text[at..].trim_start());
    Some(format!("{before}{apart}{statement}{apart}{after}").trim().to_owned())
}

fn statement(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    if rng.random_bool(0.35) {
        let production = situation.tree.grammar().index("StatementListItem")?;
        return situation.fragments.pick(production, rng).map(str::to_owned);
    }
    let form = DIVERTERS[rng.random_range(0..DIVERTERS.len())];
    let value = situation.any_expression(rng)?;
    let name = name(situation, rng).unwrap_or("a");
    let words = form.split(' ').map(|word| match word {
        "V" => value,
        "N" => name,
        word => word,
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

/// A name that the program declares or uses.
fn name<'s>(situation: &'s Situation<'_>, rng: &mut ChaCha8Rng) -> Option<&'s str> {
    let tree = situation.tree;
    let is_name =
        |node: &NodeId| matches!(tree.name(*node), "BindingIdentifier" | "IdentifierReference");
    let names: Vec<_> = tree.descendants(tree.root()).filter(is_name).collect();
    let name = *names.get(rng.random_range(0..names.len().max(1)))?;
    Some(tree.text(name))
}
