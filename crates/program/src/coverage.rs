//! What of a program runs, found out by running it with marks in it, for debuggers that do not say.

use std::ops::Range;

use parallax_model::{Location, Program};

use crate::edit::{Edit, Splice};
use crate::js::syntax::Syntax;
use crate::places::Places;

/// A program that prints a mark when the statements between two braces run for the first time.
#[derive(Debug, Clone)]
pub struct Marked {
    /// The program to run.
    pub program: Program,
    /// The statements, by the number of their mark, as places of the original.
    statements: Vec<Range<Location>>,
}

impl Marked {
    /// Puts marks into a program; none if it may have a `console` of its own.
    pub fn new(syntax: &Syntax) -> Option<Self> {
        if !syntax.has_plain_console() {
            return None;
        }
        let places = Places::new(&syntax.program);
        let bodies = syntax.bodies.iter().map(|body| body.statements.clone());
        let marks = bodies.clone().enumerate();
        let splices = marks.map(|(at, body)| Splice::insertion(body.start, mark(at))).collect();
        let marked = Edit { splices, ..Edit::default() }.text(&syntax.program.text);
        let program = syntax.program.with_text(marked);
        Syntax::new(&program)?;
        let statements = bodies.map(|body| places.location(body.start)..places.location(body.end));
        Some(Marked { program, statements: statements.collect() })
    }

    /// The statements that never ran, from what the marked program has printed.
    pub fn dead(&self, printed: &[String]) -> Vec<Range<Location>> {
        let marked = self.statements.iter().enumerate();
        let dead = marked.filter(|(at, _)| !printed.contains(&name(*at)));
        dead.map(|(_, statements)| statements.clone()).collect()
    }
}

fn name(at: usize) -> String {
    format!("parallax mark {at}")
}

/// A statement that prints its name once.
fn mark(at: usize) -> String {
    let name = name(at);
    format!("console[\"{name}\"] || (console[\"{name}\"] = 1, console.log(\"{name}\")); ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> Option<Marked> {
        Marked::new(&Syntax::new(&Program::new("p", text)).unwrap())
    }

    #[test]
    fn what_printed_no_mark_is_dead() {
        let marked = marked("function f() { 'use strict'; g(); }\nif (a) { b(); c() }").unwrap();
        let text = &marked.program.text;
        assert!(text.contains("'use strict'; console[\"parallax mark 0\"] ||"), "{text}");
        let place = |line, column| Location { line, column };
        let second = place(2, 9)..place(2, 17);
        let first = place(1, 29)..place(1, 33);
        assert_eq!(marked.dead(&[]), [first, second.clone()]);
        assert_eq!(marked.dead(&["parallax mark 0".into()]), [second]);
        assert!(marked.dead(&["parallax mark 1".into(), "parallax mark 0".into()]).is_empty());
    }

    #[test]
    fn a_console_of_the_programs_own_is_not_trusted() {
        assert!(marked("let console = 1; if (a) { b(); }").is_none());
        assert!(marked("console = 1; if (a) { b(); }").is_none());
        assert!(marked("console.log = 1; if (a) { b(); }").is_none());
        assert!(marked("console.log(1); if (a) { b(); }").is_some());
    }
}
