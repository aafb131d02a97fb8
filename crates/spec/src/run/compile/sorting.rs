//! Sorting by calls of a comparison, as steps.

use super::Compiler;
use crate::ir::Comparison::Less;
use crate::ir::{Block, Expr, Line, Operator, Repeat, Statement};
use crate::phrases::{ListAction, ListValue};

impl Compiler<'_, '_> {
    /// `Sort _items_ using an implementation-defined sequence of calls`: insertion after a search by
    /// halves, as steps, so that a comparison may do anything.
    pub(super) fn sort(&mut self, items: &Expr, compare: &Expr) {
        let variable = |name: &str| Expr::Variable(name.to_owned());
        let boxed = |name: &str| Box::new(variable(name));
        let number = |digits: &str| Box::new(Expr::Mathematical(digits.to_owned()));
        let after = |name: &str| Expr::Arithmetic(Operator::Add, boxed(name), number("1"));
        let at = |name: &str| Expr::Element(Box::new(items.clone()), boxed(name));
        let set = |name: &str, value: Expr| Statement::Set(variable(name), value);
        let lines = |all: Vec<Statement>| -> Block {
            all.into_iter().map(|statement| Line { statement, step: 0 }).collect()
        };
        let sum = Expr::Arithmetic(Operator::Add, boxed("(low)"), boxed("(high)"));
        let half = Expr::Arithmetic(Operator::Divide, Box::new(sum), number("2"));
        let call = Expr::CallValue(Box::new(compare.clone()), vec![at("(i)"), at("(middle)")]);
        let before = Expr::Compare(Less, boxed("(order)"), Box::new(Expr::Number(0.0)));
        let search = lines(vec![
            Statement::Let("(middle)".to_owned(), Expr::Call("floor".to_owned(), vec![half])),
            Statement::Let("(order)".to_owned(), Expr::Question(Box::new(call))),
            Statement::If(
                before,
                lines(vec![set("(high)", variable("(middle)"))]),
                lines(vec![set("(low)", after("(middle)"))]),
            ),
        ]);
        let searching = Expr::Compare(Less, boxed("(low)"), boxed("(high)"));
        let round = lines(vec![
            Statement::Let("(low)".to_owned(), *number("0")),
            Statement::Let("(high)".to_owned(), variable("(i)")),
            Statement::Repeat(Repeat::While(searching), search),
            Statement::Act(
                ListAction::MoveElement.into(),
                vec![items.clone(), variable("(i)"), variable("(low)")],
            ),
            set("(i)", after("(i)")),
        ]);
        let count = Expr::Value(ListValue::Count.into(), vec![items.clone()]);
        let more = Expr::Compare(Less, boxed("(i)"), Box::new(count));
        let whole = lines(vec![
            Statement::Let("(i)".to_owned(), *number("1")),
            Statement::Repeat(Repeat::While(more), round),
        ]);
        self.declare_all(&whole);
        for line in &whole {
            self.statement(&line.statement);
        }
    }
}
