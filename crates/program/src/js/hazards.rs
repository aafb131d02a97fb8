//! What a program does that makes rewriting it observable.
//!
//! It runs text, reads its own text, or reaches into the global object.

use oxc::ast::AstKind;
use oxc::ast::ast::{Argument, CallExpression, Expression, StaticMemberExpression};
use oxc::semantic::{AstNode, Semantic, SymbolId};
use oxc::span::GetSpan;
use oxc::syntax::operator::BinaryOperator;

/// Facts of a whole program, each of which rules some places out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Hazards {
    /// It runs text, which may use, write or declare any variable: `eval`, `new Function`.
    pub(super) runs_text: bool,
    /// It may read the text of a function, in which every change would be seen.
    pub(super) reads_functions: bool,
    /// It may read the places of its own code: `error.stack`.
    pub(super) reads_places: bool,
    /// It holds the global object, whose properties are the global `var`s.
    pub(super) holds_global: bool,
    /// It gives properties other attributes or accessors.
    pub(super) defines_properties: bool,
    /// It does something to `isNaN` other than calling it.
    pub(super) changes_is_nan: bool,
    /// It has a variable called `let`: on the line before a statement it would declare.
    pub(super) has_variable_let: bool,
    /// Its literals are types: `"use asm"`.
    pub(super) is_asm: bool,
}

const GLOBAL_OBJECT: [&str; 6] = ["globalThis", "window", "self", "global", "frames", "top"];
const DEFINING: [&str; 7] = [
    "defineProperty",
    "defineProperties",
    "freeze",
    "seal",
    "__defineGetter__",
    "__defineSetter__",
    "setPrototypeOf",
];
const PLACES: [&str; 7] = [
    "stack",
    "lineNumber",
    "columnNumber",
    "line",
    "column",
    "prepareStackTrace",
    "captureStackTrace",
];
const SOURCE: [&str; 3] = ["toString", "toSource", "uneval"];

impl Hazards {
    /// Whether the program could see that text was inserted into it.
    pub(super) fn shows_insertions(&self) -> bool {
        self.runs_text || self.is_asm || self.reads_places
    }

    pub(super) fn new(semantic: &Semantic) -> Self {
        let mut hazards = Hazards::default();
        for node in semantic.nodes().iter() {
            hazards.look_at(semantic, node);
        }
        hazards
    }

    fn look_at(&mut self, semantic: &Semantic, node: &AstNode) {
        match node.kind() {
            AstKind::IdentifierReference(name) => {
                let writes = semantic.scoping().get_reference(name.reference_id()).is_write();
                self.look_at_global(semantic, node, &name.name, writes);
            }
            AstKind::BindingIdentifier(name) => {
                self.changes_is_nan |= name.name == "isNaN";
                self.has_variable_let |= name.name == "let";
            }
            AstKind::ThisExpression(_) => self.holds_global = true,
            AstKind::StringLiteral(text) => self.look_at_key(&text.value),
            AstKind::StaticMemberExpression(member) => self.look_at_member(semantic, node, member),
            AstKind::Directive(directive) => self.is_asm |= directive.directive == "use asm",
            AstKind::CallExpression(call) => {
                self.reads_functions |= makes_text_of_function(semantic, call);
            }
            AstKind::TemplateLiteral(template) => {
                let mut parts = template.expressions.iter();
                self.reads_functions |= parts.any(|part| is_function(semantic, part));
            }
            AstKind::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => {
                let sides = [&binary.left, &binary.right];
                self.reads_functions |= sides.into_iter().any(|side| is_function(semantic, side));
            }
            _ => {}
        }
    }

    fn look_at_global(&mut self, semantic: &Semantic, node: &AstNode, name: &str, writes: bool) {
        let parent = semantic.nodes().parent_kind(node.id());
        match name {
            "eval" => self.runs_text = true,
            "Function" => match parent {
                AstKind::BinaryExpression(_) => {} // `f instanceof Function`
                _ => (self.runs_text, self.reads_functions) = (true, true),
            },
            "isNaN" => self.changes_is_nan |= writes,
            "let" => self.has_variable_let = true,
            "uneval" => self.reads_functions = true,
            _ => self.holds_global |= GLOBAL_OBJECT.contains(&name),
        }
    }

    /// A name in quotes may be that of a property.
    fn look_at_key(&mut self, key: &str) {
        self.reads_functions |= SOURCE.contains(&key);
        self.reads_places |= PLACES[..3].contains(&key) || PLACES[5..].contains(&key);
        self.defines_properties |= DEFINING.contains(&key);
        self.changes_is_nan |= key == "isNaN";
        self.runs_text |= key == "constructor";
    }

    fn look_at_member(
        &mut self,
        semantic: &Semantic,
        node: &AstNode,
        member: &StaticMemberExpression,
    ) {
        let name = member.property.name.as_str();
        let on_this = matches!(member.object, Expression::ThisExpression(_));
        // `this.stack` is what people call their own stacks, `this.line` their own lines.
        self.reads_places |= PLACES.contains(&name) && !on_this;
        self.defines_properties |= DEFINING.contains(&name);
        self.changes_is_nan |= name == "isNaN";
        let parent = semantic.nodes().parent_kind(node.id());
        let call = match parent {
            AstKind::CallExpression(call) if call.callee.span() == member.span => Some(call),
            _ => None,
        };
        match name {
            "constructor" => self.runs_text |= call.is_some(),
            "toString" => self.reads_functions |= !is_harmless_to_string(member, call),
            "toSource" => self.reads_functions = true,
            _ => {}
        }
    }
}

/// `n.toString(16)` is of a number, and `Object.prototype.toString` shows no text of functions.
fn is_harmless_to_string(member: &StaticMemberExpression, call: Option<&CallExpression>) -> bool {
    if let Expression::StaticMemberExpression(object) = &member.object {
        let on_object = object.object.is_specific_id("Object");
        if on_object && object.property.name == "prototype" {
            return true;
        }
    }
    call.is_some_and(|call| {
        !call.arguments.is_empty()
            || matches!(
                member.object.get_inner_expression(),
                Expression::NumericLiteral(_)
                    | Expression::StringLiteral(_)
                    | Expression::TemplateLiteral(_)
                    | Expression::BinaryExpression(_)
                    | Expression::ArrayExpression(_)
            )
    })
}

/// `String(f)`.
fn makes_text_of_function(semantic: &Semantic, call: &CallExpression) -> bool {
    call.callee.is_specific_id("String")
        && call
            .arguments
            .iter()
            .filter_map(Argument::as_expression)
            .any(|argument| is_function(semantic, argument))
}

/// Whether an expression is visibly a function or class.
fn is_function(semantic: &Semantic, expression: &Expression) -> bool {
    match expression.get_inner_expression() {
        Expression::Identifier(name) => {
            let reference = semantic.scoping().get_reference(name.reference_id());
            reference.symbol_id().is_some_and(|symbol| holds_function(semantic, symbol))
        }
        other => is_function_literal(other),
    }
}

fn is_function_literal(expression: &Expression) -> bool {
    matches!(
        expression.get_inner_expression(),
        Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::ClassExpression(_)
    )
}

fn holds_function(semantic: &Semantic, symbol: SymbolId) -> bool {
    let flags = semantic.scoping().symbol_flags(symbol);
    let declared = match semantic.symbol_declaration(symbol).kind() {
        AstKind::VariableDeclarator(variable) => {
            variable.init.as_ref().is_some_and(is_function_literal)
        }
        _ => false,
    };
    flags.is_function() || flags.is_class() || declared
}
