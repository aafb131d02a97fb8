//! The parts of a program where a debugger can stop: statements, parts of loops, calls, functions.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::NONE;
use crate::syntax::{Child, NodeId, Tree};

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// The whole program.
    Script,
    /// A function, method, field initialiser or static block, its parameters included.
    Function,
    /// A statement or a declaration.
    Statement,
    /// The first part of a `for` statement.
    Init,
    /// The condition of a loop.
    Test,
    /// The third part of a `for` statement.
    Update,
    /// What a `for-in` or `for-of` statement goes over.
    Head,
    /// The expression that is the body of an arrow function.
    ArrowBody,
    /// A call or a `new` expression.
    Call,
}

/// A part of a program where a debugger can stop.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// The name of its nonterminal.
    pub name: String,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// The unit around it; [`NONE`] for the script.
    pub parent: u32,
    /// The nearest unit that is not a call, itself included: debuggers differ in where inside of it
    /// they say that they are.
    pub statement: u32,
    /// The function or script that it is a part of; itself, if it is one.
    pub function: u32,
    /// Whether it is strict code.
    pub is_strict: bool,
    /// How deep it is inside other units.
    pub depth: u32,
}

/// All units of a program.
#[derive(Debug, Default)]
pub struct Units {
    list: Vec<Unit>,
    /// For each node, the unit whose evaluation begins with it.
    of_node: Vec<u32>,
    /// For each node, the function that it is a part of.
    function_of_node: Vec<u32>,
    /// The bytes of classes.
    classes: Vec<Range<usize>>,
    /// The functions whose own code mentions `this`.
    with_this: HashSet<u32>,
}

const FUNCTIONS: &[&str] = &[
    "ArrowFunction",
    "AsyncArrowFunction",
    "AsyncFunctionDeclaration",
    "AsyncFunctionExpression",
    "AsyncGeneratorDeclaration",
    "AsyncGeneratorExpression",
    "AsyncGeneratorMethod",
    "AsyncMethod",
    "ClassStaticBlock",
    "FunctionDeclaration",
    "FunctionExpression",
    "GeneratorDeclaration",
    "GeneratorExpression",
    "GeneratorMethod",
    "MethodDefinition",
];

const STATEMENTS: &[&str] = &[
    "BreakStatement",
    "ClassDeclaration",
    "ContinueStatement",
    "DebuggerStatement",
    "DoWhileStatement",
    "EmptyStatement",
    "ExpressionStatement",
    "ForInOfStatement",
    "ForStatement",
    "IfStatement",
    "LabelledStatement",
    "LexicalDeclaration",
    "ReturnStatement",
    "SwitchStatement",
    "ThrowStatement",
    "TryStatement",
    "VariableStatement",
    "WhileStatement",
    "WithStatement",
];

/// A node to be looked at: the unit around it, and what its parent says that it is.
struct Visit {
    node: NodeId,
    parent: u32,
    role: Option<UnitKind>,
}

impl Units {
    /// The units of a parsed script.
    pub fn of(tree: &Tree) -> Self {
        let mut units = Units {
            list: Vec::new(),
            of_node: vec![NONE; tree.len()],
            function_of_node: vec![NONE; tree.len()],
            classes: Vec::new(),
            with_this: HashSet::new(),
        };
        let strict = tree.strict_spans();
        // What a cover grammar covers is a second reading of the same text, with the same units.
        let mut known: HashMap<(Range<usize>, UnitKind), u32> = HashMap::new();
        let mut work = vec![Visit { node: tree.root(), parent: NONE, role: None }];
        while let Some(Visit { node, parent, role }) = work.pop() {
            if matches!(tree.name(node), "ClassDeclaration" | "ClassExpression") {
                units.classes.push(tree.span(node));
            }
            let kind = role.or_else(|| kind(tree, node));
            let unit = match kind {
                Some(kind) => {
                    let span = tree.span(node);
                    let new = || units.add(tree, node, kind, parent, &strict);
                    let unit = *known.entry((span, kind)).or_insert_with(new);
                    units.mark(tree, node, unit);
                    unit
                }
                None => parent,
            };
            let function = units.list.get(unit as usize).map_or(NONE, |it| it.function);
            units.function_of_node[node.0 as usize] = function;
            if tree.children(node).any(|it| is_this(tree, it)) {
                units.with_this.insert(function);
            }
            work.extend(children(tree, node, unit));
        }
        units
    }

    fn add(
        &mut self,
        tree: &Tree,
        node: NodeId,
        kind: UnitKind,
        parent: u32,
        strict: &[Range<usize>],
    ) -> u32 {
        let number = self.list.len() as u32;
        let span = tree.span(node);
        let around = self.list.get(parent as usize);
        let is_function = matches!(kind, UnitKind::Script | UnitKind::Function);
        let unit = Unit {
            kind,
            name: tree.name(node).to_owned(),
            parent,
            statement: match around {
                Some(around) if kind == UnitKind::Call => around.statement,
                _ => number,
            },
            function: around.filter(|_| !is_function).map_or(number, |it| it.function),
            is_strict: strict.iter().any(|it| it.start <= span.start && span.end <= it.end),
            depth: around.map_or(0, |it| it.depth + 1),
            span,
        };
        self.list.push(unit);
        number
    }

    /// The evaluation of a unit may begin with any node of the chain that has the same text.
    fn mark(&mut self, tree: &Tree, node: NodeId, unit: u32) {
        let mut node = node;
        while self.of_node[node.0 as usize] == NONE {
            self.of_node[node.0 as usize] = unit;
            let mut inner = tree.children(node).filter(|it| *it != Child::Absent);
            match (inner.next(), inner.next()) {
                (Some(Child::Node(only)), None) if kind(tree, only).is_none() => node = only,
                _ => break,
            }
        }
    }

    /// The unit whose evaluation begins with a node.
    pub(crate) fn of_node(&self, node: NodeId) -> Option<u32> {
        self.of_node.get(node.0 as usize).copied().filter(|unit| *unit != NONE)
    }

    /// The function, or the script, that a node is a part of.
    pub(crate) fn function_of_node(&self, node: NodeId) -> u32 {
        self.function_of_node.get(node.0 as usize).copied().unwrap_or(NONE)
    }

    /// The unit with a number; none for [`NONE`].
    pub fn get(&self, unit: u32) -> Option<&Unit> {
        self.list.get(unit as usize)
    }

    /// The nearest unit that is not a call, by its number.
    pub fn statement(&self, unit: u32) -> u32 {
        self.get(unit).map_or(NONE, |it| it.statement)
    }

    /// The innermost unit that a byte is in.
    pub fn at(&self, offset: usize) -> Option<u32> {
        let holding = self.iter().filter(|(_, unit)| unit.span.contains(&offset));
        holding.max_by_key(|(_, unit)| unit.depth).map(|(number, _)| number)
    }

    /// Whether a byte is in a class, outside of its methods, initialisers and static blocks.
    pub fn is_in_class(&self, offset: usize) -> bool {
        let functions = self.list.iter().filter(|it| it.kind == UnitKind::Function);
        let holding = functions.filter(|it| it.span.contains(&offset)).map(|it| it.span.len());
        let function = holding.min().unwrap_or(usize::MAX);
        self.classes.iter().any(|it| it.contains(&offset) && it.len() < function)
    }

    /// Whether the code of a function, but for functions inside of it, mentions `this`.
    pub fn mentions_this(&self, function: u32) -> bool {
        self.with_this.contains(&function)
    }

    /// Whether a byte is in a class, in whatever part of it.
    pub fn has_class(&self, offset: usize) -> bool {
        self.classes.iter().any(|it| it.contains(&offset))
    }

    /// Whether a class ends at a byte or before it.
    pub fn has_class_before(&self, offset: usize) -> bool {
        self.classes.iter().any(|it| it.end <= offset)
    }

    /// All units with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Unit)> {
        self.list.iter().enumerate().map(|(number, unit)| (number as u32, unit))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none, which no parsed script has.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

fn kind(tree: &Tree, node: NodeId) -> Option<UnitKind> {
    let name = tree.name(node);
    Some(match name {
        "Script" | "Module" => UnitKind::Script,
        "ExportDeclaration" if exports_expression(tree, node) => UnitKind::Statement,
        "ExpressionBody" => UnitKind::ArrowBody,
        // A field with a value is a function by the text; its name is shown as its place.
        "FieldDefinition" if has_initializer(tree, node) => UnitKind::Function,
        "CallExpression" | "MemberExpression" | "NewExpression" if is_call(tree, node) => {
            UnitKind::Call
        }
        _ if FUNCTIONS.contains(&name) => UnitKind::Function,
        _ if STATEMENTS.contains(&name) => UnitKind::Statement,
        _ => return None,
    })
}

/// `export default 1;`: what else is exported is a unit of its own.
fn exports_expression(tree: &Tree, node: NodeId) -> bool {
    tree.children(node)
        .any(|it| matches!(it, Child::Node(it) if tree.name(it) == "AssignmentExpression"))
}

fn is_this(tree: &Tree, child: Child) -> bool {
    matches!(child, Child::Token(token) if tree.token_text(token) == "this")
}

fn has_initializer(tree: &Tree, node: NodeId) -> bool {
    tree.children(node).any(|it| matches!(it, Child::Node(it) if tree.name(it) == "Initializer"))
}

/// Whether an expression calls: it ends with arguments, or begins with `new`.
fn is_call(tree: &Tree, node: NodeId) -> bool {
    let last = tree.children(node).last();
    let calls = matches!(last, Some(Child::Node(last)) if matches!(
        tree.name(last), "Arguments" | "CoverCallExpressionAndAsyncArrowHead" | "SuperCall"
    ));
    let constructs =
        matches!(tree.child(node, 0), Some(Child::Token(first)) if tree.token_text(first) == "new");
    calls || constructs
}

/// The nodes below a node, and those that it covers, with what they are in it.
fn children(tree: &Tree, node: NodeId, unit: u32) -> Vec<Visit> {
    let name = tree.name(node);
    let mut role = match name {
        "ForStatement" => Some(UnitKind::Init),
        _ => None,
    };
    let mut visits = Vec::new();
    for child in tree.children(node) {
        match child {
            Child::Token(token) => role = after(name, tree.token_text(token), role),
            Child::Node(child) => {
                let own = match tree.name(child) {
                    "Statement" => None,
                    _ => role,
                };
                visits.push(Visit { node: child, parent: unit, role: own });
                // It has its semicolon in it.
                if tree.name(child) == "LexicalDeclaration" && name == "ForStatement" {
                    role = Some(UnitKind::Test);
                }
            }
            Child::Absent => {}
        }
    }
    visits.extend(tree.covered(node).map(|node| Visit { node, parent: unit, role: None }));
    visits
}

/// What follows a token in a loop.
fn after(statement: &str, token: &str, before: Option<UnitKind>) -> Option<UnitKind> {
    match (statement, token, before) {
        ("ForStatement", ";", Some(UnitKind::Init)) => Some(UnitKind::Test),
        ("ForStatement", ";", _) => Some(UnitKind::Update),
        ("ForStatement", ")", _) => None,
        ("ForInOfStatement", "of" | "in", _) => Some(UnitKind::Head),
        ("ForInOfStatement", ")", _) => None,
        ("WhileStatement" | "DoWhileStatement", "while", _) => Some(UnitKind::Test),
        (_, _, before) => before,
    }
}
