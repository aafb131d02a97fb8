//! What the tree says about the layout of a script: where lines begin, and what operators are.

use std::collections::HashSet;
use std::ops::Range;

use oxc::ast::ast::{
    BlockStatement, ClassBody, ConditionalExpression, Directive, FunctionBody, Program, Statement,
    StaticBlock, SwitchCase, SwitchStatement, UnaryExpression, UpdateExpression,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};

/// A block with one statement that is no longer than this stays on its line.
const MAX_INLINE: u32 = 60;

/// Marks by the places of tokens in the text.
#[derive(Default)]
pub(super) struct Marks {
    /// Where statements, cases and class elements begin.
    pub lines: HashSet<u32>,
    /// Operators before and after their operands.
    pub prefix: HashSet<u32>,
    pub postfix: HashSet<u32>,
    /// Where the colons of conditional expressions are.
    pub otherwise: Vec<Range<u32>>,
    blocks: Vec<Block>,
    /// The statements of each case of a `switch`.
    cases: Vec<Range<u32>>,
}

/// A block in braces.
struct Block {
    /// Where its braces are.
    open: u32,
    close: u32,
    is_inline: bool,
}

impl Block {
    fn holds(&self, at: u32) -> bool {
        self.open < at && at < self.close
    }
}

impl Marks {
    pub fn of(program: &Program<'_>, text: &str) -> Self {
        let mut collector = Collector { text, marks: Marks::default() };
        collector.lines(&program.directives, &program.body);
        collector.visit_program(program);
        let mut marks = collector.marks;
        marks.blocks.sort_by_key(|block| block.close - block.open);
        for at in 0..marks.blocks.len() {
            let (inner, outer) = marks.blocks.split_at(at);
            let holds_lines = |block: &Block| !block.is_inline && outer[0].holds(block.open);
            if inner.iter().any(holds_lines) {
                marks.blocks[at].is_inline = false;
            }
        }
        marks
    }

    /// Whether a token begins a line.
    pub fn begins_line(&self, at: u32) -> bool {
        let is_end = || self.blocks.iter().any(|block| block.close == at && !block.is_inline);
        let is_inside = || self.blocks.iter().any(|block| block.is_inline && block.holds(at));
        is_end() || self.lines.contains(&at) && !is_inside()
    }

    /// How deep a line that begins at a token is indented.
    pub fn depth(&self, at: u32) -> usize {
        let blocks = self.blocks.iter().filter(|block| !block.is_inline && block.holds(at));
        blocks.count() + self.cases.iter().filter(|case| case.contains(&at)).count()
    }
}

struct Collector<'t> {
    text: &'t str,
    marks: Marks,
}

impl Collector<'_> {
    fn lines(&mut self, directives: &[Directive<'_>], statements: &[Statement<'_>]) {
        self.marks.lines.extend(directives.iter().map(|it| it.span.start));
        self.marks.lines.extend(statements.iter().map(|it| it.span().start));
    }

    /// A block whose brace is the first behind a place, with so many lines.
    fn block(&mut self, from: u32, span: Span, lines: usize) {
        let brace = self.text[from as usize..].find('{').unwrap_or_default();
        let (open, close) = (from + brace as u32, span.end - 1);
        let is_inline = lines == 0 || lines == 1 && close - open <= MAX_INLINE;
        self.marks.blocks.push(Block { open, close, is_inline });
    }
}

impl<'a> Visit<'a> for Collector<'_> {
    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.lines(&[], &it.body);
        self.block(it.span.start, it.span, it.body.len());
        walk::walk_block_statement(self, it);
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.lines(&it.directives, &it.statements);
        self.block(it.span.start, it.span, it.directives.len() + it.statements.len());
        walk::walk_function_body(self, it);
    }

    fn visit_class_body(&mut self, it: &ClassBody<'a>) {
        self.marks.lines.extend(it.body.iter().map(|element| element.span().start));
        self.block(it.span.start, it.span, it.body.len());
        walk::walk_class_body(self, it);
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.lines(&[], &it.body);
        self.block(it.span.start, it.span, it.body.len());
        walk::walk_static_block(self, it);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.marks.lines.extend(it.cases.iter().map(|case| case.span.start));
        // Each case has lines of its own.
        self.block(it.discriminant.span().end, it.span, 2 * it.cases.len());
        walk::walk_switch_statement(self, it);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        self.lines(&[], &it.consequent);
        let first = it.consequent.first().map(|it| it.span().start);
        self.marks.cases.extend(first.map(|first| first..it.span.end));
        walk::walk_switch_case(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        self.marks.prefix.insert(it.span.start);
        walk::walk_unary_expression(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        match it.prefix {
            true => self.marks.prefix.insert(it.span.start),
            false => self.marks.postfix.insert(it.span.end - 2),
        };
        walk::walk_update_expression(self, it);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.marks.otherwise.push(it.consequent.span().end..it.alternate.span().start);
        walk::walk_conditional_expression(self, it);
    }
}
