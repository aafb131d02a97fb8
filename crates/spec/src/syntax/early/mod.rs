//! Early errors that need nothing but the tree.
//!
//! The specification states these in prose beside its productions. Those checked here are the ones
//! that a parser is commonly expected to know: targets of assignments, words that are reserved by
//! context, legacy literals in strict code, escapes in templates, and patterns. Scopes are not
//! looked at. Where editions disagree, what the laxer one allows is allowed.

mod literals;
mod members;
mod patterns;
pub(super) mod strict;
mod targets;
mod words;

use super::error::SyntaxError;
use super::tree::{Child, NodeId, TokenId, Tree};
use super::{Parser, prose};
use crate::grammar::Grammar;
use targets::Target;

/// Why a node or a token is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Concern {
    Nothing,
    /// It may be read in another way.
    Cover,
    /// A name that is bound.
    Binding,
    /// A name that is used.
    Reference,
    /// Something with a body, which may be strict.
    Body,
    Class,
    Assignment,
    Update,
    Iteration,
    DestructuringTarget,
    RestProperty,
    /// A template or a part of one.
    Template,
    OptionalChain,
    Property,
    /// `if (a) function f() {}`, which annex B allows in sloppy code.
    If,
    /// `import.meta`, which only modules have.
    ImportMeta,
}

fn concern(production: &str) -> Concern {
    match production {
        "CoverParenthesizedExpressionAndArrowParameterList"
        | "CoverCallExpressionAndAsyncArrowHead"
        | "LeftHandSideExpression" => Concern::Cover,
        "BindingIdentifier" => Concern::Binding,
        "IdentifierReference" | "LabelIdentifier" => Concern::Reference,
        "ClassDeclaration" | "ClassExpression" => Concern::Class,
        "AssignmentExpression" => Concern::Assignment,
        "UpdateExpression" => Concern::Update,
        "IterationStatement" | "ForInOfStatement" => Concern::Iteration,
        "DestructuringAssignmentTarget" => Concern::DestructuringTarget,
        "OptionalChain" => Concern::OptionalChain,
        "PropertyDefinition" => Concern::Property,
        "ImportMeta" => Concern::ImportMeta,
        "IfStatement" => Concern::If,
        "AssignmentRestProperty" => Concern::RestProperty,
        "TemplateLiteral" | "SubstitutionTemplate" | "TemplateSpans" | "TemplateMiddleList" => {
            Concern::Template
        }
        _ if strict::has_body(production) => Concern::Body,
        _ => Concern::Nothing,
    }
}

/// The concerns of a grammar's productions, by their index.
#[derive(Clone, Debug)]
pub(super) struct Concerns(Vec<Concern>);

impl Concerns {
    pub(super) fn of(grammar: &Grammar) -> Self {
        Concerns(grammar.productions().iter().map(|production| concern(&production.name)).collect())
    }
}

/// Refuses a tree that has one of these errors.
pub(super) fn check(
    parser: &Parser,
    concerns: &Concerns,
    tree: &Tree,
    strict: bool,
) -> Result<(), SyntaxError> {
    let is_module = tree.name(tree.root()) == "Module";
    let mut walk = Walk { parser, concerns, tree, is_module, work: Vec::new() };
    let strict = strict || is_module || strict::is_strict(tree, tree.root());
    walk.work.push((tree.root(), strict));
    while let Some((node, strict)) = walk.work.pop() {
        walk.visit(node, strict)?;
    }
    Ok(())
}

struct Walk<'t> {
    parser: &'t Parser,
    concerns: &'t Concerns,
    tree: &'t Tree,
    is_module: bool,
    /// What is yet to be visited, and whether it is strict code.
    work: Vec<(NodeId, bool)>,
}

impl Walk<'_> {
    fn visit(&mut self, node: NodeId, strict: bool) -> Result<(), SyntaxError> {
        let tree = self.tree;
        let concern = self.concerns.0[tree.production(node)];
        let mut strict = strict;
        match concern {
            Concern::Nothing => {}
            Concern::Cover => {
                if let Some(covered) = tree.covered(node) {
                    self.work.push((covered, strict));
                    return Ok(());
                }
            }
            Concern::Binding | Concern::Reference => {
                words::check(tree, node, concern == Concern::Binding, strict, self.is_module)?;
            }
            Concern::Body => strict = strict || strict::is_strict(tree, node),
            Concern::Class => strict = true,
            Concern::OptionalChain => members::check_chain(tree, node)?,
            Concern::ImportMeta if !self.is_module => {
                let start = tree.span(node).start;
                return Err(error(tree, start, "`import.meta` is for modules"));
            }
            Concern::ImportMeta => {}
            Concern::Property => members::check_property(tree, node)?,
            Concern::If if strict => {
                let is_function = |child: &Child| matches!(child, Child::Node(it) if tree.name(*it) == "FunctionDeclaration");
                if tree.children(node).any(|child| is_function(&child)) {
                    let start = tree.span(node).start;
                    return Err(error(tree, start, "a function without a block in strict code"));
                }
            }
            Concern::If => {}
            Concern::Iteration if strict && targets::is_initialized(tree, node) => {
                let start = tree.span(node).start;
                return Err(error(tree, start, "a `for`-`in` with an initializer in strict code"));
            }
            _ => self.target(concern, node, strict)?,
        }
        for child in tree.children(node) {
            match child {
                Child::Node(inner) => self.work.push((inner, strict)),
                Child::Token(token) => self.token(concern, node, token, strict)?,
                Child::Absent => {}
            }
        }
        Ok(())
    }

    fn target(&self, concern: Concern, node: NodeId, strict: bool) -> Result<(), SyntaxError> {
        let tree = self.tree;
        let found = match concern {
            Concern::Assignment => targets::of_assignment(tree, node),
            Concern::Update => targets::of_update(tree, node),
            Concern::Iteration => targets::of_iteration(tree, node),
            Concern::DestructuringTarget => targets::of_destructuring(tree, node),
            Concern::RestProperty => targets::of_rest_property(tree, node),
            _ => None,
        };
        match found {
            Some(target) if target.is_allowed(tree, strict) => Ok(()),
            Some(Target { node, .. }) => {
                Err(error(tree, tree.span(node).start, "this cannot be assigned to"))
            }
            None => Ok(()),
        }
    }

    fn token(
        &self,
        concern: Concern,
        node: NodeId,
        token: TokenId,
        strict: bool,
    ) -> Result<(), SyntaxError> {
        let tree = self.tree;
        let text = tree.token_text(token);
        match text.as_bytes().first() {
            Some(b'/') if tree.token_name(token) == prose::REGEXP_TOKEN => {
                patterns::check(self.parser, tree, token)
            }
            Some(b'0') if strict => literals::check_number(self.parser, tree, token),
            Some(b'"' | b'\'') if strict && text.contains('\\') => {
                literals::check_string(self.parser, tree, token)
            }
            _ if concern == Concern::Template
                && text.contains('\\')
                && !tree.has(node, "Tagged") =>
            {
                literals::check_template(self.parser, tree, token)
            }
            _ => Ok(()),
        }
    }
}

fn error(tree: &Tree, offset: usize, message: &str) -> SyntaxError {
    SyntaxError::at(tree.whole_text(), offset, message)
}
