//! C programs: the only module that knows their parser. A program is reduced to the parts of which a
//! small change may turn a failing compilation into a passing one.

pub(crate) mod tree;

use tree_sitter::{Node, Parser, Tree};

use crate::parts::{Constant, Declaration, Operator, Parts, Unary, Use};

/// The parts of a program. What cannot be parsed has none.
pub fn parts(text: &str) -> Parts {
    let Some(tree) = parse(text) else { return Parts::default() };
    let mut reader =
        Reader { text, parts: Parts::default(), scopes: vec![Vec::new()], in_main: false };
    reader.walk(tree.root_node());
    reader.parts
}

fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

/// Functions whose calls show what a program has computed, by parts of their names. What stands in
/// such a call, and what decides whether it is made, is the oracle and stays as it is.
const SHOWING: [&str; 7] = ["abort", "exit", "print", "puts", "putchar", "assert", "trap"];

const QUALIFIERS: [&str; 7] =
    ["volatile", "const", "restrict", "long", "short", "signed", "unsigned"];

const STATEMENTS: [&str; 9] = [
    "break_statement",
    "continue_statement",
    "do_statement",
    "expression_statement",
    "for_statement",
    "if_statement",
    "return_statement",
    "switch_statement",
    "while_statement",
];

struct Variable {
    name: String,
    kind: String,
}

struct Reader<'t> {
    text: &'t str,
    parts: Parts,
    scopes: Vec<Vec<Variable>>,
    in_main: bool,
}

impl<'t> Reader<'t> {
    fn of(&self, node: Node) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn walk(&mut self, node: Node<'t>) {
        if STATEMENTS.contains(&node.kind()) {
            self.statement(node);
        }
        match node.kind() {
            "compound_statement" | "for_statement" => self.scoped(node),
            "function_definition" => self.function(node),
            "declaration" | "parameter_declaration" | "field_declaration" => self.declare(node),
            "call_expression" => self.call(node),
            "if_statement" if self.shows(node) => {}
            "return_statement" if self.in_main => {}
            "attribute_specifier"
            | "preproc_def"
            | "preproc_function_def"
            | "preproc_include"
            | "gnu_asm_expression"
            | "enum_specifier" => {}
            "identifier" => self.use_of(node),
            "binary_expression" | "assignment_expression" => self.binary(node),
            "update_expression" | "unary_expression" => self.unary(node),
            "number_literal" => self.constant(node),
            _ => self.inside(node),
        }
    }

    fn statement(&mut self, node: Node) {
        let ends_main = self.in_main && node.kind() == "return_statement";
        if !ends_main && !is_showing(self.of(node)) {
            self.parts.statements.push(node.byte_range());
        }
    }

    fn inside(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.walk(child);
        }
    }

    fn scoped(&mut self, node: Node<'t>) {
        self.scopes.push(Vec::new());
        self.inside(node);
        self.scopes.pop();
    }

    fn function(&mut self, node: Node<'t>) {
        self.scopes.push(Vec::new());
        let declarator = node.child_by_field_name("declarator");
        let name = declarator.and_then(name_in).map(|name| self.of(name));
        let outer = std::mem::replace(&mut self.in_main, name == Some("main"));
        for part in [declarator, node.child_by_field_name("body")].into_iter().flatten() {
            self.parameters_and_body(part);
        }
        self.in_main = outer;
        self.scopes.pop();
    }

    fn parameters_and_body(&mut self, node: Node<'t>) {
        match node.kind() {
            "identifier" => {}
            "function_declarator" | "pointer_declarator" => {
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor) {
                    self.parameters_and_body(child);
                }
            }
            _ => self.walk(node),
        }
    }

    /// A call: its name is not a variable that could be another; one that shows something is not
    /// looked into.
    fn call(&mut self, node: Node<'t>) {
        let function = node.child_by_field_name("function");
        if function.is_some_and(|function| is_showing(self.of(function))) {
            return;
        }
        match function {
            Some(function) if function.kind() != "identifier" => self.walk(function),
            _ => {}
        }
        if let Some(arguments) = node.child_by_field_name("arguments") {
            self.inside(arguments);
        }
    }

    /// Whether a statement shows something as soon as its condition holds.
    fn shows(&self, node: Node) -> bool {
        let ways = ["consequence", "alternative"];
        ways.into_iter().filter_map(|way| node.child_by_field_name(way)).any(|way| {
            is_showing(self.of(way).split('(').next().unwrap_or_default())
                || (way.kind() == "compound_statement"
                    && way.named_child_count() <= 2
                    && is_showing(self.of(way)))
        })
    }

    fn declare(&mut self, node: Node<'t>) {
        let Some(kind) = node.child_by_field_name("type") else { return self.inside(node) };
        let mut declaration = Declaration {
            start: kind.start_byte(),
            words: Vec::new(),
            arithmetic: matches!(kind.kind(), "primitive_type" | "sized_type_specifier")
                && !matches!(self.of(kind), "void" | "float" | "double" | "_Bool"),
            stars: Vec::new(),
        };
        let mut cursor = node.walk();
        let mut declarators = Vec::new();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "type_qualifier" => self.word(child, &mut declaration),
                "sized_type_specifier" => {
                    let mut words = child.walk();
                    for word in child.children(&mut words) {
                        self.word(word, &mut declaration);
                    }
                }
                "struct_specifier" | "union_specifier" => self.walk(child),
                _ => {}
            }
        }
        for declarator in node.children_by_field_name("declarator", &mut node.walk()) {
            declarators.push(declarator);
        }
        for declarator in &declarators {
            self.declarator(*declarator, self.of(kind), &mut declaration);
        }
        self.parts.declarations.push(declaration);
    }

    fn word(&self, node: Node, declaration: &mut Declaration) {
        let word = self.of(node);
        if QUALIFIERS.contains(&word) {
            declaration.words.push((word.to_owned(), node.byte_range()));
        }
    }

    /// One declared thing: its name comes into scope, then its initializer is looked at.
    fn declarator(&mut self, node: Node<'t>, base: &str, declaration: &mut Declaration) {
        let mut kind = base.to_owned();
        let mut at = Some(node);
        let (mut value, mut is_function) = (None, false);
        while let Some(inner) = at {
            match inner.kind() {
                "init_declarator" => value = inner.child_by_field_name("value"),
                "pointer_declarator" => {
                    kind.push('*');
                    declaration.stars.push(inner.start_byte() + 1);
                }
                "array_declarator" => {
                    kind.push_str("[]");
                    if let Some(size) = inner.child_by_field_name("size") {
                        self.walk(size);
                    }
                }
                "function_declarator" => is_function = true,
                _ => {}
            }
            at = inner.child_by_field_name("declarator");
        }
        if let (Some(name), false) = (name_in(node), is_function) {
            let variable = Variable { name: self.of(name).to_owned(), kind: group(&kind) };
            if let Some(scope) = self.scopes.last_mut() {
                scope.push(variable);
            }
        }
        if let Some(value) = value {
            self.walk(value);
        }
    }

    fn use_of(&mut self, node: Node) {
        let name = self.of(node);
        let visible = || self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        let Some(own) = visible().find(|variable| variable.name == name) else { return };
        let mut others: Vec<String> = Vec::new();
        for variable in visible() {
            let fits = variable.kind == own.kind && variable.name != name;
            if fits && !others.contains(&variable.name) {
                others.push(variable.name.clone());
            }
        }
        others.sort();
        self.parts.uses.push(Use { span: node.byte_range(), others });
    }

    fn binary(&mut self, node: Node<'t>) {
        if let Some(operator) = node.child_by_field_name("operator") {
            let text = self.of(operator).to_owned();
            self.parts.binaries.push(Operator { span: operator.byte_range(), text });
        }
        self.inside(node);
    }

    fn unary(&mut self, node: Node<'t>) {
        let parts = node.child_by_field_name("operator").zip(node.child_by_field_name("argument"));
        if let Some((operator, argument)) = parts {
            self.parts.unaries.push(Unary {
                span: node.byte_range(),
                operand: self.of(argument).to_owned(),
                text: self.of(operator).to_owned(),
                prefix: operator.start_byte() < argument.start_byte(),
            });
        }
        self.inside(node);
    }

    fn constant(&mut self, node: Node) {
        let text = self.of(node);
        let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let end = text.trim_end_matches(['u', 'U', 'l', 'L']).len();
        let (digits, suffix) = text.split_at(end);
        let whole = digits
            .chars()
            .all(|c| if hexadecimal { c.is_ascii_alphanumeric() } else { c.is_ascii_digit() });
        if whole {
            let (digits, suffix) = (digits.to_owned(), suffix.to_owned());
            self.parts.constants.push(Constant { span: node.byte_range(), digits, suffix });
        }
    }
}

/// The name that a declarator declares.
fn name_in(node: Node) -> Option<Node> {
    if matches!(node.kind(), "identifier" | "field_identifier") {
        return (node.kind() == "identifier").then_some(node);
    }
    match node.child_by_field_name("declarator") {
        Some(inner) => name_in(inner),
        // The declarator of parentheses has no field.
        None => node.named_children(&mut node.walk()).find_map(name_in),
    }
}

/// Types of which one can stand for another: integers are all alike.
fn group(kind: &str) -> String {
    let (base, shape) = kind.split_at(kind.find(['*', '[']).unwrap_or(kind.len()));
    let integers = ["int", "char", "long", "short", "unsigned", "signed"];
    let is_integer = base.split_whitespace().all(|word| integers.contains(&word));
    if is_integer && shape.is_empty() { "integer".to_owned() } else { kind.to_owned() }
}

fn is_showing(name: &str) -> bool {
    SHOWING.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    const PROGRAM: &str = r#"
struct s { unsigned long m; int *p; } g;
static volatile int a = 1, *q, v[3];
int f(short k) {
  long n = k + 2u;
  { int a = 0x1f; n += a--; }
  if (!n) __builtin_abort();
  return -n;
}
int main(void) {
  for (int i = 0; i < 3; i++) v[i] = f(a);
  printf("%d\n", a + 7);
  if (v[1] != 4) { __builtin_abort (); }
  return a == 5;
}
"#;

    fn texts(spans: impl Iterator<Item = Range<usize>>) -> Vec<&'static str> {
        spans.map(|span| &PROGRAM[span]).collect()
    }

    #[test]
    fn the_oracle_is_left_alone() {
        let parts = parts(PROGRAM);
        let constants = texts(parts.constants.iter().map(|constant| constant.span.clone()));
        assert_eq!(constants, ["1", "3", "2u", "0x1f", "0", "3"]);
        assert_eq!(parts.constants[2].suffix, "u");
        let operators: Vec<_> = parts.binaries.iter().map(|o| o.text.as_str()).collect();
        assert_eq!(operators, ["+", "+=", "<", "="]);
        let unaries = texts(parts.unaries.iter().map(|unary| unary.span.clone()));
        assert_eq!(unaries, ["a--", "-n", "i++"]);
        assert!(!parts.unaries[0].prefix && parts.unaries[1].prefix);
    }

    #[test]
    fn statements_that_show_nothing_are_known() {
        let statements = parts(PROGRAM).statements;
        let expected =
            ["n += a--;", "return -n;", "for (int i = 0; i < 3; i++) v[i] = f(a);", "v[i] = f(a);"];
        assert_eq!(texts(statements.into_iter()), expected);
    }

    #[test]
    fn variables_are_known_by_scope_and_type() {
        let parts = parts(PROGRAM);
        let uses: Vec<(&str, Vec<&str>)> = parts
            .uses
            .iter()
            .map(|u| (&PROGRAM[u.span.clone()], u.others.iter().map(String::as_str).collect()))
            .collect();
        assert_eq!(uses[0], ("k", vec!["a", "n"]));
        let inner = uses.iter().find(|(name, _)| *name == "a").unwrap();
        assert_eq!(inner.1, ["k", "n"]);
        let array = uses.iter().find(|(name, _)| *name == "v").unwrap();
        assert!(array.1.is_empty(), "{array:?}");
    }

    #[test]
    fn declarations_have_their_words_and_stars() {
        let parts = parts(PROGRAM);
        let words: Vec<Vec<&str>> = parts
            .declarations
            .iter()
            .map(|d| d.words.iter().map(|(word, _)| word.as_str()).collect())
            .collect();
        assert_eq!(words[0], ["unsigned", "long"]);
        let global = parts.declarations.iter().find(|d| !d.stars.is_empty() && !d.words.is_empty());
        assert_eq!(global.unwrap().words[0].0, "volatile");
        assert!(super::parts("").declarations.is_empty());
        let _no_panic = super::parts("int x = (; } ) @ é");
    }
}
