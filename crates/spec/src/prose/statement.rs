//! Statements: what one step does, its sentences one after the other.

use std::sync::LazyLock;

use super::expression::Parser;
use super::pattern::Phrases;
use super::token::Token;
use crate::ir::{Block, Closure, Expr, ForEach, Kind, Line, Order, Over, Repeat, Statement};
use crate::phrases::{
    Action, CallingValue, CharSetValue, ContextAction, LanguageKind, ListValue, NamedKind,
    NestingAction, NodeValue, ResultAction, StatementPhrase, TranslatedValue, ValueOf,
};

/// A step in fixed words.
#[derive(Clone, Copy)]
enum Worded {
    Action(Action),
    Statement(StatementPhrase),
}

static PHRASES: LazyLock<Phrases<Worded>> = LazyLock::new(|| {
    let actions = Action::PHRASES.iter().map(|(action, phrase)| (Worded::Action(*action), *phrase));
    let statements =
        StatementPhrase::PHRASES.iter().map(|(it, phrase)| (Worded::Statement(*it), *phrase));
    Phrases::new(actions.chain(statements))
});

/// What a step turned out to be.
pub enum Parsed {
    /// Statements.
    Statements(Vec<Statement>),
    /// The other branch of the `If` before; with a condition, if it has one.
    Else(Option<Expr>, Block),
}

/// Reads the sentences of a step. `body` is what the steps inside it mean.
pub struct Sentences<'p, 'a> {
    pub parser: &'p mut Parser<'a>,
    pub body: Option<Block>,
    pub step: usize,
}

impl Sentences<'_, '_> {
    /// The whole step; nothing may be left over.
    pub fn read(&mut self) -> Option<Parsed> {
        let parsed = self.step()?;
        self.rest_is_remark().then_some(())?;
        self.body.is_none().then_some(parsed)
    }

    fn step(&mut self) -> Option<Parsed> {
        if self.parser.words("else") || self.parser.words("otherwise") {
            let _ = self.parser.mark(',');
            let _ = self.parser.words("then");
            if self.parser.words("if") {
                let condition = self.parser.condition()?;
                return Some(Parsed::Else(Some(condition), self.consequence()?));
            }
            if self.at_end() {
                return Some(Parsed::Else(None, self.body.take()?));
            }
            let inline = self.sentences()?;
            return Some(Parsed::Else(None, self.block(inline)));
        }
        self.sentences().map(Parsed::Statements)
    }

    fn at_end(&self) -> bool {
        let rest = self.parser.tokens.get(self.parser.at..).unwrap_or_default();
        rest.iter().all(|spaced| matches!(spaced.token, Token::Mark('.' | ',' | ':' | ';')))
    }

    /// Sentences that explain and do nothing.
    fn rest_is_remark(&mut self) -> bool {
        while matches!(self.parser.peek(), Some(Token::Mark('.' | ',' | ':' | ';'))) {
            self.parser.take();
        }
        match self.parser.peek() {
            None => true,
            Some(Token::Word(word)) => {
                let before =
                    self.parser.at.checked_sub(1).and_then(|at| self.parser.tokens.get(at));
                matches!(before.map(|it| &it.token), Some(Token::Mark('.' | ':')))
                    && matches!(word.as_str(), "See" | "NOTE" | "Note" | "This")
            }
            _ => false,
        }
    }

    fn sentences(&mut self) -> Option<Vec<Statement>> {
        let mut found = self.joined()?;
        loop {
            let next = self.next_sentence(&mut found);
            if next.is_none() {
                return Some(found);
            }
        }
    }

    /// A further sentence of the same step.
    fn next_sentence(&mut self, found: &mut Vec<Statement>) -> Option<()> {
        let start = self.parser.at;
        if !(self.parser.mark('.') || self.parser.mark(';') || self.parser.mark(',')) {
            return None;
        }
        let other = self.parser.words("else") || self.parser.words("otherwise");
        let sentence = if other {
            let _ = self.parser.mark(',');
            self.sentences_in_else(found)
        } else {
            self.parser.words("and");
            self.joined().map(|more| found.extend(more))
        };
        if sentence.is_none() {
            self.parser.at = start;
        }
        sentence
    }

    fn sentences_in_else(&mut self, found: &mut [Statement]) -> Option<()> {
        let statements = match self.parser.words("if") {
            true => {
                let condition = self.parser.condition()?;
                let then = self.consequence()?;
                vec![Statement::If(condition, then, Vec::new())]
            }
            false => self.joined()?,
        };
        let block = self.block(statements);
        attach_else(found.last_mut()?, block).then_some(())
    }

    /// `set x to 1 and return y`
    fn joined(&mut self) -> Option<Vec<Statement>> {
        let mut found = match self.several() {
            Some(several) => several,
            None => vec![self.statement()?],
        };
        loop {
            let start = self.parser.at;
            self.parser.mark(',');
            if !self.parser.words("and") {
                self.parser.at = start;
                return Some(found);
            }
            self.parser.words("then");
            match self.statement() {
                Some(next) => found.push(next),
                None => {
                    self.parser.at = start;
                    return Some(found);
                }
            }
        }
    }

    /// `Let _a_ and _b_ be *undefined*`
    fn several(&mut self) -> Option<Vec<Statement>> {
        let (names, value) = self.parser.attempt(|it| {
            it.words("let").then_some(())?;
            let names = it.variables().filter(|names| names.len() > 1)?;
            it.words("be").then_some(())?;
            Some((names, it.expression()?))
        })?;
        Some(names.into_iter().map(|name| Statement::Let(name, value.clone())).collect())
    }

    fn block(&self, statements: Vec<Statement>) -> Block {
        statements.into_iter().map(|statement| Line { statement, step: self.step }).collect()
    }

    /// One statement.
    pub fn statement(&mut self) -> Option<Statement> {
        let start = self.parser.at;
        let worded = self.parser.longest(&PHRASES);
        let end = std::mem::replace(&mut self.parser.at, start);
        let built = self.built_statement();
        match (worded, built) {
            (Some((worded, holes)), built) if built.is_none() || end > self.parser.at => {
                self.parser.at = end;
                match worded {
                    Worded::Action(action) => Some(Statement::Act(action, holes)),
                    Worded::Statement(StatementPhrase::Result(action)) => result(action, &holes),
                    Worded::Statement(StatementPhrase::Nesting(action)) => {
                        self.nesting(action, holes)
                    }
                }
            }
            (_, Some(built)) => Some(self.with_closure_body(built)),
            _ => {
                self.parser.at = start;
                None
            }
        }
    }

    /// What an action in fixed words does with the steps inside it.
    fn nesting(&mut self, action: NestingAction, mut holes: Vec<Expr>) -> Option<Statement> {
        match action {
            // Any order will do; theirs is as good as another.
            NestingAction::Substeps => {
                Some(Statement::If(Expr::Boolean(true), self.body.take()?, Vec::new()))
            }
            NestingAction::SetEvaluationSteps => {
                let body = self.body.take()?;
                holes.push(Expr::Closure(Box::new(Closure { body, ..Closure::of_everything() })));
                Some(Statement::Act(ContextAction::SetEvaluationState.into(), holes))
            }
            NestingAction::EvaluateOtherwise => {
                let mut body = self.body.take()?;
                // The steps are those of an operation; what they stand for has an empty value.
                for line in &mut body {
                    if line.statement == Statement::Return(Some(Expr::Enum("unused".to_owned()))) {
                        line.statement = Statement::Return(Some(Expr::Enum("empty".to_owned())));
                    }
                }
                holes.push(Expr::Closure(Box::new(Closure { body, ..Closure::of_everything() })));
                Some(Statement::Act(ContextAction::ReplaceEvaluation.into(), holes))
            }
            NestingAction::SetResumption => match holes.first()? {
                Expr::Variable(value) => {
                    Some(Statement::OnResumption(value.clone(), self.body.take()))
                }
                _ => None,
            },
        }
    }

    /// A statement made of a verb and what belongs to it.
    fn built_statement(&mut self) -> Option<Statement> {
        let Some(Token::Word(verb)) = self.parser.peek() else { return None };
        match verb.to_lowercase().as_str() {
            "let" => self.let_be(),
            "set" => self.set(),
            "return" => self.give(),
            "perform" | "call" => self.perform(),
            "evaluate" => self.evaluate(),
            "throw" => self.throw(),
            "if" => self.branch(),
            "repeat" => self.repeat(),
            "for" => self.for_each(),
            "assert" => self.assert(),
            "note" => {
                self.parser.at = self.parser.tokens.len();
                Some(Statement::Note)
            }
            "increase" | "increment" => self.change("by", crate::ir::Operator::Add),
            "decrease" | "decrement" => self.change("by", crate::ir::Operator::Subtract),
            _ => {
                let call = self.parser.expression()?;
                matches!(call, Expr::Call(..)).then_some(Statement::Perform(call))
            }
        }
    }

    /// `Call _m_(_x_) and return its result`, `Call Foo(_x_) and let _y_ be its result`
    fn perform(&mut self) -> Option<Statement> {
        self.parser.take();
        let call = self.parser.expression()?;
        let result = self.parser.attempt(|it| {
            it.words("and return its").then_some(())?;
            let _ = it.words("Matcher");
            it.words("result").then_some(Statement::Return(Some(call.clone())))
        });
        if let Some(returned) = result {
            return Some(returned);
        }
        let named = self.parser.attempt(|it| {
            it.words("and let").then_some(())?;
            let Token::Variable(name) = it.take()? else { return None };
            (it.words("be its") || it.words("be the")).then_some(())?;
            while !it.words("result") {
                let Token::Word(_) = it.take()? else { return None };
                if matches!(it.peek(), None | Some(Token::Mark(_))) {
                    break;
                }
            }
            Some(Statement::Let(name.clone(), call.clone()))
        });
        Some(named.unwrap_or(Statement::Perform(call)))
    }

    /// `Evaluate |Foo| with argument _x_ to obtain a Matcher _m_`
    fn evaluate(&mut self) -> Option<Statement> {
        self.parser.take();
        let node = self.parser.expression()?;
        let mut arguments = Vec::new();
        if self.parser.words("with argument") {
            arguments.push(self.parser.expression()?);
        } else if self.parser.words("with") {
            arguments.push(self.parser.expression()?);
            self.parser.words("as its").then_some(())?;
            matches!(self.parser.take()?, Token::Variable(_)).then_some(())?;
            self.parser.words("argument").then_some(())?;
        }
        self.parser.words("to obtain a").then_some(())?;
        matches!(self.parser.take()?, Token::Word(_)).then_some(())?;
        let Token::Variable(name) = self.parser.take()? else { return None };
        let evaluation = Expr::Syntax("Evaluation".to_owned(), Box::new(node), arguments);
        Some(Statement::Let(name.clone(), evaluation))
    }

    fn let_be(&mut self) -> Option<Statement> {
        self.parser.take();
        let Token::Variable(name) = self.parser.take()? else { return None };
        (self.parser.words("be")).then_some(())?;
        let value = self.value()?;
        Some(Statement::Let(name.clone(), value))
    }

    /// An expression, or a list of bullets that are its parts.
    fn value(&mut self) -> Option<Expr> {
        let start = self.parser.at;
        if let Some(value) = self.parser.expression() {
            return Some(value);
        }
        self.parser.at = start;
        self.parser.condition()
    }

    fn set(&mut self) -> Option<Statement> {
        self.parser.take();
        let place = match self.parser.expression()? {
            // `the _withEnvironment_ flag of _envRec_`
            Expr::Value(ValueOf::Translated(TranslatedValue::Flag), holes) => {
                match holes.as_slice() {
                    [Expr::Variable(flag), record] => {
                        Expr::Field(Box::new(record.clone()), flag.clone())
                    }
                    _ => return None,
                }
            }
            place => place,
        };
        matches!(place, Expr::Variable(_) | Expr::Field(..) | Expr::Element(..)).then_some(())?;
        self.parser.words("to").then_some(())?;
        Some(Statement::Set(place, self.value()?))
    }

    fn give(&mut self) -> Option<Statement> {
        self.parser.take();
        if self.at_end() {
            return Some(Statement::Return(None));
        }
        Some(Statement::Return(Some(self.value()?)))
    }

    fn throw(&mut self) -> Option<Statement> {
        self.parser.take();
        let _ = self.parser.words("a") || self.parser.words("an");
        let Token::Value(error) = self.parser.take()? else { return None };
        self.parser.words("exception").then_some(())?;
        if self.parser.words("because") {
            // The reason is for the reader.
            while !self.at_end() {
                self.parser.take();
            }
        }
        Some(Statement::Throw(error.clone()))
    }

    fn branch(&mut self) -> Option<Statement> {
        self.parser.take();
        let condition = self.parser.condition()?;
        let then = self.consequence()?;
        Some(Statement::If(condition, then, Vec::new()))
    }

    /// `, then` and the steps inside; or `, return _x_`.
    fn consequence(&mut self) -> Option<Block> {
        let comma = self.parser.mark(',');
        let then = self.parser.words("then");
        (comma || then).then_some(())?;
        let _ = self.parser.mark(',');
        if self.at_end() {
            return self.body.take();
        }
        let inline = self.joined()?;
        Some(self.block(inline))
    }

    fn repeat(&mut self) -> Option<Statement> {
        self.parser.take();
        let _ = self.parser.words("the following steps");
        let _ = self.parser.mark(',');
        let repeat = if self.parser.words("while") {
            Repeat::While(self.parser.condition()?)
        } else if self.parser.words("until") {
            Repeat::Until(self.parser.condition()?)
        } else {
            Repeat::Forever
        };
        let _ = self.parser.mark(',');
        let _ = self.parser.words("do");
        self.at_end().then_some(())?;
        Some(Statement::Repeat(repeat, self.body.take()?))
    }

    fn assert(&mut self) -> Option<Statement> {
        self.parser.take();
        self.parser.mark(':').then_some(())?;
        if self.parser.words("if") {
            let condition = self.parser.condition()?;
            let _ = self.parser.mark(',');
            let _ = self.parser.words("then");
            let then = self.parser.condition()?;
            let implied = Expr::Or(Box::new(Expr::Not(Box::new(condition))), Box::new(then));
            return Some(Statement::Assert(implied));
        }
        self.parser.condition().map(Statement::Assert)
    }

    fn change(&mut self, preposition: &str, operator: crate::ir::Operator) -> Option<Statement> {
        self.parser.take();
        let place = self.parser.expression()?;
        let amount = match self.parser.words(preposition) {
            true => self.parser.expression()?,
            false => Expr::Mathematical("1".to_owned()),
        };
        let sum = Expr::Arithmetic(operator, Box::new(place.clone()), Box::new(amount));
        Some(Statement::Set(place, sum))
    }

    fn for_each(&mut self) -> Option<Statement> {
        self.parser.take();
        (self.parser.words("each") || self.parser.words("all")).then_some(())?;
        let kind = self.loop_kind();
        let Token::Variable(item) = self.parser.take()? else { return None };
        let (over, mut filter) = self.over(&kind, item)?;
        if self.parser.words("such that") {
            filter = Some(self.parser.condition()?);
        } else if self.parser.words("that is an array index") {
            filter = Some(self.array_index(item)?);
        }
        let over = match self.of_several_characters() {
            true => self.strings_longest_first(over)?,
            false => over,
        };
        let order = self.order();
        let over = match order == Some(Order::Backward) && self.begins_second_to_last() {
            true => all_but_last(over)?,
            false => over,
        };
        let _ = self.parser.mark(',');
        let over = in_order(over, order);
        let body = if self.parser.words("do") && self.at_end() {
            self.body.take()?
        } else {
            let inline = self.joined()?;
            self.block(inline)
        };
        Some(Statement::ForEach(Box::new(ForEach { item: item.clone(), over, filter, body })))
    }

    fn of_several_characters(&mut self) -> bool {
        let found = self.parser.attempt(|it| {
            it.words("containing more than").then_some(())?;
            matches!(it.take()?, Token::Number(_)).then_some(())?;
            it.words("character").then_some(())
        });
        found.is_some()
    }

    /// `For each CharSetElement _s_ in _cs_ containing more than 1 character, iterating in descending
    /// order of length`
    fn strings_longest_first(&mut self, over: Over) -> Option<Over> {
        let _ = self.parser.mark(',');
        self.parser.words("iterating in descending order of length").then_some(())?;
        let Over::Elements(set, order) = over else { return None };
        Some(Over::Elements(Expr::Value(CharSetValue::Strings.into(), vec![set]), order))
    }

    /// `iterating backwards from its second-to-last element`
    fn begins_second_to_last(&mut self) -> bool {
        ["element", "code point"]
            .iter()
            .any(|last| self.parser.words(&format!("from its second-to-last {last}")))
    }

    /// `, whose numeric value is greater than or equal to _n_`
    fn array_index(&mut self, item: &str) -> Option<Expr> {
        let item = || Box::new(Expr::Variable(item.to_owned()));
        let is_index = Expr::Is(item(), Kind::Named(NamedKind::Language(LanguageKind::ArrayIndex)));
        self.parser.mark(',').then_some(())?;
        self.parser.words("whose numeric value is greater than or equal to").then_some(())?;
        let least = Box::new(self.parser.expression()?);
        let number = Box::new(Expr::Call("ToUint32".to_owned(), vec![*item()]));
        let large = Expr::Compare(crate::ir::Comparison::GreaterOrEqual, number, least);
        Some(Expr::And(Box::new(is_index), Box::new(large)))
    }

    /// The words between `For each` and the variable.
    fn loop_kind(&mut self) -> String {
        let mut kind = Vec::new();
        while let Some(token) = self.parser.peek() {
            match token {
                Token::Variable(_) => break,
                Token::Word(word) if word == "of" || word == "do" => break,
                Token::Word(word) => kind.push(word.clone()),
                Token::Nonterminal(_) | Token::Field(_) | Token::Mark('{' | '}' | ',') => {}
                _ => break,
            }
            self.parser.take();
        }
        kind.join(" ")
    }

    fn over(&mut self, kind: &str, item: &str) -> Option<(Over, Option<Expr>)> {
        if kind == "integer"
            && !matches!(self.parser.peek(), Some(Token::Word(word)) if word == "of")
        {
            return self.integers(item).map(|over| (over, None));
        }
        if let Some(code) = self.code_with_blocks() {
            let functions = Expr::Value(NodeValue::FunctionsInBlocks.into(), vec![code]);
            return Some((Over::Elements(functions, Order::Forward), None));
        }
        if let Some(nodes) = self.nodes_within() {
            return Some((Over::Elements(nodes, Order::Forward), None));
        }
        let linked = ["of", "in order from", "in", "that is an element of", "that is in", "from"]
            .iter()
            .any(|words| self.parser.words(words));
        linked.then_some(())?;
        if kind == "child node" {
            return Some((Over::Children(self.parser.expression()?), None));
        }
        let list = self.parser.expression()?;
        if kind == "own property key" || kind == "property key" {
            return Some((Over::Keys(list, Order::Forward), None));
        }
        Some((Over::Elements(list, Order::Forward), None))
    }

    /// `For each |GroupSpecifier| _gs_ that _pattern_ contains`: the nonterminal stands before the variable.
    fn nodes_within(&mut self) -> Option<Expr> {
        let before = self.parser.at.checked_sub(2).and_then(|at| self.parser.tokens.get(at))?;
        let Token::Nonterminal(name) = &before.token else { return None };
        let symbol = Expr::GrammarSymbol(name.clone());
        self.parser.attempt(|it| {
            it.words("that").then_some(())?;
            let node = it.expression()?;
            it.words("contains").then_some(())?;
            Some(Expr::Value(NodeValue::NodesWithin.into(), vec![symbol, node]))
        })
    }

    /// `that is directly contained in the |StatementList| of any |Block|, |CaseClause|, or |DefaultClause|
    /// _x_ such that _code_ Contains _x_ is *true*`
    fn code_with_blocks(&mut self) -> Option<Expr> {
        self.parser.attempt(|it| {
            it.words("that is directly contained in the").then_some(())?;
            matches!(it.take()?, Token::Nonterminal(_)).then_some(())?;
            it.words("of any").then_some(())?;
            while !matches!(it.take()?, Token::Variable(_)) {}
            it.words("such that").then_some(())?;
            match it.condition()? {
                Expr::Same(contains, _) => match *contains {
                    Expr::Syntax(_, code, _) => Some(*code),
                    _ => None,
                },
                _ => None,
            }
        })
    }

    /// `such that 0 ≤ _i_ < _n_`, `from 0 to 9`, or `in the inclusive interval from 0 to 9`
    fn integers(&mut self, item: &str) -> Option<Over> {
        let one = || Box::new(Expr::Mathematical("1".to_owned()));
        if self.parser.words("in the inclusive interval from") || self.parser.words("from") {
            let low = self.parser.expression()?;
            self.parser.words("to").then_some(())?;
            return Some(Over::Integers(low, self.parser.expression()?, Order::Ascending));
        }
        if self.parser.words("starting with") {
            let low = self.parser.expression()?;
            self.parser.words("such that").then_some(())?;
            let Expr::Compare(crate::ir::Comparison::Less, _, high) = self.parser.condition()?
            else {
                return None;
            };
            let last = Expr::Arithmetic(crate::ir::Operator::Subtract, high, one());
            return Some(Over::Integers(low, last, Order::Ascending));
        }
        (self.parser.words("such that") || self.parser.words("in the range")).then_some(())?;
        let Expr::And(low, high) = self.parser.condition()? else { return None };
        let (Expr::Compare(first, low, a), Expr::Compare(second, b, high)) = (*low, *high) else {
            return None;
        };
        use crate::ir::{Comparison, Operator};
        let is_item = |it: &Expr| matches!(it, Expr::Variable(name) if name == item);
        // `_i_ > 0` says the same the other way round.
        let (first, low, a) = match first {
            Comparison::Greater => (Comparison::Less, a, low),
            Comparison::GreaterOrEqual => (Comparison::LessOrEqual, a, low),
            _ => (first, low, a),
        };
        (is_item(&a) && is_item(&b)).then_some(())?;
        let low = match first {
            Comparison::LessOrEqual => *low,
            Comparison::Less => Expr::Arithmetic(Operator::Add, low, one()),
            _ => return None,
        };
        let high = match second {
            Comparison::LessOrEqual => *high,
            Comparison::Less => Expr::Arithmetic(Operator::Subtract, high, one()),
            _ => return None,
        };
        Some(Over::Integers(low, high, Order::Ascending))
    }

    fn order(&mut self) -> Option<Order> {
        let forward = [
            "in List order",
            "in list order",
            "in order",
            "in original insertion order",
            "in ascending chronological order of property creation",
            "in chronological order of property creation",
            "in the order in which they occur",
            "in order from beginning to end",
            "in original key insertion order",
        ];
        let ascending =
            ["in ascending numeric index order", "in ascending index order", "in ascending order"];
        let backward = [
            "in reverse List order",
            "in reverse list order",
            "iterating backwards",
            "in reverse order",
        ];
        let descending = [
            "in descending numeric index order",
            "in descending index order",
            "in descending order",
        ];
        let all = [
            (Order::Forward, &forward[..]),
            (Order::Ascending, &ascending[..]),
            (Order::Backward, &backward[..]),
            (Order::Descending, &descending[..]),
        ];
        let start = self.parser.at;
        self.parser.mark(',');
        for (order, phrases) in all {
            if phrases.iter().any(|words| self.parser.words(words)) {
                return Some(order);
            }
        }
        self.parser.at = start;
        None
    }

    /// A closure's body is the steps inside the step; so are the parts of a concatenation.
    fn with_closure_body(&mut self, mut statement: Statement) -> Statement {
        let value = match &mut statement {
            Statement::Let(_, value)
            | Statement::Set(_, value)
            | Statement::Return(Some(value)) => value,
            _ => return statement,
        };
        if let Expr::Closure(closure) = value
            && let Some(body) = self.body.take()
        {
            closure.body = body;
        }
        statement
    }
}

/// An effect with a result: the variable that is named for it, or none.
fn result(action: ResultAction, holes: &[Expr]) -> Option<Statement> {
    let named = |name: &Expr, value: ValueOf, arguments: &[Expr]| match name {
        Expr::Variable(name) => {
            Some(Statement::Let(name.clone(), Expr::Value(value, arguments.to_vec())))
        }
        _ => None,
    };
    match (action, holes) {
        (ResultAction::RemoveFirstInto, [list @ .., name])
        | (ResultAction::FirstRemoved, [name, list @ ..]) => {
            named(name, ListValue::RemovedFirst.into(), list)
        }
        (ResultAction::Resume, [arguments @ .., name]) => {
            named(name, CallingValue::Resumed.into(), arguments)
        }
        (ResultAction::ResumeFresh, [context, name]) => {
            let arguments = [context.clone(), Expr::Undefined];
            named(name, CallingValue::Resumed.into(), &arguments)
        }
        (ResultAction::ResumePassing, [passed @ .., name]) => {
            named(name, CallingValue::Returned.into(), passed)
        }
        (ResultAction::ResumeOnly, arguments) => {
            Some(Statement::Perform(Expr::Value(CallingValue::Resumed.into(), arguments.to_vec())))
        }
        (
            ResultAction::RemoveFirstInto
            | ResultAction::FirstRemoved
            | ResultAction::Resume
            | ResultAction::ResumeFresh
            | ResultAction::ResumePassing,
            _,
        ) => None,
    }
}

fn all_but_last(over: Over) -> Option<Over> {
    let Over::Elements(list, order) = over else { return None };
    Some(Over::Elements(Expr::Value(CharSetValue::AllButLast.into(), vec![list]), order))
}

fn in_order(over: Over, order: Option<Order>) -> Over {
    let Some(order) = order else { return over };
    match over {
        Over::Elements(list, _) => Over::Elements(list, order),
        Over::Keys(object, _) => Over::Keys(object, order),
        Over::Integers(low, high, _) => Over::Integers(low, high, order),
        Over::Children(node) => Over::Children(node),
    }
}

/// Gives an `If`, or the last `If` in its other branches, a last branch.
pub fn attach_else(statement: &mut Statement, block: Block) -> bool {
    let Statement::If(_, _, otherwise) = statement else { return false };
    let mut open = otherwise;
    loop {
        let chained = matches!(open.as_slice(), [Line { statement: Statement::If(..), .. }]);
        if !chained {
            break;
        }
        match open.first_mut().map(|line| &mut line.statement) {
            Some(Statement::If(_, _, otherwise)) => open = otherwise,
            _ => return false,
        }
    }
    if !open.is_empty() {
        return false;
    }
    *open = block;
    true
}
