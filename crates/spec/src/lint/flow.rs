//! Follows the steps of an algorithm on all paths, with what is known of its variables on each.

use std::collections::{BTreeMap, HashSet};

use super::heads::{Heads, Signature};
use super::narrow::narrowed;
use super::nodes::Nodes;
use super::types::{self, Returned, Type};
use super::words::variables_in;
use super::{Check, Report};
use crate::algorithm::{Algorithm, Head, Mode, Step};
use crate::ir::{Block, Closure, Expr, ForEach, Line, Over, Repeat, Statement};
use crate::phrases::{TranslatedPredicate, TranslatedValue, UnsupportedPredicate, ValueOf};
use crate::prose::Understood;

/// What is known of a variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub kind: Type,
    /// Whether every path declares it.
    pub certain: bool,
}

/// The variables at a step.
pub(super) type Variables = BTreeMap<String, Known>;

/// What is done with the value of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is used.
    Value,
    /// It is returned as it is.
    Returned,
    /// `?` or `!` stands before it.
    Marked,
    /// It is said to be a Completion Record.
    Completion,
}

/// Shorthands for steps that deal with an abrupt completion in a variable: it holds a value afterwards.
const SHORTHANDS: &[&str] = &["ReturnIfAbrupt", "AsyncIfAbrupt"];

/// Operations that make a Completion Record, whose calls need no mark.
const MAKERS: &[&str] = &["NormalCompletion", "ThrowCompletion", "ReturnCompletion"];

/// Functions that the text defines in prose.
const MATHEMATICS: &[&str] =
    &["abs", "floor", "truncate", "min", "max", "𝔽", "ℝ", "ℤ", "ln", "log10", "log2", "scf"];

/// Follows an algorithm.
pub(super) fn follow(
    heads: &Heads,
    nodes: &Nodes<'_>,
    (algorithm, meaning): (&Algorithm, &Understood),
    report: &mut Report<'_>,
) {
    let body = &meaning.body;
    let signature = Signature::of(algorithm);
    let parts = match &algorithm.head {
        Head::SyntaxDirected { productions, .. } => nodes.parts(productions, &report.steps),
        _ => None,
    };
    let mut flow = Flow {
        heads,
        nodes,
        report,
        returned: signature.returned.clone(),
        parts,
        step: 0,
        closures: 0,
        hidden: hidden(algorithm, meaning),
    };
    let end = flow.block(body, Some(parameters(algorithm, &signature)));
    let is_function = matches!(algorithm.head, Head::BuiltIn { .. });
    let gives = match &signature.returned {
        Some(returned) => !returned.value.names.contains("~unused~") && !returned.value.anything,
        None => is_function,
    };
    if end.is_some() && gives && !body.is_empty() && !leaves_open(algorithm) {
        flow.report
            .whole(Check::NoReturn, "a path through the steps ends without a result".to_owned());
    }
}

/// Algorithms that go on elsewhere, or that describe one function in several places.
fn leaves_open(algorithm: &Algorithm) -> bool {
    algorithm.applies.is_some()
}

/// The variables that an algorithm begins with.
fn parameters(algorithm: &Algorithm, signature: &Signature) -> Variables {
    let is_function = matches!(algorithm.head, Head::BuiltIn { .. } | Head::Anonymous(_));
    let mut variables = Variables::new();
    for (parameter, kind) in algorithm.parameters.iter().zip(&signature.parameters) {
        let kind = match parameter.mode {
            Mode::Rest => Type::of(types::LIST),
            _ if is_function => Type::of(types::LANGUAGE | types::ABSENT),
            _ => kind.clone(),
        };
        let kind = match parameter.mode {
            Mode::Optional => kind.or(&Type::of(types::ABSENT)),
            _ => kind,
        };
        variables.insert(parameter.name.clone(), Known { kind, certain: true });
    }
    if let Head::Method { receiver: Some(receiver), .. } = &algorithm.head {
        variables.insert(receiver.clone(), Known { kind: Type::anything(), certain: true });
    }
    variables
}

struct Flow<'a, 'r> {
    heads: &'a Heads,
    nodes: &'a Nodes<'a>,
    report: &'a mut Report<'r>,
    returned: Option<Returned>,
    /// The names of the parts of the production, where it is one.
    parts: Option<Vec<String>>,
    step: usize,
    /// How many closures these steps are inside of.
    closures: usize,
    /// Variables of steps that are not understood, which may be declared there.
    hidden: HashSet<String>,
}

impl Flow<'_, '_> {
    fn say(&mut self, check: Check, message: String) {
        self.report.at(check, self.step, message);
    }

    /// Follows steps; gives the variables after them, or none if the steps do not end.
    fn block(&mut self, block: &Block, mut variables: Option<Variables>) -> Option<Variables> {
        for Line { statement, step } in block {
            let Some(known) = variables.take() else {
                if !matches!(statement, Statement::Note | Statement::Assert(_)) {
                    self.step = *step;
                    self.say(Check::Unreachable, "this step is never reached".to_owned());
                }
                return None;
            };
            self.step = *step;
            let known = self.with_described(statement, known);
            variables = self.statement(statement, known);
        }
        variables
    }

    /// Variables that a sentence introduces in words: `an element _x_ of _list_ such that …`.
    fn with_described(&self, statement: &Statement, mut variables: Variables) -> Variables {
        let Some(step) = self.report.steps.get(self.step) else { return variables };
        let by_hand = matches!(statement, Statement::HandWritten(_) | Statement::Unsupported(_));
        let unchecked = matches!(statement, Statement::Assert(Expr::Unsupported(_)));
        let words = ["such that", "for which", " where ", "there exists", "for all ", "[declared="];
        if by_hand || unchecked || words.iter().any(|it| step.text.contains(it)) {
            for name in variables_in(&step.text) {
                let known = || Known { kind: Type::anything(), certain: true };
                variables.entry(name.to_owned()).or_insert_with(known);
            }
        }
        variables
    }

    fn statement(&mut self, statement: &Statement, mut known: Variables) -> Option<Variables> {
        match statement {
            Statement::Note => {}
            Statement::HandWritten(_) | Statement::Unsupported(_) => {
                let text = self.report.steps.get(self.step).map_or("", |it| it.text.as_str());
                let gives = ["Return ", "Otherwise, return "].iter().any(|it| text.starts_with(it));
                return (!gives).then_some(known);
            }
            Statement::Let(name, value) => {
                self.visit(value, &known, Use::Value);
                let kind = self.type_of(value, &known);
                if known.get(name).is_some_and(|it| it.certain) && self.closures == 0 {
                    self.say(Check::Redeclared, format!("_{name}_ is declared already"));
                }
                known.insert(name.clone(), Known { kind, certain: true });
            }
            Statement::Set(place, value) => {
                self.visit(place, &known, Use::Value);
                self.visit(value, &known, Use::Value);
                if let Expr::Variable(name) = place {
                    let kind = self.type_of(value, &known);
                    known.insert(name.clone(), Known { kind, certain: true });
                }
            }
            Statement::Perform(call) => {
                self.visit(call, &known, Use::Value);
                forget_completion(call, &mut known);
            }
            Statement::Return(value) => {
                self.give(value.as_ref(), &known);
                return None;
            }
            Statement::Throw(_) => {
                self.abrupt(types::THROW, "throws");
                return None;
            }
            Statement::If(condition, then, otherwise) => {
                return self.branch(condition, then, otherwise, known);
            }
            Statement::Repeat(kind, body) => return self.repeat(kind, body, known),
            Statement::ForEach(each) => return self.for_each(each, known),
            Statement::Assert(condition) => return self.claim(condition, known),
            Statement::OnResumption(name, rest) => {
                known.insert(name.clone(), Known { kind: Type::anything(), certain: true });
                if let Some(rest) = rest {
                    self.block(rest, Some(known.clone()));
                }
            }
            Statement::Act(_, holes) => {
                for hole in holes {
                    self.visit(hole, &known, Use::Value);
                }
            }
        }
        Some(known)
    }

    /// What is known after an assertion; nothing where it says that it is not reached.
    fn claim(&mut self, condition: &Expr, known: Variables) -> Option<Variables> {
        self.visit(condition, &known, Use::Value);
        if says_unreachable(condition) {
            return None;
        }
        let claimed = narrowed(self.heads, condition, &known, true);
        if claimed.is_none() {
            self.say(Check::NeverHolds, "this is never so".to_owned());
        }
        claimed
    }

    fn give(&mut self, value: Option<&Expr>, known: &Variables) {
        let Some(value) = value else { return };
        self.visit(value, known, Use::Returned);
        let Some(returned) = self.returned.clone().filter(|_| self.closures == 0) else { return };
        let kind = self.type_of(value, known);
        let allowed = match returned.completion {
            true => returned.value.clone().or(&Type::of(types::NORMAL | returned.abrupt)),
            false => returned.value.clone(),
        };
        if !kind.is_nothing() && kind.excludes(&allowed) {
            let message =
                format!("this returns {kind}, but the head says {}", self.report.algorithm.returns);
            self.say(Check::Type, message);
        }
    }

    /// A step that ends the algorithm with an abrupt completion.
    fn abrupt(&mut self, kinds: u32, how: &str) {
        let refused = self.closures == 0
            && self.returned.as_ref().is_some_and(|returned| returned.abrupt & kinds == 0);
        if refused {
            self.say(
                Check::MayNotThrow,
                format!("this {how}, but the head says that nothing is abrupt"),
            );
        }
    }

    fn branch(
        &mut self,
        condition: &Expr,
        then: &Block,
        otherwise: &Block,
        known: Variables,
    ) -> Option<Variables> {
        self.visit(condition, &known, Use::Value);
        let step = self.step;
        let (yes, no) = (
            narrowed(self.heads, condition, &known, true),
            narrowed(self.heads, condition, &known, false),
        );
        if yes.is_none() && *condition != Expr::Boolean(false) {
            self.say(Check::NeverHolds, "this condition never holds".to_owned());
        }
        let after_then = if yes.is_some() { self.block(then, yes) } else { None };
        self.step = step;
        let after_else = self.block(otherwise, no);
        self.step = step;
        joined(after_then, after_else)
    }

    fn repeat(&mut self, kind: &Repeat, body: &Block, mut known: Variables) -> Option<Variables> {
        forget_assigned(body, &mut known);
        let (condition, goes_on) = match kind {
            Repeat::Forever => {
                self.block(body, Some(known));
                return None;
            }
            Repeat::While(condition) => (condition, true),
            Repeat::Until(condition) => (condition, false),
        };
        self.visit(condition, &known, Use::Value);
        let after = self.block(body, narrowed(self.heads, condition, &known, goes_on));
        let last = after.and_then(|it| narrowed(self.heads, condition, &it, !goes_on));
        joined(narrowed(self.heads, condition, &known, !goes_on), last)
    }

    fn for_each(&mut self, each: &ForEach, mut known: Variables) -> Option<Variables> {
        let kind = match &each.over {
            Over::Elements(list, _) | Over::Children(list) => {
                self.visit(list, &known, Use::Value);
                Type::anything()
            }
            Over::Keys(object, _) => {
                self.visit(object, &known, Use::Value);
                Type::of(types::STRING | types::SYMBOL)
            }
            Over::Integers(low, high, _) => {
                self.visit(low, &known, Use::Value);
                self.visit(high, &known, Use::Value);
                Type::of(types::MATHEMATICAL)
            }
        };
        forget_assigned(&each.body, &mut known);
        let mut inside = known.clone();
        inside.insert(each.item.clone(), Known { kind, certain: true });
        if let Some(filter) = &each.filter {
            self.visit(filter, &inside, Use::Value);
        }
        self.block(&each.body, Some(inside));
        Some(known)
    }

    fn type_of(&self, value: &Expr, known: &Variables) -> Type {
        super::infer::type_of(self.heads, value, known)
    }

    /// Looks at an expression and its parts.
    fn visit(&mut self, expr: &Expr, known: &Variables, used: Use) {
        match expr {
            Expr::Variable(name) => self.variable(name, known),
            Expr::Call(name, arguments) => self.call(name, arguments, known, used),
            Expr::Method(receiver, name, arguments) => {
                self.visit(receiver, known, Use::Value);
                let signature = self.heads.method(name).cloned();
                self.arguments(name, signature.as_ref(), arguments, known);
                self.mark(name, signature.as_ref(), used);
            }
            Expr::Syntax(name, node, arguments) => {
                self.visit(node, known, Use::Value);
                let signature = self.heads.on_syntax(name).cloned();
                self.arguments(name, signature.as_ref(), arguments, known);
                self.mark(name, signature.as_ref(), used);
                if let Expr::Child(child, _) = &**node
                    && !self.nodes.is_defined(name, child)
                {
                    self.say(Check::WrongNode, format!("{name} is not defined for |{child}|"));
                }
            }
            Expr::Child(name, _) => self.child(name),
            Expr::Question(inner) | Expr::Bang(inner) => {
                if matches!(expr, Expr::Question(_)) {
                    self.abrupt(types::ABRUPT, "can be abrupt");
                }
                self.visit(inner, known, Use::Marked);
                let kind = self.type_of(inner, known);
                if matches!(**inner, Expr::Variable(_))
                    && kind.excludes(&Type::of(types::COMPLETION))
                {
                    self.say(Check::NeedlessMark, format!("this is {kind}, no Completion Record"));
                }
            }
            Expr::Closure(closure) => self.closure(closure, known),
            Expr::Same(one, other) => {
                self.inside(expr, known);
                self.compare(one, other, known);
            }
            _ => self.inside(expr, known),
        }
    }

    fn variable(&mut self, name: &str, known: &Variables) {
        match known.get(name) {
            None if self.hidden.contains(name) => {}
            None => self.say(Check::Undeclared, format!("_{name}_ is not declared")),
            Some(it) if !it.certain => {
                self.say(Check::MaybeUndeclared, format!("_{name}_ is not declared on every path"));
            }
            Some(_) => {}
        }
    }

    fn child(&mut self, name: &str) {
        let missing = self.parts.as_ref().is_some_and(|parts| !parts.iter().any(|it| it == name));
        if missing {
            self.say(Check::WrongNode, format!("the production has no |{name}|"));
        }
    }

    fn compare(&mut self, one: &Expr, other: &Expr, known: &Variables) {
        let (a, b) = (self.type_of(one, known), self.type_of(other, known));
        if !a.is_nothing() && !b.is_nothing() && a.excludes(&b) {
            self.say(Check::Type, format!("{a} is compared with {b}"));
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr], known: &Variables, used: Use) {
        if name == "Completion" {
            for argument in arguments {
                self.visit(argument, known, Use::Completion);
            }
            return;
        }
        let signature = self.heads.operation(name).cloned();
        if signature.is_none() && !MATHEMATICS.contains(&name) && !self.heads.is_known(name) {
            self.say(Check::NoSuchOperation, format!("there is no operation {name}"));
        }
        self.arguments(name, signature.as_ref(), arguments, known);
        self.mark(name, signature.as_ref(), used);
    }

    fn arguments(
        &mut self,
        name: &str,
        signature: Option<&Signature>,
        arguments: &[Expr],
        known: &Variables,
    ) {
        for argument in arguments {
            self.visit(argument, known, Use::Value);
        }
        let Some(signature) = signature else { return };
        let (least, most) = signature.arity;
        if !(least..=most).contains(&arguments.len()) {
            let message = format!("{name} takes {}, not {}", range(least, most), arguments.len());
            self.say(Check::Arity, message);
            return;
        }
        for ((argument, expected), number) in arguments.iter().zip(&signature.parameters).zip(1..) {
            let kind = self.type_of(argument, known);
            if !kind.is_nothing() && kind.excludes(expected) {
                let message = format!("argument {number} of {name} is {kind}, not {expected}");
                self.say(Check::Type, message);
            }
        }
    }

    /// Holds a call against `?`, `!` and what is done with its result.
    fn mark(&mut self, name: &str, signature: Option<&Signature>, used: Use) {
        let Some(returned) = signature.and_then(|it| it.returned.as_ref()) else { return };
        match (used, returned.completion) {
            (Use::Value | Use::Completion, true) if MAKERS.contains(&name) => {}
            (Use::Value, true) => {
                self.say(
                    Check::MissingMark,
                    format!("{name} returns a Completion Record: `?` or `!` is missing"),
                );
            }
            (Use::Marked | Use::Completion, false) => {
                self.say(Check::NeedlessMark, format!("{name} returns no Completion Record"));
            }
            (Use::Returned, true) if returned.abrupt != 0 => {
                self.abrupt(returned.abrupt, "can be abrupt");
            }
            _ => {}
        }
    }

    fn closure(&mut self, closure: &Closure, known: &Variables) {
        let mut inside = match closure.everything {
            true => known.clone(),
            false => Variables::new(),
        };
        for name in &closure.captures {
            self.variable(name, known);
            inside.insert(name.clone(), Known { kind: Type::anything(), certain: true });
        }
        for name in &closure.parameters {
            inside.insert(name.clone(), Known { kind: Type::anything(), certain: true });
        }
        let (step, parts) = (self.step, self.parts.take());
        self.closures += 1;
        self.block(&closure.body, Some(inside));
        self.closures -= 1;
        (self.step, self.parts) = (step, parts);
    }

    /// The parts of any other expression.
    fn inside(&mut self, expr: &Expr, known: &Variables) {
        match expr {
            Expr::Field(inner, _) | Expr::Negate(inner) | Expr::Not(inner) | Expr::Is(inner, _) => {
                self.visit(inner, known, Use::Value);
            }
            Expr::And(one, other) => {
                self.visit(one, known, Use::Value);
                let known = narrowed(self.heads, one, known, true).unwrap_or_else(|| known.clone());
                self.visit(other, &known, Use::Value);
            }
            Expr::Or(one, other) => {
                self.visit(one, known, Use::Value);
                let known =
                    narrowed(self.heads, one, known, false).unwrap_or_else(|| known.clone());
                self.visit(other, &known, Use::Value);
            }
            Expr::Element(one, other)
            | Expr::Same(one, other)
            | Expr::Arithmetic(_, one, other)
            | Expr::Compare(_, one, other) => {
                self.visit(one, known, Use::Value);
                self.visit(other, known, Use::Value);
                if matches!(expr, Expr::Arithmetic(..) | Expr::Compare(..)) {
                    self.mixed(one, other, known);
                }
            }
            Expr::CallValue(function, arguments) => {
                self.visit(function, known, Use::Value);
                self.all(arguments, known);
            }
            Expr::List(parts) => self.all(parts, known),
            Expr::Value(value, parts) if introduces(*value) => {
                self.all(parts.get(1..).unwrap_or_default(), known)
            }
            Expr::Value(_, parts) => self.all(parts, known),
            Expr::Holds(predicate, parts)
                if *predicate != TranslatedPredicate::ContainsSuchThat.into() =>
            {
                self.all(parts, known);
            }
            Expr::Record(_, fields) => {
                for (_, value) in fields {
                    self.visit(value, known, Use::Value);
                }
            }
            _ => {}
        }
    }

    fn all(&mut self, parts: &[Expr], known: &Variables) {
        for part in parts {
            self.visit(part, known, Use::Value);
        }
    }

    /// Numbers, BigInts and mathematical values are not calculated with each other.
    fn mixed(&mut self, one: &Expr, other: &Expr, known: &Variables) {
        const NUMERIC: u32 = types::NUMBER | types::BIGINT | types::MATHEMATICAL;
        let (a, b) = (self.type_of(one, known), self.type_of(other, known));
        if a.is_within(NUMERIC) && b.is_within(NUMERIC) && a.excludes(&b) {
            self.say(Check::Type, format!("{a} stands beside {b}"));
        }
    }
}

/// Values whose first part is the name of something else than a variable.
fn introduces(value: ValueOf) -> bool {
    matches!(
        value,
        ValueOf::Translated(
            TranslatedValue::StateField | TranslatedValue::StateFieldOf | TranslatedValue::Flag
        )
    )
}

/// `Assert: This step is never reached`
fn says_unreachable(condition: &Expr) -> bool {
    let never = UnsupportedPredicate::Unreachable.into();
    matches!(condition, Expr::Holds(predicate, _) if *predicate == never)
}

/// The variables of the steps that are not understood, of those inside them, and of their other branches.
fn hidden(algorithm: &Algorithm, meaning: &Understood) -> HashSet<String> {
    fn gather(
        steps: &[Step],
        inside: bool,
        unknown: &mut dyn Iterator<Item = bool>,
        found: &mut HashSet<String>,
    ) {
        let mut before = false;
        for step in steps {
            let other =
                before && (step.text.starts_with("Else") || step.text.starts_with("Otherwise"));
            before = unknown.next().unwrap_or(false) || inside || other;
            if before {
                found.extend(variables_in(&step.text).map(str::to_owned));
            }
            gather(&step.steps, before, unknown, found);
        }
    }
    let mut found = HashSet::new();
    let mut unknown = meaning.unknown.iter().map(Option::is_some);
    gather(&algorithm.steps, false, &mut unknown, &mut found);
    found
}

/// `ReturnIfAbrupt(_x_)`, `IfAbruptCloseIterator(_x_, …)`: what is left is the value.
fn forget_completion(call: &Expr, known: &mut Variables) {
    if let Expr::Call(name, arguments) = call
        && (SHORTHANDS.contains(&name.as_str()) || name.starts_with("IfAbrupt"))
        && let Some(Expr::Variable(name)) = arguments.first()
    {
        known.insert(name.clone(), Known { kind: Type::anything(), certain: true });
    }
}

/// Of variables that a loop sets, nothing is known at the beginning of a round.
fn forget_assigned(body: &Block, known: &mut Variables) {
    for Line { statement, .. } in body {
        match statement {
            Statement::Set(Expr::Variable(name), _) => {
                if let Some(it) = known.get_mut(name) {
                    it.kind = Type::anything();
                }
            }
            Statement::If(_, then, otherwise) => {
                forget_assigned(then, known);
                forget_assigned(otherwise, known);
            }
            Statement::Repeat(_, body) => forget_assigned(body, known),
            Statement::ForEach(each) => forget_assigned(&each.body, known),
            _ => {}
        }
    }
}

/// What is known after either of two paths.
pub(super) fn joined(one: Option<Variables>, other: Option<Variables>) -> Option<Variables> {
    let (one, mut other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    let mut both = Variables::new();
    for (name, known) in one {
        let joined = match other.remove(&name) {
            Some(also) => {
                Known { kind: known.kind.or(&also.kind), certain: known.certain && also.certain }
            }
            None => Known { certain: false, ..known },
        };
        both.insert(name, joined);
    }
    both.extend(other.into_iter().map(|(name, known)| (name, Known { certain: false, ..known })));
    Some(both)
}

fn range(least: usize, most: usize) -> String {
    match most {
        usize::MAX => format!("{least} arguments or more"),
        most if most == least => format!("{least} arguments"),
        most => format!("{least} to {most} arguments"),
    }
}
