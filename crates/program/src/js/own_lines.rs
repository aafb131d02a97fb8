//! Functions and methods that share none of their lines with other code.

use oxc::allocator::Allocator;
use oxc::ast::AstKind;
use oxc::ast_visit::Visit;
use oxc::parser::Parser;
use oxc::span::{GetSpan, Span};
use parallax_model::Program;

use super::source_type;
use crate::places::Places;

/// The first and the last line of each function declaration and each method that has several lines and stands
/// alone on them.
pub fn own_lines(program: &Program) -> Vec<(u32, u32)> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &program.text, source_type(program)).parse();
    let mut found = Found::default();
    found.visit_program(&parsed.program);
    let (places, lines) = (Places::new(program), program.lines());
    let own = found.0.into_iter().filter_map(|span| {
        let (start, end) =
            (places.location(span.start as usize), places.location(span.end as usize));
        let first: Vec<u16> = lines.get(start.line as usize - 1)?.encode_utf16().collect();
        let last: Vec<u16> = lines.get(end.line as usize - 1)?.encode_utf16().collect();
        let is_blank = |text: Option<&[u16]>| {
            text.is_some_and(|it| String::from_utf16_lossy(it).trim().is_empty())
        };
        let is_alone = is_blank(first.get(..start.column as usize))
            && is_blank(last.get(end.column as usize..));
        (is_alone && start.line < end.line).then_some((start.line, end.line))
    });
    own.collect()
}

#[derive(Default)]
struct Found(Vec<Span>);

impl<'a> Visit<'a> for Found {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        let is_wanted = match kind {
            AstKind::Function(function) => function.is_declaration(),
            AstKind::MethodDefinition(_) => true,
            _ => false,
        };
        if is_wanted {
            self.0.push(kind.span());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_functions_that_stand_alone_on_several_lines_are_found() {
        let text = "function a() {\n  b();\n}\nclass C {\n  m() {\n    function n() {\n    }\n  }\n}\n\
                    function b() {}\nfunction c() {\n} c();\n[1].map(function d() {\n});\n";
        assert_eq!(own_lines(&Program::new("p", text)), [(1, 3), (5, 8), (6, 7)]);
    }
}
