//! The parts of a program of C that can be left out or replaced when it is made smaller, whatever it means.

use std::collections::BTreeMap;
use std::ops::Range;

use parallax_model::Program;
use tree_sitter::Node as Syntax;

use super::parse;
use crate::tree::{Language, Name, Node, Part, Tree};

/// Reads a program; none if nothing of it can be parsed. What the parser does not know, as extensions of a compiler
/// may be, is kept as it is.
pub(crate) fn read(program: &Program) -> Option<Tree> {
    let parsed = parse(&program.text)?;
    let root = parsed.root_node();
    let whole = Node { span: root.byte_range(), part: Part::Other, parent: 0 };
    let mut reader = Reader {
        text: &program.text,
        tree: Tree {
            program: program.clone(),
            language: Language::C,
            nodes: vec![whole],
            optional: Vec::new(),
            idle: Vec::new(),
            loops: Vec::new(),
            names: Vec::new(),
            comments: Vec::new(),
        },
        names: BTreeMap::new(),
    };
    reader.inside(root, 0);
    let names = reader.names.into_iter();
    let names = names.map(|(name, places)| Name { name: name.to_owned(), places }).collect();
    Some(Tree { names, ..reader.tree })
}

/// What may be left out of a declaration.
const WORDS: [&str; 5] = [
    "attribute_specifier",
    "gnu_asm_expression",
    "ms_declspec_modifier",
    "storage_class_specifier",
    "type_qualifier",
];

const EXPRESSIONS: [&str; 19] = [
    "assignment_expression",
    "binary_expression",
    "call_expression",
    "cast_expression",
    "char_literal",
    "comma_expression",
    "compound_literal_expression",
    "conditional_expression",
    "field_expression",
    "generic_expression",
    "identifier",
    "initializer_list",
    "number_literal",
    "parenthesized_expression",
    "pointer_expression",
    "string_literal",
    "subscript_expression",
    "unary_expression",
    "update_expression",
];

struct Reader<'t> {
    text: &'t str,
    tree: Tree,
    /// Everything of a name, by its text alone: where that is too much, the compiler refuses the result.
    names: BTreeMap<&'t str, Vec<Range<usize>>>,
}

impl<'t> Reader<'t> {
    /// Reads what a node holds; `holder` is the number of the part around it.
    fn inside(&mut self, node: Syntax<'_>, holder: usize) {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            self.read(child, node, holder);
        }
    }

    fn read(&mut self, node: Syntax<'_>, around: Syntax<'_>, holder: usize) {
        let span = node.byte_range();
        match node.kind() {
            "comment" => self.tree.comments.push(span.clone()),
            "identifier" => {
                let name = self.text.get(span.clone()).unwrap_or_default();
                self.names.entry(name).or_default().push(span.clone());
            }
            kind if WORDS.contains(&kind) => self.tree.optional.push(self.with_blank(span.clone())),
            _ => {}
        }
        self.tree.optional.extend(optional_parts(node));
        let holder = match part(node, around) {
            Part::Other => holder,
            part => {
                self.tree.nodes.push(Node { span, part, parent: holder });
                self.tree.nodes.len() - 1
            }
        };
        self.inside(node, holder);
    }

    /// A word with the blanks behind it.
    fn with_blank(&self, span: Range<usize>) -> Range<usize> {
        let rest = self.text.get(span.end..).unwrap_or_default();
        span.start..span.end + rest.len() - rest.trim_start().len()
    }
}

fn part(node: Syntax<'_>, around: Syntax<'_>) -> Part {
    if !node.is_named() || node.is_error() || node.kind() == "comment" {
        return Part::Other;
    }
    let is_body = node.kind() == "compound_statement";
    let is_declarator = || {
        let mut cursor = around.walk();
        let mut all = around.children_by_field_name("declarator", &mut cursor);
        all.any(|it| it == node)
    };
    match around.kind() {
        "translation_unit" | "compound_statement" | "field_declaration_list" => Part::Statement,
        "case_statement" if is_statement(node) => Part::Statement,
        "declaration" | "field_declaration" if is_declarator() => Part::Listed,
        "parameter_list" | "enumerator_list" => Part::Listed,
        "argument_list" | "initializer_list" => Part::ListedExpression,
        // The name of what is declared is no expression.
        "init_declarator" | "function_declarator" | "array_declarator" | "pointer_declarator"
            if is_declarator() =>
        {
            Part::Other
        }
        "parameter_declaration" | "type_definition" | "enumerator" | "labeled_statement"
            if node.kind() == "identifier" =>
        {
            Part::Other
        }
        _ if is_body => Part::Block,
        _ if is_statement(node) => Part::Statement,
        _ if EXPRESSIONS.contains(&node.kind()) => Part::Expression,
        _ => Part::Other,
    }
}

fn is_statement(node: Syntax<'_>) -> bool {
    node.kind().ends_with("_statement") || node.kind() == "declaration"
}

/// What of a node may be left out on its own. Where the text is no program without it, the compiler refuses it.
fn optional_parts(node: Syntax<'_>) -> Vec<Range<usize>> {
    let field = |name| node.child_by_field_name(name);
    let from_to = |from: Option<Syntax<'_>>, to: Option<Syntax<'_>>| {
        from.zip(to).map(|(from, to)| from.end_byte()..to.end_byte())
    };
    let parts = match node.kind() {
        "init_declarator" => vec![from_to(field("declarator"), field("value"))],
        "if_statement" => vec![from_to(field("consequence"), field("alternative"))],
        "return_statement" => {
            vec![node.named_child(0).map(|it| node.start_byte() + "return".len()..it.end_byte())]
        }
        "for_statement" => ["initializer", "condition", "update"]
            .map(|name| {
                field(name).filter(|it| it.kind() != "declaration").map(|it| it.byte_range())
            })
            .to_vec(),
        "labeled_statement" => {
            vec![node.named_child(1).map(|it| node.start_byte()..it.start_byte())]
        }
        "cast_expression" => vec![field("value").map(|it| node.start_byte()..it.start_byte())],
        "sized_type_specifier" => {
            let mut cursor = node.walk();
            node.children(&mut cursor).map(|it| Some(it.byte_range())).collect()
        }
        _ => Vec::new(),
    };
    parts.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "#include <stdio.h>\nstatic volatile unsigned long a = 1, *q;\nstruct s { int m; int n; };\n\
         int f(short k, int l) {\n  if (k) { a++; } else return (int)l;\n  for (int i = 0; i < 3; i++) a += f(i, 2);\n  return 0;\n}\n";

    fn tree() -> Tree {
        Tree::new(&Program::new("p.c", PROGRAM)).unwrap()
    }

    #[test]
    fn parts_are_told_apart() {
        let tree = tree();
        let of = |part| -> Vec<&str> {
            let nodes = tree.nodes.iter().filter(|node| node.part == part);
            nodes.map(|node| tree.text(&node.span)).collect()
        };
        let statements = of(Part::Statement);
        assert!(statements[0].starts_with("#include"), "{statements:?}");
        for expected in ["int m;", "a++;", "return (int)l;", "return 0;", "a += f(i, 2);"] {
            assert!(statements.contains(&expected), "{expected} in {statements:?}");
        }
        assert_eq!(of(Part::Listed), ["a = 1", "*q", "m", "n", "short k", "int l", "i = 0"]);
        assert_eq!(of(Part::ListedExpression), ["i", "2"]);
        assert_eq!(of(Part::Block).len(), 2);
    }

    #[test]
    fn what_may_be_left_out_is_listed() {
        let tree = tree();
        let parts: Vec<&str> = tree.optional.iter().map(|it| tree.text(it)).collect();
        let expected = [
            "static ",
            "volatile ",
            "unsigned",
            " = 1",
            " else return (int)l;",
            "(int)",
            "i < 3",
            " 0",
        ];
        for expected in expected {
            assert!(parts.contains(&expected), "{expected} in {parts:?}");
        }
    }

    #[test]
    fn names_are_known_everywhere() {
        let tree = tree();
        let of = |name: &str| tree.names.iter().find(|it| it.name == name).unwrap().places.len();
        assert_eq!((of("a"), of("f"), of("i"), of("k")), (3, 2, 4, 2));
    }

    #[test]
    fn odd_texts_have_a_tree_too() {
        assert!(Tree::new(&Program::new("p.c", "int x = (; } ) @ é")).is_some());
    }
}
