//! Early errors that ask what is around a node, or how often something is in it: `break` outside of a
//! loop, `super` outside of a method, names twice.

use super::super::behaviour::Behaviour::{self, Of0};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use super::sentences::{Effect, throw_unless};
use crate::phrases::EarlyErrorSentence;
use crate::syntax::{Child, NodeId, Tree};

/// Where functions begin, and other code that is run on its own.
const BOUNDARIES: &[&str] =
    &["FunctionBody", "ConciseBody", "AsyncConciseBody", "ClassStaticBlockBody"];

/// What has a `super` and a `new.target` of its own.
const HOMES: &[&str] = &[
    "FunctionDeclaration",
    "FunctionExpression",
    "GeneratorDeclaration",
    "GeneratorExpression",
    "AsyncFunctionDeclaration",
    "AsyncFunctionExpression",
    "AsyncGeneratorDeclaration",
    "AsyncGeneratorExpression",
    "MethodDefinition",
    "FieldDefinition",
    "ClassStaticBlock",
];

impl EarlyErrorSentence {
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::ContinueOutside => Of0(|machine| {
                ask(machine, |_, tree, node| is_within(tree, node, &["IterationStatement"]))
            }),
            Self::BreakOutside => Of0(|machine| {
                let around = &["IterationStatement", "SwitchStatement"];
                ask(machine, |_, tree, node| is_within(tree, node, around))
            }),
            Self::ConstantWithoutValue => Of0(|machine| ask(machine, has_value_if_constant)),
            // Annex B allows labelled functions outside of strict code.
            Self::LabelledFunction => Of0(|machine| {
                ask(machine, |machine, tree, node| {
                    tree.name(node) == "LabelledItem" && !is_strict_here(machine)
                })
            }),
            Self::DeleteOfName => Of0(|machine| ask(machine, deletes_no_name)),
            Self::SuperOutside => Of0(|machine| {
                ask(machine, |machine, tree, node| {
                    let is_eval = machine.is_eval_code();
                    is_eval || !has_outside(tree, node, &["SuperCall", "SuperProperty"])
                })
            }),
            Self::NewTargetOutside => Of0(|machine| {
                ask(machine, |machine, tree, node| {
                    machine.is_eval_code() || !has_outside(tree, node, &["NewTarget"])
                })
            }),
            Self::PrototypeTwice => Of0(|machine| ask(machine, prototypes_once)),
            Self::ExportedNames => Of0(|machine| ask(machine, exports_variables)),
            Self::PrivateNameTwice => Of0(|machine| ask(machine, private_names_once)),
        }
    }
}

/// Whether the node that is being checked is strict code.
fn is_strict_here(machine: &Machine<'_>) -> bool {
    let node = machine.frames.last().and_then(|frame| frame.node).map(Value::Piece);
    node.is_some_and(|it| machine.is_strict(&it))
}

fn has_value_if_constant(_: &Machine<'_>, tree: &Tree, node: NodeId) -> bool {
    let declaration = around(tree, node).find(|it| tree.name(*it) == "LexicalDeclaration");
    let constant = declaration.is_some_and(|it| tree.text(it).starts_with("const"));
    !constant || tree.children(node).all(|child| child != Child::Absent)
}

/// `delete (name)` is refused in strict code, and `delete (object.#name)`.
fn deletes_no_name(machine: &Machine<'_>, tree: &Tree, node: NodeId) -> bool {
    if deletes_private(tree, node) {
        return false;
    }
    let operand = tree.text(node).trim_start_matches("delete").trim();
    let inside = operand.trim_matches(['(', ')', ' ', '\n', '\t']);
    let is_name = inside.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '$'));
    let literal = matches!(inside, "this" | "null" | "true" | "false")
        || inside.starts_with(|it: char| it.is_ascii_digit());
    let strict = is_strict_here(machine);
    !(strict && operand.starts_with('(') && is_name && !inside.is_empty() && !literal)
}

/// Whether what is in the parentheses after `delete` ends with a private name.
fn deletes_private(tree: &Tree, node: NodeId) -> bool {
    let operand = |node: NodeId| {
        tree.children(node).find_map(|child| match child {
            Child::Node(inner) => Some(inner),
            _ => None,
        })
    };
    let mut next = operand(node);
    while let Some(inner) = next {
        let inner = tree.covered(inner).unwrap_or(inner);
        let children: Vec<Child> = tree.children(inner).filter(|it| *it != Child::Absent).collect();
        let is_enclosed = tree.name(inner) == "ParenthesizedExpression";
        next = match children[..] {
            [Child::Node(only)] => Some(only),
            [.., Child::Token(last)] if !is_enclosed => {
                return tree.token_text(last).starts_with('#');
            }
            [.., Child::Node(last)] if tree.name(last) == "OptionalChain" => Some(last),
            _ if is_enclosed => operand(inner),
            _ => None,
        };
    }
    false
}

/// Throws unless the node that an early error is about is well.
fn ask(
    machine: &mut Machine<'_>,
    is_well: impl Fn(&Machine<'_>, &Tree, NodeId) -> bool,
) -> Result<Effect, Stop> {
    let node = machine.frames.last().and_then(|frame| frame.node);
    let well = match node {
        Some(piece @ Piece { part: Part::Node(node), .. }) => {
            machine.tree(piece).is_none_or(|tree| is_well(machine, tree, node))
        }
        _ => true,
    };
    throw_unless(machine, well)
}

/// The nodes around a node, the nearest first.
fn around(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> {
    let inner = tree.span(node);
    let encloses = |it: &NodeId| {
        let outer = tree.span(*it);
        *it != node && outer.start <= inner.start && inner.end <= outer.end
    };
    let mut found: Vec<NodeId> = tree.descendants(tree.root()).filter(encloses).collect();
    // Of nodes with the same span the inner one comes later.
    found.reverse();
    found.sort_by_key(|it| tree.span(*it).len());
    found.into_iter()
}

/// Whether a node is inside one of these without a function between.
fn is_within(tree: &Tree, node: NodeId, wanted: &[&str]) -> bool {
    let names = around(tree, node).map(|it| tree.name(it).to_owned());
    let mut names = names.take_while(|name| !BOUNDARIES.contains(&name.as_str()));
    names.any(|name| wanted.contains(&name.as_str()))
}

/// Whether one of these is in a node, and in no function in it that has its own.
fn has_outside(tree: &Tree, node: NodeId, wanted: &[&str]) -> bool {
    let found = tree.descendants(node).filter(|it| wanted.contains(&tree.name(*it)));
    let mut found = found.collect::<Vec<_>>().into_iter();
    found.any(|it| !around(tree, it).any(|outer| HOMES.contains(&tree.name(outer))))
}

/// `__proto__: x` at most once in an object literal, unless that is JSON.
fn prototypes_once(machine: &Machine<'_>, tree: &Tree, node: NodeId) -> bool {
    let is_json = |code: usize| machine.program.codes[code].name.contains("JSON");
    let exempt = machine.frames.iter().any(|frame| is_json(frame.code));
    let is_prototype = |definition: &NodeId| {
        let mut children = tree.children(*definition);
        let (Some(Child::Node(name)), Some(Child::Token(colon))) =
            (children.next(), children.next())
        else {
            return false;
        };
        tree.name(*definition) == "PropertyDefinition"
            && tree.token_text(colon) == ":"
            && tree.text(name).trim_matches(['"', '\'']) == "__proto__"
    };
    let direct = |it: &NodeId| {
        let mut outer = around(tree, *it).filter(|outer| tree.name(*outer) == "ObjectLiteral");
        outer.next() == Some(node)
    };
    exempt || tree.descendants(node).filter(is_prototype).filter(direct).count() < 2
}

/// `export { a as "b" }` names variables: no strings, and no reserved words. The text says the latter in
/// other words beside the former.
fn exports_variables(machine: &Machine<'_>, tree: &Tree, node: NodeId) -> bool {
    let parser = &machine.program.parser;
    let specifiers = tree.descendants(node).filter(|it| tree.name(*it) == "ExportSpecifier");
    let names = specifiers.filter_map(|it| match tree.children(it).next() {
        Some(Child::Node(name)) => Some(tree.text(name)),
        _ => None,
    });
    let is_variable =
        |name: &str| parser.parse_strictly("IdentifierReference", &["Await"], name).is_ok();
    names.into_iter().all(is_variable)
}

/// A private name once, or once for a getter and once for a setter.
fn private_names_once(_: &Machine<'_>, tree: &Tree, node: NodeId) -> bool {
    let body = |it: NodeId| around(tree, it).find(|outer| tree.name(*outer) == "ClassBody");
    let mut seen: Vec<(&str, &str, bool)> = Vec::new();
    for name in tree.descendants(node).filter(|it| tree.name(*it) == "ClassElementName") {
        let text = tree.text(name);
        if !text.starts_with('#') || body(name) != Some(node) {
            continue;
        }
        let element = around(tree, name).find(|it| tree.name(*it) == "ClassElement");
        let before = element.map_or("", |it| {
            let start = tree.span(it).start;
            tree.whole_text().get(start..tree.span(name).start).unwrap_or_default()
        });
        let words: Vec<&str> = before.split_whitespace().collect();
        let kind = words.last().copied().filter(|it| matches!(*it, "get" | "set")).unwrap_or("");
        let is_static = words.first() == Some(&"static");
        let clashes = |(other, its, in_static): &(&str, &str, bool)| {
            let pair = !kind.is_empty() && !its.is_empty() && kind != *its;
            *other == text && (!pair || *in_static != is_static)
        };
        if seen.iter().any(clashes) {
            return false;
        }
        seen.push((text, kind, is_static));
    }
    true
}

impl Machine<'_> {
    /// Whether the code that is being checked is for `eval`, or a function made of text.
    pub(in crate::run) fn is_eval_code(&self) -> bool {
        self.frames.len() > 1
    }
}
