//! Expressions: variables, values, calls, arithmetic, and values in fixed words.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::pattern::{Hole, Phrases, Piece};
use super::token::{Spaced, Token};
use crate::ir::{Closure, Expr, Operator};
use crate::phrases::{ContextValue, RealValue, ValueOf};

/// Names that an edition defines, which decide what some phrases mean.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// The syntax-directed operations.
    pub syntax_directed: HashSet<String>,
}

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 40;

/// How much work one step may cost. The most in any edition is a few hundred.
const FUEL: usize = 50_000;

static PHRASES: LazyLock<Phrases<ValueOf>> =
    LazyLock::new(|| Phrases::new(ValueOf::PHRASES.iter().copied()));
static AFTER: LazyLock<Phrases<ValueOf>> =
    LazyLock::new(|| Phrases::new(ValueOf::SECOND_PHRASES.iter().copied()));

/// A place in a sentence. Each method takes what it understands, or gives `None`, after which the
/// caller goes back to where it was.
pub struct Parser<'a> {
    pub tokens: &'a [Spaced],
    pub at: usize,
    pub vocabulary: &'a Vocabulary,
    /// The furthest token that was looked at, for messages.
    pub furthest: usize,
    fuel: usize,
    depth: usize,
    /// What was found at each place: several readings of a sentence share their parts, and without
    /// this the time would double with each level of nesting.
    seen: Memory,
}

/// Readings by kind and place, and where they end; `None` is a failure, or one under way.
type Memory = HashMap<(Rule, usize), Option<(Expr, usize)>>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    Expression,
    Unary,
    Condition,
}

impl<'a> Parser<'a> {
    pub fn new(tokens: &'a [Spaced], vocabulary: &'a Vocabulary) -> Self {
        Parser {
            tokens,
            at: 0,
            vocabulary,
            furthest: 0,
            fuel: FUEL,
            depth: 0,
            seen: HashMap::new(),
        }
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.peek_at(0)
    }

    pub fn peek_at(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + ahead).map(|spaced| &spaced.token)
    }

    /// Whether white space stands before the token ahead.
    fn spaced(&self) -> bool {
        self.tokens.get(self.at).is_none_or(|spaced| spaced.space)
    }

    pub fn take(&mut self) -> Option<&'a Token> {
        let token = self.peek()?;
        self.at += 1;
        self.furthest = self.furthest.max(self.at);
        Some(token)
    }

    /// Takes this mark, if it is next.
    pub fn mark(&mut self, mark: char) -> bool {
        let next = self.peek() == Some(&Token::Mark(mark));
        if next {
            self.take();
        }
        next
    }

    /// Takes these words, if all of them are next. The first may be capitalised.
    pub fn words(&mut self, words: &str) -> bool {
        let start = self.at;
        for word in words.split(' ') {
            if !matches!(self.peek(), Some(Token::Word(next)) if same_word(next, word)) {
                self.at = start;
                return false;
            }
            self.take();
        }
        true
    }

    /// Tries one reading, and goes back if it fails.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let start = self.at;
        let found = read(self);
        if found.is_none() {
            self.at = start;
        }
        found
    }

    /// A sum, or `_n_ - 1 occurrences of …`.
    pub fn expression(&mut self) -> Option<Expr> {
        self.once(Rule::Expression, |it| {
            let sum = it.sum()?;
            match it.peek() {
                Some(Token::Word(word)) if word == "occurrences" => it.suffix(&sum),
                _ => Some(sum),
            }
        })
    }

    /// Reads a part of the sentence, or remembers how it was read.
    pub fn once(
        &mut self,
        rule: Rule,
        read: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        let start = (rule, self.at);
        if let Some(found) = self.seen.get(&start) {
            let (expr, end) = found.as_ref()?;
            self.at = *end;
            return Some(expr.clone());
        }
        if self.fuel == 0 || self.depth >= MAX_DEPTH {
            return None;
        }
        self.fuel -= 1;
        self.depth += 1;
        self.seen.insert(start, None);
        let found = read(self);
        self.depth -= 1;
        self.seen.insert(start, found.clone().map(|expr| (expr, self.at)));
        found
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some(Token::Mark('+')) => Operator::Add,
                Some(Token::Mark('-')) => Operator::Subtract,
                Some(Token::Word(word)) if word == "minus" => Operator::Subtract,
                _ => return Some(left),
            };
            left = self.binary(left, operator, Self::product)?;
        }
    }

    fn product(&mut self) -> Option<Expr> {
        let mut left = self.unary()?;
        loop {
            let operator = match self.peek() {
                Some(Token::Mark('×' | '·')) => Operator::Multiply,
                Some(Token::Mark('/')) => Operator::Divide,
                Some(Token::Word(word)) if word == "modulo" => Operator::Modulo,
                _ => return Some(left),
            };
            left = self.binary(left, operator, Self::unary)?;
        }
    }

    fn binary(
        &mut self,
        left: Expr,
        operator: Operator,
        operand: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        self.take();
        let right = operand(self)?;
        Some(Expr::Arithmetic(operator, Box::new(left), Box::new(right)))
    }

    fn unary(&mut self) -> Option<Expr> {
        self.once(Rule::Unary, Self::read_unary)
    }

    fn read_unary(&mut self) -> Option<Expr> {
        match self.peek()? {
            Token::Mark('-') => {
                self.take();
                if self.words("∞") {
                    return Some(Expr::Infinity(true));
                }
                Some(Expr::Negate(Box::new(self.unary()?)))
            }
            Token::Mark('+') if self.peek_at(1) == Some(&Token::Word("∞".to_owned())) => {
                self.at += 2;
                Some(Expr::Infinity(false))
            }
            Token::Mark('+') => {
                self.take();
                self.unary()
            }
            Token::Mark('?') => {
                self.take();
                Some(Expr::Question(Box::new(self.unary()?)))
            }
            Token::Mark('!') => {
                self.take();
                Some(Expr::Bang(Box::new(self.unary()?)))
            }
            _ => self.power(),
        }
    }

    fn power(&mut self) -> Option<Expr> {
        let base = self.postfix()?;
        if self.peek() != Some(&Token::Raise) {
            return Some(base);
        }
        self.take();
        let exponent = self.expression()?;
        (self.take()? == &Token::Lower).then_some(())?;
        Some(Expr::Arithmetic(Operator::Power, Box::new(base), Box::new(exponent)))
    }

    /// Fields, elements, calls and possessives after a value.
    fn postfix(&mut self) -> Option<Expr> {
        let mut value = self.primary()?;
        while let Some(next) = self.peek() {
            let longer = match next {
                Token::Mark('.') => self.attempt(|it| it.member(&value)),
                Token::Mark('[') if !self.spaced() => self.attempt(|it| it.element(&value)),
                Token::Mark('(') if !self.spaced() => self
                    .attempt(|it| Some(Expr::CallValue(Box::new(value.clone()), it.arguments()?))),
                Token::Mark(':') => self.attempt(|it| it.numeric_method(&value)),
                Token::Possessive => self.attempt(|it| it.possession(&value)),
                Token::Word(word) if word == "raised" => self.attempt(|it| it.suffix(&value)),
                Token::Word(word) if word == "Contains" => self.attempt(|it| it.contains(&value)),
                _ => None,
            };
            match longer {
                Some(longer) => value = longer,
                None => break,
            }
        }
        Some(value)
    }

    fn member(&mut self, value: &Expr) -> Option<Expr> {
        self.take();
        let name = match self.take()? {
            Token::Field(name) => name,
            Token::Word(name) if self.peek() == Some(&Token::Mark('(')) => {
                let arguments = self.arguments()?;
                return Some(Expr::Method(Box::new(value.clone()), name.clone(), arguments));
            }
            _ => return None,
        };
        if self.peek() == Some(&Token::Mark('(')) && !self.spaced() {
            let name = format!("[[{name}]]");
            return Some(Expr::Method(Box::new(value.clone()), name, self.arguments()?));
        }
        Some(Expr::Field(Box::new(value.clone()), name.clone()))
    }

    fn element(&mut self, value: &Expr) -> Option<Expr> {
        self.take();
        let index = self.expression()?;
        self.mark(']').then(|| Expr::Element(Box::new(value.clone()), Box::new(index)))
    }

    /// `_T_::add(_x_, _y_)`
    fn numeric_method(&mut self, value: &Expr) -> Option<Expr> {
        (self.mark(':') && self.mark(':')).then_some(())?;
        let Token::Word(name) = self.take()? else { return None };
        let arguments = match self.peek() {
            Some(Token::Mark('(')) => self.arguments()?,
            _ => Vec::new(),
        };
        Some(Expr::Method(Box::new(value.clone()), format!("::{name}"), arguments))
    }

    /// `_x_'s [[Field]] attribute`, `_context_'s Realm`, and possessives in fixed words.
    fn possession(&mut self, value: &Expr) -> Option<Expr> {
        if let Some(found) = self.suffix(value) {
            return Some(found);
        }
        self.take();
        match self.take()? {
            Token::Field(name) => {
                let _ = self.words("field")
                    || self.words("attribute")
                    || self.words("internal slot")
                    || self.words("value");
                Some(Expr::Field(Box::new(value.clone()), name.clone()))
            }
            Token::Word(name) if is_component(name) => {
                self.words("component");
                Some(Expr::Field(Box::new(value.clone()), name.clone()))
            }
            _ => None,
        }
    }

    /// `|Foo| Contains |Bar|`: the one operation on syntax that stands between its operands.
    fn contains(&mut self, value: &Expr) -> Option<Expr> {
        self.take();
        let symbol = match self.unary()? {
            Expr::Child(name, _) => Expr::GrammarSymbol(name),
            symbol => symbol,
        };
        Some(Expr::Syntax("Contains".to_owned(), Box::new(value.clone()), vec![symbol]))
    }

    fn suffix(&mut self, value: &Expr) -> Option<Expr> {
        let found = self.longest(&AFTER)?;
        let mut arguments = vec![value.clone()];
        arguments.extend(found.1);
        Some(Expr::Value(found.0, arguments))
    }

    /// Reads `(a, b)`.
    pub fn arguments(&mut self) -> Option<Vec<Expr>> {
        self.mark('(').then_some(())?;
        let mut found = Vec::new();
        while !self.mark(')') {
            if !found.is_empty() && !self.mark(',') {
                return None;
            }
            found.push(self.expression()?);
        }
        Some(found)
    }

    fn primary(&mut self) -> Option<Expr> {
        match self.peek()? {
            Token::Word(_) => self.worded(),
            Token::Mark('«') => self.list(),
            Token::Mark('(') => {
                self.take();
                let inside = self.expression()?;
                self.mark(')').then_some(inside)
            }
            Token::Value(text) if text == "this" => {
                self.take();
                self.words("value").then(|| Expr::Value(ContextValue::ThisValue.into(), Vec::new()))
            }
            Token::Value(text) => {
                self.take();
                self.literal(text)
            }
            Token::Number(digits) => {
                self.take();
                // A code point is a string of one character, like those that steps read.
                if let Some(character) = code_point(digits) {
                    return Some(Expr::Text(character.to_string()));
                }
                let number = Expr::Mathematical(decimal(digits)?);
                if let Some(Token::Subscript(_)) = self.peek() {
                    self.take();
                }
                if self.words("π") {
                    let pi = Expr::Value(RealValue::Pi.into(), Vec::new());
                    return Some(Expr::Arithmetic(
                        Operator::Multiply,
                        Box::new(number),
                        Box::new(pi),
                    ));
                }
                Some(number)
            }
            token => {
                let simple = simple(token)?;
                // `|CaseClause| _C_`: the variable, of which it is said what it is.
                if let (Expr::Child(..), Some(Token::Variable(name))) = (&simple, self.peek_at(1)) {
                    self.at += 2;
                    return Some(Expr::Variable(name.clone()));
                }
                self.take();
                Some(simple)
            }
        }
    }

    /// A bold value, with its subscript.
    fn literal(&mut self, text: &str) -> Option<Expr> {
        let big = match self.peek() {
            Some(Token::Subscript(kind)) => {
                self.take();
                kind == "ℤ"
            }
            _ => text.ends_with('n') && text.as_bytes().first().is_some_and(u8::is_ascii_digit),
        };
        Some(match text {
            "undefined" => Expr::Undefined,
            "null" => Expr::Null,
            "true" => Expr::Boolean(true),
            "false" => Expr::Boolean(false),
            "NaN" => Expr::Number(f64::NAN),
            "+∞" | "∞" => Expr::Number(f64::INFINITY),
            "-∞" => Expr::Number(f64::NEG_INFINITY),
            digits if big => Expr::BigInt(digits.trim_end_matches('n').to_owned()),
            digits => Expr::Number(digits.parse().ok()?),
        })
    }

    fn list(&mut self) -> Option<Expr> {
        self.take();
        let mut found = Vec::new();
        while !self.mark('»') {
            if !found.is_empty() && !self.mark(',') {
                return None;
            }
            match self.peek()? {
                // « String, Symbol »
                Token::Word(word) if super::condition::is_type(word) => {
                    self.take();
                    found.push(Expr::Word(word.clone()));
                }
                _ => found.push(self.expression()?),
            }
        }
        Some(Expr::List(found))
    }

    /// What begins with a word: a call, a record, a closure, an operation on syntax, or a phrase.
    fn worded(&mut self) -> Option<Expr> {
        if let Some(call) = self.attempt(Self::call) {
            return Some(call);
        }
        if let Some(Token::Word(word)) = self.peek()
            && let Some(number) = constant(word)
        {
            self.take();
            return Some(Expr::Number(number));
        }
        if let Some(record) = self.attempt(Self::record) {
            return Some(record);
        }
        if let Some(closure) = self.attempt(Self::closure) {
            return Some(closure);
        }
        let start = self.at;
        let phrase = self.longest(&PHRASES).map(|(value, holes)| Expr::Value(value, holes));
        let end = std::mem::replace(&mut self.at, start);
        if let Some(operation) = self.attempt(Self::syntax_directed)
            && self.at >= end
        {
            return Some(operation);
        }
        self.at = end;
        phrase.or_else(|| self.attempt(Self::component)).or_else(|| self.attempt(Self::field_of))
    }

    /// `ToString(_x_)`
    fn call(&mut self) -> Option<Expr> {
        let Token::Word(name) = self.take()? else { return None };
        (self.peek() == Some(&Token::Mark('(')) && !self.spaced()).then_some(())?;
        Some(Expr::Call(name.clone(), self.arguments()?))
    }

    /// `a new Foo Record { [[Bar]]: 1 }`
    fn record(&mut self) -> Option<Expr> {
        let _ = self.words("the") || self.words("a") || self.words("an");
        let _ = self.words("new") || self.words("newly created");
        let mut kind = Vec::new();
        while let Some(Token::Word(word)) = self.peek() {
            // Kinds of records are names; "return the Record" is not one.
            if kind.is_empty() && !word.starts_with(char::is_uppercase) {
                return None;
            }
            kind.push(word.as_str());
            self.take();
        }
        (!kind.is_empty() && kind.len() <= 5 && self.mark('{')).then_some(())?;
        let mut fields = Vec::new();
        while !self.mark('}') {
            if !fields.is_empty() && !self.mark(',') {
                return None;
            }
            let Token::Field(name) = self.take()? else { return None };
            self.mark(':').then_some(())?;
            fields.push((name.clone(), self.expression()?));
        }
        Some(Expr::Record(kind.join(" "), fields))
    }

    /// `a new Abstract Closure with parameters (_a_, _b_) that captures _c_ and performs the
    /// following steps when called:`
    fn closure(&mut self) -> Option<Expr> {
        self.words("a new").then_some(())?;
        let kinds = [
            "Job Abstract Closure",
            "Abstract Closure",
            "MatcherContinuation",
            "Continuation",
            "Matcher",
            "read-modify-write modification function",
        ];
        kinds.iter().any(|kind| self.words(kind)).then_some(())?;
        let mut closure = Closure { everything: false, ..Closure::of_everything() };
        if !self.words("with no parameters") {
            (self.words("with parameters") || self.words("with parameter")).then_some(())?;
            self.parameters(&mut closure)?;
        }
        if self.words("that captures") && !self.words("nothing") {
            closure.captures = self.variables()?;
        } else {
            self.words("that");
        }
        self.words("and");
        self.words("performs the following steps").then_some(())?;
        self.words("atomically");
        self.words("when called").then_some(())?;
        Some(Expr::Closure(Box::new(closure)))
    }

    fn parameters(&mut self, closure: &mut Closure) -> Option<()> {
        self.mark('(').then_some(())?;
        while !self.mark(')') {
            match self.take()? {
                Token::Variable(name) => closure.parameters.push(name.clone()),
                Token::Mark('.' | '…') => closure.rest = true,
                Token::Mark(',') => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// `_a_, _b_, and _c_`
    pub fn variables(&mut self) -> Option<Vec<String>> {
        let mut found = Vec::new();
        while let Some(Token::Variable(name)) = self.peek() {
            self.take();
            found.push(name.clone());
            let more = self.attempt(|it| {
                let joined = it.mark(',') | it.words("and");
                (joined && matches!(it.peek(), Some(Token::Variable(_)))).then_some(())
            });
            if more.is_none() {
                break;
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// `[the] [result of] Evaluation of |Statement| with arguments _a_ and _b_`
    fn syntax_directed(&mut self) -> Option<Expr> {
        let _ = self.words("the result of performing")
            || self.words("the result of")
            || self.words("the");
        let Token::Word(name) = self.take()? else { return None };
        self.vocabulary.syntax_directed.contains(name).then_some(())?;
        (self.words("of") || self.words("for")).then_some(())?;
        let node = self.node()?;
        let arguments = self.with_arguments();
        self.attempt(|it| {
            (it.words("as defined in") || it.words("as specified in")).then_some(())?;
            it.take().filter(|token| matches!(token, Token::Reference(_)))
        });
        Some(Expr::Syntax(name.clone(), Box::new(node), arguments))
    }

    /// What an operation on syntax is applied to.
    fn node(&mut self) -> Option<Expr> {
        let start = self.at;
        let _ = self.words("the");
        if matches!(self.peek(), Some(Token::Nonterminal(_))) {
            let followed = matches!(self.peek_at(1), Some(Token::Word(word)) if word == "of" || word == "that");
            if !followed {
                return self.postfix();
            }
        }
        self.at = start;
        self.unary()
    }

    fn with_arguments(&mut self) -> Vec<Expr> {
        let found = self.attempt(|it| {
            let _ = it.words("using") || it.words("with") || it.words("passing");
            if it.words("arguments") {
                return it.expressions();
            }
            it.words("argument").then_some(())?;
            it.expression().map(|only| vec![only])
        });
        found.or_else(|| self.attempt(Self::passing)).unwrap_or_default()
    }

    /// `passing _a_ and _b_ as the arguments`
    fn passing(&mut self) -> Option<Vec<Expr>> {
        (self.words("passing") || self.words("using") || self.words("with")).then_some(())?;
        let found = self.expressions()?;
        self.words("as").then_some(())?;
        let _ = self.words("the");
        let _ = self.words("optional");
        (self.words("arguments") || self.words("argument")).then_some(found)
    }

    /// `the Realm of _context_`
    fn component(&mut self) -> Option<Expr> {
        let _ = self.words("the value of");
        let _ = self.words("the");
        let Token::Word(name) = self.take()? else { return None };
        is_component(name).then_some(())?;
        let _ = self.words("component");
        self.words("of").then_some(())?;
        let value = self.unary()?;
        Some(Expr::Field(Box::new(value), name.clone()))
    }

    /// `the [[Field]] field of _x_`, `the value of _x_'s [[Field]] attribute`, `the |Foo| of _x_`
    fn field_of(&mut self) -> Option<Expr> {
        if self.words("the value of") {
            let value = self.unary()?;
            return matches!(value, Expr::Field(..) | Expr::Variable(_) | Expr::Child(..))
                .then_some(value);
        }
        self.words("the").then_some(())?;
        let Token::Field(name) = self.take()? else { return None };
        let _ = self.words("field")
            || self.words("internal slot")
            || self.words("fields")
            || self.words("component")
            || self.words("value");
        (self.words("of") || self.words("for")).then_some(())?;
        let value = self.unary()?;
        Some(Expr::Field(Box::new(value), name.clone()))
    }

    /// The pattern that takes most, and what its holes took.
    pub fn longest<T: Copy>(&mut self, phrases: &Phrases<T>) -> Option<(T, Vec<Expr>)> {
        let start = self.at;
        let mut best: Option<(usize, T, Vec<Expr>)> = None;
        for (pieces, meaning) in phrases.candidates(self.peek(), self.peek_at(1)) {
            self.at = start;
            if let Some(holes) = self.pieces(pieces)
                && best.as_ref().is_none_or(|(end, ..)| self.at > *end)
            {
                best = Some((self.at, meaning, holes));
            }
        }
        let (end, meaning, holes) = best.or_else(|| {
            self.at = start;
            None
        })?;
        self.at = end;
        Some((meaning, holes))
    }

    /// Matches one pattern.
    pub fn pieces(&mut self, pieces: &[Piece]) -> Option<Vec<Expr>> {
        let mut holes = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Words(words) => {
                    let Some(Token::Word(next)) = self.peek() else { return None };
                    words.iter().any(|word| same_word(next, word)).then_some(())?;
                    self.take();
                }
                Piece::Maybe(word) => {
                    self.words(word);
                }
                Piece::Exactly(token) => {
                    (self.peek() == Some(token)).then_some(())?;
                    self.take();
                }
                Piece::Hole(hole) => holes.push(self.hole(*hole)?),
                Piece::Ignored(hole) => {
                    self.hole(*hole)?;
                }
            }
        }
        Some(holes)
    }

    fn hole(&mut self, hole: Hole) -> Option<Expr> {
        match hole {
            Hole::Expression => return self.expression(),
            Hole::Expressions => return self.expressions().map(Expr::List),
            Hole::Condition => return self.condition(),
            Hole::Fields => return self.fields().map(Expr::List),
            _ => {}
        }
        let token = self.take()?;
        Some(match (hole, token) {
            (Hole::Variable, Token::Variable(name)) => Expr::Variable(name.clone()),
            (Hole::Field, Token::Field(name)) => Expr::FieldName(name.clone()),
            (Hole::Nonterminal, Token::Nonterminal(name)) => Expr::GrammarSymbol(name.clone()),
            (Hole::Word, Token::Word(word)) => Expr::Word(word.clone()),
            (Hole::Reference, Token::Reference(id)) => Expr::Reference(id.clone()),
            (Hole::Production, Token::Grammar(text)) => Expr::Production(text.clone()),
            (Hole::Figure, Token::Figure(html)) => Expr::Figure(html.clone()),
            (Hole::Error, Token::Value(name)) if name.ends_with("Error") => {
                Expr::Word(name.clone())
            }
            _ => return None,
        })
    }

    fn fields(&mut self) -> Option<Vec<Expr>> {
        let mut found = Vec::new();
        while let Some(Token::Field(name)) = self.peek() {
            self.take();
            found.push(Expr::FieldName(name.clone()));
            let more = self.attempt(|it| {
                let joined = it.mark(',') | (it.words("and") || it.words("or"));
                (joined && matches!(it.peek(), Some(Token::Field(_)))).then_some(())
            });
            if more.is_none() {
                break;
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// `a`, `a and b`, `a, b, and c`; the same with `or`.
    pub fn expressions(&mut self) -> Option<Vec<Expr>> {
        let mut found = vec![self.expression()?];
        loop {
            let (last, next) = match self.attempt(Self::joined) {
                Some(found) => found,
                None => return Some(found),
            };
            found.push(next);
            if last {
                return Some(found);
            }
        }
    }

    fn joined(&mut self) -> Option<(bool, Expr)> {
        let comma = self.mark(',');
        let last = self.words("and") || self.words("or");
        (comma || last).then_some(())?;
        Some((last, self.expression()?))
    }
}

/// Words are the same but for a capital at the beginning of a sentence.
pub fn same_word(found: &str, wanted: &str) -> bool {
    if found == wanted {
        return true;
    }
    let (mut a, mut b) = (found.chars(), wanted.chars());
    match (a.next(), b.next()) {
        (Some(a), Some(b)) if !a.eq_ignore_ascii_case(&b) => return false,
        (Some(_), Some(_)) => {}
        _ => return false,
    }
    a.as_str() == b.as_str()
}

/// Constants that the chapter on dates defines in prose.
fn constant(name: &str) -> Option<f64> {
    Some(match name {
        "msPerDay" => 86_400_000.0,
        "msPerHour" => 3_600_000.0,
        "msPerMinute" => 60_000.0,
        "msPerSecond" => 1000.0,
        "HoursPerDay" => 24.0,
        "MinutesPerHour" | "SecondsPerMinute" => 60.0,
        _ => return None,
    })
}

/// State components of execution contexts.
fn is_component(name: &str) -> bool {
    matches!(
        name,
        "LexicalEnvironment"
            | "VariableEnvironment"
            | "PrivateEnvironment"
            | "Function"
            | "Realm"
            | "ScriptOrModule"
            | "Generator"
            | "EnvironmentRecord"
    )
}

/// A token that is an expression by itself.
fn simple(token: &Token) -> Option<Expr> {
    Some(match token {
        Token::Variable(name) => Expr::Variable(name.clone()),
        Token::Text(text) => Expr::Text(text.clone()),
        Token::Enum(name) => Expr::Enum(name.clone()),
        Token::Nonterminal(name) => Expr::Child(name.clone(), 0),
        Token::Code(text) => Expr::Code(text.clone()),
        Token::Intrinsic(name) => match name.strip_prefix("Symbol.") {
            Some(symbol) if !symbol.starts_with("prototype") => Expr::Symbol(symbol.to_owned()),
            _ => Expr::Intrinsic(name.clone()),
        },
        Token::Field(name) => Expr::FieldName(name.clone()),
        Token::Symbol(name) => Expr::Symbol(name.clone()),
        Token::Grammar(text) => Expr::Production(text.clone()),
        _ => return None,
    })
}

/// `U+002F`
fn code_point(digits: &str) -> Option<char> {
    let hexadecimal = digits.strip_prefix("U+")?;
    u32::from_str_radix(hexadecimal, 16).ok().and_then(char::from_u32)
}

/// Digits in decimal, whatever their base.
fn decimal(digits: &str) -> Option<String> {
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("U+"));
    match hexadecimal {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok().map(|it| it.to_string()),
        None => Some(digits.to_owned()),
    }
}
