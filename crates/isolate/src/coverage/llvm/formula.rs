//! From counters to regions: what a region counts is a counter, or a sum or difference of others.

use super::notes::Counter;
use crate::coverage::error::FormatError;

/// How to find the counts of a function's regions: worked out once, used for every run.
#[derive(Debug, Clone, Default)]
pub struct Formula {
    /// Each needs only those before it.
    steps: Vec<Step>,
    /// How many counters it reads at least.
    counters: usize,
}

/// One sum or difference.
#[derive(Debug, Clone, Copy)]
struct Step {
    left: Term,
    right: Term,
    is_difference: bool,
}

/// Where a count is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// Nowhere: it is zero.
    Zero,
    /// Among the counters.
    Counter(u32),
    /// Among the results of the steps.
    Step(u32),
}

impl Formula {
    /// How many counters the function must have.
    pub fn counters(&self) -> usize {
        self.counters
    }

    /// Takes all steps; `results` is room that is used again.
    pub fn work_out<'r>(&self, counters: &'r [[u8; 8]], results: &'r mut Vec<i64>) -> Counts<'r> {
        results.clear();
        for step in &self.steps {
            let counts = Counts { counters, results };
            let (left, right) = (counts.of(step.left), counts.of(step.right));
            // A run with threads may lose counts, so that a difference falls below zero.
            results.push(match step.is_difference {
                true => left.wrapping_sub(right),
                false => left.wrapping_add(right),
            });
        }
        Counts { counters, results }
    }
}

/// The counts of one function in one run.
#[derive(Debug, Clone, Copy)]
pub struct Counts<'r> {
    counters: &'r [[u8; 8]],
    results: &'r [i64],
}

impl Counts<'_> {
    /// One of them.
    pub fn of(&self, term: Term) -> i64 {
        let found = match term {
            Term::Zero => None,
            Term::Counter(at) => self.counters.get(at as usize).map(|c| i64::from_le_bytes(*c)),
            Term::Step(at) => self.results.get(at as usize).copied(),
        };
        found.unwrap_or(0)
    }
}

/// Puts a function's expressions in an order in which each finds its parts done. Expressions that
/// no region asks for are left out.
#[derive(Debug)]
pub struct Planner<'e> {
    expressions: &'e [(Counter, Counter)],
    /// For each expression, what became of it as a sum and as a difference.
    states: Vec<[State; 2]>,
    formula: Formula,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Begun,
    Done(u32),
}

impl<'e> Planner<'e> {
    /// Begins with none.
    pub fn new(expressions: &'e [(Counter, Counter)]) -> Self {
        let states = vec![[State::New; 2]; expressions.len()];
        Planner { expressions, states, formula: Formula::default() }
    }

    /// Where a count will be found. Expressions nest as deep as a function is long, so this goes
    /// down by a list and not by calling itself.
    pub fn term(&mut self, wanted: Counter) -> Result<Term, FormatError> {
        let mut open = vec![wanted];
        while let Some(&counter) = open.last() {
            if self.known(counter)?.is_some() {
                open.pop();
                continue;
            }
            let (left, right) = self.expression(counter)?;
            match (self.known(left)?, self.known(right)?) {
                (Some(left), Some(right)) => self.finish(counter, left, right),
                (None, _) => self.begin(counter, left, &mut open)?,
                (_, None) => self.begin(counter, right, &mut open)?,
            }
        }
        self.known(wanted)?.ok_or(FormatError::Invalid("a count without an expression"))
    }

    /// The finished formula.
    pub fn finished(self) -> Formula {
        self.formula
    }

    fn known(&mut self, counter: Counter) -> Result<Option<Term>, FormatError> {
        match counter {
            Counter::Zero => Ok(Some(Term::Zero)),
            Counter::Read(at) => {
                self.formula.counters = self.formula.counters.max(at as usize + 1);
                Ok(Some(Term::Counter(at)))
            }
            Counter::Sum(_) | Counter::Difference(_) => match self.state(counter)? {
                State::Done(step) => Ok(Some(Term::Step(*step))),
                State::New | State::Begun => Ok(None),
            },
        }
    }

    fn expression(&self, counter: Counter) -> Result<(Counter, Counter), FormatError> {
        place(counter).and_then(|(at, _)| self.expressions.get(at)).copied().ok_or(MISSING)
    }

    fn state(&mut self, counter: Counter) -> Result<&mut State, FormatError> {
        let (at, operation) = place(counter).ok_or(MISSING)?;
        self.states.get_mut(at).map(|states| &mut states[operation]).ok_or(MISSING)
    }

    fn begin(
        &mut self,
        counter: Counter,
        part: Counter,
        open: &mut Vec<Counter>,
    ) -> Result<(), FormatError> {
        *self.state(counter)? = State::Begun;
        if *self.state(part)? == State::Begun {
            return Err(FormatError::Invalid("a count that depends on itself"));
        }
        open.push(part);
        Ok(())
    }

    fn finish(&mut self, counter: Counter, left: Term, right: Term) {
        let step = self.formula.steps.len() as u32;
        let is_difference = matches!(counter, Counter::Difference(_));
        self.formula.steps.push(Step { left, right, is_difference });
        if let Ok(state) = self.state(counter) {
            *state = State::Done(step);
        }
    }
}

const MISSING: FormatError = FormatError::Invalid("a count without an expression");

/// The number of an expression, and which of its two uses is meant.
fn place(counter: Counter) -> Option<(usize, usize)> {
    match counter {
        Counter::Zero | Counter::Read(_) => None,
        Counter::Sum(at) => Some((at as usize, 0)),
        Counter::Difference(at) => Some((at as usize, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(expressions: &[(Counter, Counter)], wanted: Counter, counters: &[u64]) -> i64 {
        let mut planner = Planner::new(expressions);
        let term = planner.term(wanted).expect("a sound expression");
        let counters: Vec<_> = counters.iter().map(|counter| counter.to_le_bytes()).collect();
        planner.finished().work_out(&counters, &mut Vec::new()).of(term)
    }

    #[test]
    fn sums_and_differences_nest() {
        use Counter::{Difference, Read, Sum, Zero};
        // ((c0 - c1) + c2), with its parts noted behind it.
        let expressions = [(Difference(1), Read(2)), (Read(0), Read(1)), (Zero, Read(0))];
        assert_eq!(count(&expressions, Sum(0), &[10, 7, 5]), 8);
        assert_eq!(count(&expressions, Difference(0), &[10, 7, 5]), -2);
        assert_eq!(count(&expressions, Difference(2), &[3]), -3);
    }

    #[test]
    fn an_unsound_expression_is_an_error() {
        use Counter::{Difference, Read, Sum};
        let circle = [(Sum(1), Read(0)), (Read(1), Sum(0))];
        assert!(Planner::new(&circle).term(Sum(0)).is_err());
        assert!(Planner::new(&[(Sum(0), Sum(0))]).term(Sum(0)).is_err());
        assert!(Planner::new(&[]).term(Difference(0)).is_err());
    }

    #[test]
    fn a_long_chain_does_no_harm() {
        let links: Vec<_> = (1..200_000).map(|at| (Counter::Sum(at), Counter::Read(0))).collect();
        assert!(Planner::new(&links).term(Counter::Sum(0)).is_err());
    }
}
