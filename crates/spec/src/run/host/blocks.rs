//! Functions in blocks of sloppy code, which are variables around the block as well.
//!
//! The text says how in terms of its own source: which functions stand in blocks, and whether the code
//! would be valid with a `var` in the place of one. The program is asked just that.

use super::super::machine::{Flow, Machine};
use super::super::names;
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use crate::syntax::{Child, NodeId, Tree};

/// What has code of its own, or none that runs with what is around it.
const OTHER_CODE: &[&str] = &[
    "ArrowFunction",
    "AsyncArrowFunction",
    "AsyncFunctionDeclaration",
    "AsyncFunctionExpression",
    "AsyncGeneratorDeclaration",
    "AsyncGeneratorExpression",
    "ClassBody",
    "FunctionDeclaration",
    "FunctionExpression",
    "GeneratorDeclaration",
    "GeneratorExpression",
    "MethodDefinition",
];

/// What has a list of statements with a scope of its own.
const BLOCKS: &[&str] = &["Block", "CaseClause", "DefaultClause"];

/// The items of a block's list of statements that declare, as the innermost node of each.
fn declarations(tree: &Tree, block: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut work = vec![block];
    while let Some(node) = work.pop() {
        match tree.name(node) {
            "Block"
            | "CaseBlock"
            | "CaseClause"
            | "CaseClauses"
            | "DefaultClause"
            | "StatementList"
            | "StatementListItem"
            | "Declaration"
            | "HoistableDeclaration" => {
                work.extend(nodes(tree, node).into_iter().rev());
            }
            "Statement" | "Expression" => {}
            _ => found.push(node),
        }
    }
    found
}

fn nodes(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let children = tree.children(node).filter_map(|child| match child {
        Child::Node(child) => Some(child),
        _ => None,
    });
    children.collect()
}

/// The names that a declaration binds.
fn bound_names(tree: &Tree, declaration: NodeId) -> Vec<String> {
    let mut found = Vec::new();
    let mut work = vec![declaration];
    while let Some(node) = work.pop() {
        match tree.name(node) {
            "BindingIdentifier" => found.push(tree.text(node).to_owned()),
            "Initializer"
            | "ComputedPropertyName"
            | "FormalParameters"
            | "FunctionBody"
            | "GeneratorBody"
            | "AsyncFunctionBody"
            | "AsyncGeneratorBody"
            | "ClassTail" => {}
            _ => work.extend(nodes(tree, node)),
        }
    }
    found
}

impl Machine<'_> {
    /// The function declarations in blocks of some code, in the order of the text.
    pub(in crate::run) fn functions_in_blocks(&mut self, code: &Value) -> Result<Value, Stop> {
        let Value::Piece(piece @ Piece { part: Part::Node(node), .. }) = code else {
            return self.wrong_type(code, "is no parse node");
        };
        if let Some(known) = self.memo.in_blocks.get(piece).cloned() {
            return Ok(self.heap.list(known));
        }
        let Some(tree) = self.tree(*piece) else { return self.missing("there is no tree") };
        let mut found = Vec::new();
        let mut work = vec![*node];
        while let Some(node) = work.pop() {
            if BLOCKS.contains(&tree.name(node)) {
                let functions = declarations(tree, node).into_iter();
                found.extend(functions.filter(|it| tree.name(*it) == "FunctionDeclaration"));
            }
            let inner = nodes(tree, node).into_iter().rev();
            work.extend(inner.filter(|it| !OTHER_CODE.contains(&tree.name(*it))));
        }
        found.sort_by_key(|it| tree.span(*it).start);
        found.dedup();
        let part = |node| Value::Piece(Piece { part: Part::Node(node), ..*piece });
        let found: Vec<Value> = found.into_iter().map(part).collect();
        self.memo.in_blocks.insert(*piece, found.clone());
        Ok(self.heap.list(found))
    }

    /// Whether a program is valid with a `var` in the place of a function.
    pub(in crate::run) fn can_be_variable(
        &mut self,
        function: &Value,
        name: &Value,
    ) -> Result<bool, Stop> {
        let Value::Piece(piece) = function else {
            return self.wrong_type(function, "is no parse node");
        };
        if let Some(known) = self.memo.variables.get(piece) {
            return Ok(*known);
        }
        let name = String::from_utf16_lossy(&self.units(name)?);
        let (Some(tree), Part::Node(node)) = (self.tree(*piece), piece.part) else {
            return self.missing("there is no tree");
        };
        let root = tree.root();
        let (span, mut text) = (tree.span(node), tree.whole_text().to_owned());
        text.replace_range(span, &format!("var {name};"));
        let parameters = self.program.parser.grammar().productions()[tree.production(root)].clone();
        let with = parameters.parameters.iter().filter(|it| tree.has(root, it));
        let with: Vec<String> = with.map(|it| format!("+{it}")).collect();
        let goal = format!("{}[{}]", tree.name(root), with.join(", "));
        let valid = self.parse_goal(&goal, &text, false)?.is_ok();
        self.memo.variables.insert(*piece, valid);
        Ok(valid)
    }

    /// Whether all names that a block of sloppy code declares twice are functions.
    pub(in crate::run) fn only_functions_twice(&self) -> Result<bool, Stop> {
        let piece = self.this_node()?;
        let (Some(tree), Part::Node(node)) = (self.tree(piece), piece.part) else {
            return self.missing("there is no tree");
        };
        let scope = match tree.name(node) {
            "SwitchStatement" => nodes(tree, node).into_iter().last().unwrap_or(node),
            _ => node,
        };
        let named = declarations(tree, scope).into_iter().flat_map(|it| {
            let is_function = tree.name(it) == "FunctionDeclaration";
            bound_names(tree, it).into_iter().map(move |name| (name, is_function))
        });
        let named: Vec<(String, bool)> = named.collect();
        let is_twice = |name: &str| named.iter().filter(|(other, _)| other == name).count() > 1;
        Ok(named.iter().all(|(name, is_function)| *is_function || !is_twice(name)))
    }

    /// Whether a `catch` clause that is being evaluated made an environment.
    pub(in crate::run) fn is_catch_environment(&self, environment: &Value) -> bool {
        self.frames.iter().any(|frame| {
            let code = &self.program.codes[frame.code];
            let slot = code.variables.iter().position(|it| it == "catchEnv");
            let own = slot.and_then(|slot| self.stack.get(frame.base + slot));
            code.name.starts_with("CatchClauseEvaluation")
                && own.is_some_and(|it| it.same(environment))
        })
    }

    /// Evaluates a node by other steps than the text has for it, where some were given.
    pub(in crate::run) fn evaluate_otherwise(
        &mut self,
        operation: names::Name,
        node: Piece,
    ) -> Result<Option<Flow>, Stop> {
        match self.replaced.get(&node).cloned() {
            Some(steps) if self.program.names.find("Evaluation") == Some(operation) => {
                self.call_value(&steps, Vec::new()).map(Some)
            }
            _ => Ok(None),
        }
    }
}
