//! One parse of a program with its scopes, reduced to what rewriting rules need.

use std::ops::Range;

use oxc::allocator::Allocator;
use oxc::parser::Parser;
use oxc::semantic::{Semantic, SemanticBuilder};
use oxc::span::Span;
use parallax_model::{Location, Program};

use super::bodies::{self, Body};
use super::flow::Flow;
use super::functions::{self, Function};
use super::gaps::{self, Gap};
use super::hazards::Hazards;
use super::literals::{self, Literal};
use super::scopes::Scopes;
use super::source_type;
use super::statements;
use super::variables::Variable;
use crate::places::Places;

/// A program's places where it can be rewritten. What cannot be shown to be such a place is not in
/// here; each part's module says what that takes.
#[derive(Debug, Clone)]
pub struct Syntax {
    pub(crate) program: Program,
    pub(crate) variables: Vec<Variable>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) literals: Vec<Literal>,
    pub(crate) functions: Vec<Function>,
    pub(crate) bodies: Vec<Body>,
    flow: Flow,
    statements: Vec<usize>,
}

impl Syntax {
    /// Parses the program; none if it is not valid.
    pub fn new(program: &Program) -> Option<Syntax> {
        analysed(program, |semantic| Self::reduced(program, semantic))
    }

    fn reduced(program: &Program, semantic: &Semantic) -> Syntax {
        let hazards = Hazards::new(semantic);
        let scopes = Scopes::new(semantic, &hazards);
        Syntax {
            program: program.clone(),
            gaps: gaps::find(&scopes),
            literals: literals::find(&scopes),
            functions: functions::find(&scopes),
            bodies: bodies::find(&scopes),
            flow: Flow::new(semantic),
            statements: statements::find(semantic),
            variables: scopes.variables,
        }
    }

    /// Whether all of the program runs from its beginning to its end, without detours: it has no
    /// function that is left in the middle, and no code that runs later.
    pub fn is_straight(&self) -> bool {
        !self.flow.has_detours
    }

    /// Whether it depends on the clock when its code runs.
    pub fn has_timers(&self) -> bool {
        self.flow.has_timers
    }

    /// Whether `console` is the engine's, and stays it.
    pub(crate) fn has_plain_console(&self) -> bool {
        !self.flow.changes_console
    }

    /// Whether a statement that is first on its line begins at a place, or a variable of a
    /// declaration, or its value.
    pub fn begins_statement(&self, place: Location) -> bool {
        let offset = Places::new(&self.program).offset(place);
        offset.is_some_and(|offset| self.statements.contains(&offset))
    }

    /// The program that was parsed.
    pub fn program(&self) -> &Program {
        &self.program
    }
}

/// What is found in one parse of a program; none if it is not valid.
pub(super) fn analysed<T>(program: &Program, find: impl FnOnce(&Semantic) -> T) -> Option<T> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &program.text, source_type(program)).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let builder = SemanticBuilder::new().with_build_nodes(true).with_check_syntax_error(true);
    let built = builder.build(&parsed.program);
    built.diagnostics.is_empty().then(|| find(&built.semantic))
}

/// A span as bytes of the text.
pub(super) fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
