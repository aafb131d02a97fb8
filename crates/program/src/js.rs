//! JavaScript's syntax. The only module that knows oxc.

pub(crate) mod bodies;
pub(crate) mod flow;
pub(crate) mod functions;
pub(crate) mod gaps;
mod hazards;
mod initialised;
mod layout;
pub(crate) mod literals;
mod own_lines;
pub mod parts;
mod plain;
pub(crate) mod scopes;
pub mod skeleton;
mod statements;
pub(crate) mod stops;
pub mod syntax;
pub(crate) mod tree;
mod valid;
pub(crate) mod variables;

pub use layout::laid_out;
pub use own_lines::own_lines;
pub use syntax::Syntax;
pub use valid::is_script;

use oxc::allocator::Allocator;
use oxc::ast::{AstKind, AstType};
use oxc::ast_visit::Visit;
use oxc::parser::Parser;
use oxc::span::{GetSpan, SourceType, Span};
use parallax_model::{Goal, Program};

/// A program's syntax, as far as it matters for classes: which node each line belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// For each line, the type of the lowest node that holds all its tokens.
    nodes: Vec<String>,
    /// The parser's complaint, if the program is not a valid script.
    error: Option<String>,
}

impl Outline {
    /// Parses the program, once.
    pub fn new(program: &Program) -> Self {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, &program.text, source_type(program)).parse();
        let mut spans = Spans::default();
        spans.visit_program(&parsed.program);
        let comments: Vec<Span> =
            parsed.program.comments.iter().map(|comment| comment.span).collect();
        let nodes = token_ranges(program, &comments)
            .into_iter()
            .map(|range| range.map_or(PROGRAM.to_owned(), |range| spans.lowest(range)))
            .collect();
        Outline { nodes, error: parsed.diagnostics.first().map(ToString::to_string) }
    }

    /// The type of the lowest node that holds all tokens of a 1-based line; `Program` for a line
    /// without tokens and for one that does not exist.
    pub fn node(&self, line: u32) -> &str {
        let at = (line as usize).checked_sub(1);
        at.and_then(|at| self.nodes.get(at)).map_or(PROGRAM, String::as_str)
    }

    /// The parser's complaint, if the program is not a valid script.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }
}

const PROGRAM: &str = "Program";

/// How oxc is to read a program.
pub(crate) fn source_type(program: &Program) -> SourceType {
    match program.goal {
        Goal::Script => SourceType::script(),
        Goal::Module => SourceType::mjs(),
    }
}

/// Whether a program cannot run without other modules.
pub fn imports(program: &Program) -> bool {
    !requested(program).is_empty()
}

/// The names of the modules that a program cannot run without, as it spells them.
pub fn requested(program: &Program) -> Vec<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &program.text, source_type(program)).parse();
    parsed.module_record.requested_modules.keys().map(|it| it.to_string()).collect()
}

/// All nodes in the order of a walk: a node comes after the nodes that hold it.
#[derive(Default)]
struct Spans {
    nodes: Vec<(Span, NodeType)>,
}

#[derive(Clone, Copy)]
struct NodeType {
    kind: AstType,
    is_expression: bool,
}

impl<'a> Visit<'a> for Spans {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        let is_expression = match kind {
            AstKind::Function(function) => function.is_expression(),
            AstKind::Class(class) => class.is_expression(),
            _ => false,
        };
        self.nodes.push((kind.span(), NodeType { kind: kind.ty(), is_expression }));
    }
}

impl Spans {
    fn lowest(&self, range: Span) -> String {
        let holding = self
            .nodes
            .iter()
            .rev()
            .filter(|(span, _)| span.start <= range.start && range.end <= span.end);
        // Of nodes with equal spans the first in this reversed walk is the lowest.
        holding
            .min_by_key(|(span, _)| span.size())
            .map_or(PROGRAM.to_owned(), |(_, node)| node.name())
    }
}

impl NodeType {
    /// The type in the names of the ESTree specification, which people know from other tools.
    fn name(self) -> String {
        let name = match self.kind {
            AstType::Function if self.is_expression => "FunctionExpression",
            AstType::Function => "FunctionDeclaration",
            AstType::Class if self.is_expression => "ClassExpression",
            AstType::Class => "ClassDeclaration",
            AstType::FunctionBody => "BlockStatement",
            AstType::IdentifierName
            | AstType::IdentifierReference
            | AstType::BindingIdentifier
            | AstType::LabelIdentifier => "Identifier",
            AstType::BooleanLiteral
            | AstType::NullLiteral
            | AstType::NumericLiteral
            | AstType::StringLiteral
            | AstType::BigIntLiteral
            | AstType::RegExpLiteral => "Literal",
            AstType::StaticMemberExpression
            | AstType::ComputedMemberExpression
            | AstType::PrivateFieldExpression => "MemberExpression",
            AstType::ObjectProperty | AstType::BindingProperty => "Property",
            other => return format!("{other:?}"),
        };
        name.to_owned()
    }
}

/// For each line, the range from its first to its last character that is neither white space nor
/// comment. A token that spans lines, such as a template, counts on each of them.
fn token_ranges(program: &Program, comments: &[Span]) -> Vec<Option<Span>> {
    let base = program.text.as_ptr() as usize;
    let lines = program.lines().into_iter().map(|line| {
        let start = line.as_ptr() as usize - base;
        let mut significant = line
            .char_indices()
            .filter(|(_, character)| !character.is_whitespace() && *character != '\u{feff}')
            .map(|(at, character)| (offset(start + at), offset(start + at + character.len_utf8())))
            .filter(|(at, _)| !in_comment(comments, *at));
        let first = significant.next()?;
        let last = significant.next_back().unwrap_or(first);
        Some(Span::new(first.0, last.1))
    });
    lines.collect()
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Comments are sorted and do not overlap.
fn in_comment(comments: &[Span], at: u32) -> bool {
    let next = comments.partition_point(|comment| comment.end <= at);
    comments.get(next).is_some_and(|comment| comment.start <= at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the node of each line; the lines and their nodes are separated by `=>`.
    fn check(annotated: &str) {
        let (lines, nodes): (Vec<_>, Vec<_>) = annotated
            .lines()
            .filter_map(|line| line.split_once("=>"))
            .map(|(line, node)| (line.trim_end(), node.trim()))
            .unzip();
        let outline = Outline::new(&Program::new("p", lines.join("\n")));
        assert_eq!(outline.error(), None);
        let found: Vec<_> = (1..=lines.len()).map(|line| outline.node(line as u32)).collect();
        assert_eq!(found, nodes, "{lines:#?}");
    }

    #[test]
    fn a_line_has_the_lowest_node_that_holds_all_its_tokens() {
        check(
            "// comment                       => Program
                                              => Program
             let a = 1;                       => VariableDeclaration
             for (let i = 0; i < 3; i++) {    => ForStatement
               a += i; // add                 => ExpressionStatement
             }                                => BlockStatement
             function f(x) {                  => FunctionDeclaration
               return x                       => ReturnStatement
                 + `a                         => BinaryExpression
                   b ${x}                     => TemplateLiteral
                 c`;                          => ReturnStatement
             }                                => BlockStatement
             f([                              => CallExpression
               1, 2,                          => ArrayExpression
               /* x */ 3                      => Literal
             ]);                              => ExpressionStatement
             a = 1; f(2);                     => Program
             class C {                        => ClassDeclaration
               static x = 1;                  => PropertyDefinition
             }                                => ClassBody",
        );
    }

    #[test]
    fn odd_texts_have_an_outline_too() {
        let outline = |text: &str| Outline::new(&Program::new("p", text));
        assert_eq!(outline("").node(1), "Program");
        assert_eq!(outline("\u{feff}let x;\r\n𝒳 = 1;\r\n").node(2), "ExpressionStatement");
        assert_eq!(outline("let x").node(99), "Program");
        assert!(outline("let let let").error().is_some());
    }
}
