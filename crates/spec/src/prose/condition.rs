//! Conditions: comparisons, what a value is, and predicates in fixed words.

use std::sync::LazyLock;

use super::expression::{Parser, Rule};
use super::pattern::Phrases;
use super::token::Token;
use crate::ir::{Comparison, Expr, Kind};
use crate::phrases::{NamedKind, Predicate, RECORDS, UNSUPPORTED_KINDS};

static ABOUT: LazyLock<Phrases<Predicate>> =
    LazyLock::new(|| Phrases::new(Predicate::PHRASES.iter().copied()));
static WHOLE: LazyLock<Phrases<Predicate>> =
    LazyLock::new(|| Phrases::new(Predicate::SECOND_PHRASES.iter().copied()));

/// How two conditions are joined, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Joint {
    LooseOr,
    LooseAnd,
    Or,
    And,
}

impl Parser<'_> {
    /// A condition, with all that is joined to it.
    pub fn condition(&mut self) -> Option<Expr> {
        self.once(Rule::Condition, Self::read_condition)
    }

    fn read_condition(&mut self) -> Option<Expr> {
        let _ = self.words("both") || self.words("either");
        let mut parts = vec![self.simple_condition()?];
        let mut joints: Vec<Option<Joint>> = Vec::new();
        let mut subject = subject_of(&parts[0]);
        while let Some((joint, next)) = self.attempt(|it| it.joined_condition(subject.as_ref())) {
            subject = subject_of(&next).or(subject);
            joints.push(joint);
            parts.push(next);
        }
        Some(join(parts, joints))
    }

    /// A condition after `and`, `or` or a comma, which may leave out its subject.
    fn joined_condition(&mut self, subject: Option<&Expr>) -> Option<(Option<Joint>, Expr)> {
        let comma = self.mark(',');
        let joint = match (comma, self.words("and"), self.words("or")) {
            (false, true, _) => Some(Joint::And),
            (false, _, true) => Some(Joint::Or),
            (true, true, _) => Some(Joint::LooseAnd),
            (true, _, true) => Some(Joint::LooseOr),
            (true, ..) => None,
            _ => return None,
        };
        let _ = self.words("if");
        let _ = self.words("either");
        let next = self.attempt(Self::simple_condition).or_else(|| {
            // "_x_ is finite and is not zero": the subject is said once.
            let subject = subject?;
            self.predicate(subject)
        })?;
        Some((joint, next))
    }

    fn simple_condition(&mut self) -> Option<Expr> {
        let start = self.at;
        let enclosed = self.attempt(|it| {
            it.mark('(').then_some(())?;
            let condition = it.condition()?;
            it.mark(')').then_some(condition)
        });
        if enclosed.is_some() {
            return enclosed;
        }
        let whole = self.longest(&WHOLE).map(|(claim, holes)| (self.at, Expr::Holds(claim, holes)));
        self.at = start;
        let about = self.attempt(Self::subject_and_predicate);
        match (whole, about) {
            (Some((end, whole)), about) if about.is_none() || end >= self.at => {
                self.at = end;
                Some(whole)
            }
            (_, about) => about,
        }
    }

    fn subject_and_predicate(&mut self) -> Option<Expr> {
        let _ = self.words("the value of");
        let subject = self.expression()?;
        if let Some(condition) = self.attempt(|it| it.several(&subject)) {
            return Some(condition);
        }
        if let Some(condition) = self.attempt(|it| it.predicate(&subject)) {
            return Some(condition);
        }
        // "If |Foo| Contains |Bar|" and calls that are conditions by themselves.
        match subject {
            Expr::Syntax(..) => Some(is_true(subject)),
            _ => None,
        }
    }

    /// `_a_ and _b_ are both finite`, `_a_ or _b_ is *NaN*`
    fn several(&mut self, first: &Expr) -> Option<Expr> {
        let mut subjects = vec![first.clone()];
        let mut any = false;
        loop {
            let comma = self.mark(',');
            any |= self.words("or");
            if !comma && !any && !self.words("and") {
                break;
            }
            let _ = self.words("and");
            subjects.push(self.expression()?);
            if any || !matches!(self.peek(), Some(Token::Mark(','))) {
                break;
            }
        }
        (subjects.len() > 1).then_some(())?;
        if let Some(condition) = self.attempt(|it| it.alike(&subjects)) {
            return Some(condition);
        }
        let start = self.at;
        let mut conditions = Vec::new();
        for subject in &subjects {
            self.at = start;
            conditions.push(self.predicate_of_many(subject)?);
        }
        let joint = if any { Joint::Or } else { Joint::And };
        let joints = vec![Some(joint); conditions.len() - 1];
        Some(join(conditions, joints))
    }

    /// `are both *true* or both *false*`: all the one, or all the other.
    fn alike(&mut self, subjects: &[Expr]) -> Option<Expr> {
        self.words("are both").then_some(())?;
        let first = self.expression()?;
        self.words("or both").then_some(())?;
        let second = self.expression()?;
        let all = |value: &Expr| {
            let same = subjects
                .iter()
                .map(|subject| Expr::Same(Box::new(subject.clone()), Box::new(value.clone())));
            let conditions: Vec<Expr> = same.collect();
            let joints = vec![Some(Joint::And); conditions.len() - 1];
            join(conditions, joints)
        };
        Some(Expr::Or(Box::new(all(&first)), Box::new(all(&second))))
    }

    fn predicate_of_many(&mut self, subject: &Expr) -> Option<Expr> {
        if self.words("are both")
            || self.words("are each")
            || self.words("are all")
            || self.words("are")
        {
            return self.complement(subject);
        }
        self.predicate(subject)
    }

    /// What is said about a subject.
    fn predicate(&mut self, subject: &Expr) -> Option<Expr> {
        if let Some(comparison) = self.attempt(|it| it.comparison(subject)) {
            return Some(comparison);
        }
        let start = self.at;
        let worded = self.worded_predicate(subject).map(|found| (self.at, found));
        self.at = start;
        let complement = self.attempt(|it| {
            (it.words("is") || it.words("are")).then_some(())?;
            it.complement(subject)
        });
        match (worded, complement) {
            (Some((end, found)), complement) if complement.is_none() || end >= self.at => {
                self.at = end;
                Some(found)
            }
            (_, complement) => complement,
        }
    }

    /// A predicate in fixed words, perhaps denied.
    fn worded_predicate(&mut self, subject: &Expr) -> Option<Expr> {
        let denied = self.words("does not") || self.words("do not");
        let _ = denied && (self.words("already") || self.words("currently") || self.words("also"));
        let (predicate, holes) = self.longest(&ABOUT)?;
        let mut arguments = vec![subject.clone()];
        arguments.extend(holes);
        let found = Expr::Holds(predicate, arguments);
        Some(if denied { Expr::Not(Box::new(found)) } else { found })
    }

    /// `_x_ < _y_`, `0 ≤ _x_ < 8`
    fn comparison(&mut self, left: &Expr) -> Option<Expr> {
        let operator = comparison(self.take()?)?;
        let right = self.expression()?;
        let (a, b) = (Box::new(left.clone()), Box::new(right.clone()));
        // Whoever compares with a negative zero does not mean the positive one.
        let is_negative_zero =
            matches!(right, Expr::Number(zero) if zero == 0.0 && zero.is_sign_negative());
        let first = match operator {
            Comparison::Equal if is_negative_zero => Expr::Same(a, b),
            _ => Expr::Compare(operator, a, b),
        };
        match self.attempt(|it| it.comparison(&right)) {
            Some(second) => Some(Expr::And(Box::new(first), Box::new(second))),
            None => Some(first),
        }
    }

    /// What comes after `is`.
    fn complement(&mut self, subject: &Expr) -> Option<Expr> {
        let mut denied = self.words("not");
        let mut all = false;
        if self.words("neither") {
            denied = !denied;
        } else {
            let _ = self.words("either") || self.words("one of") || self.words("any of");
            all = self.words("both");
        }
        let mut found = self.item(subject)?;
        let mut last = false;
        while !last {
            let next = self.attempt(|it| {
                let comma = it.mark(',');
                let nor = it.words("nor");
                let last = !nor && (it.words("or") || (all && it.words("and")));
                (comma || last || nor).then_some(())?;
                let _ = it.words("both");
                let next = it.item(subject)?;
                // "_x_ is *true* or _y_ is *false*": the second half is a condition of its own.
                (!it.begins_predicate()).then_some((last, next))
            });
            let Some((end, next)) = next else { break };
            found = match all {
                true => Expr::And(Box::new(found), Box::new(next)),
                false => Expr::Or(Box::new(found), Box::new(next)),
            };
            last = end;
        }
        Some(if denied { Expr::Not(Box::new(found)) } else { found })
    }

    fn begins_predicate(&self) -> bool {
        match self.peek() {
            Some(Token::Word(word)) => {
                matches!(
                    word.as_str(),
                    "is" | "has" | "does" | "contains" | "are" | "have" | "Contains"
                )
            }
            Some(token) => comparison(token).is_some(),
            None => false,
        }
    }

    /// One thing that a subject may be: a kind, or a value.
    fn item(&mut self, subject: &Expr) -> Option<Expr> {
        let kind = self.attempt(Self::kind);
        if let Some(kind) = kind {
            return Some(Expr::Is(Box::new(subject.clone()), kind));
        }
        let _ = self.words("the same value as") || self.words("the same as");
        if let Some(condition) = self.attempt(|it| it.adjective(subject)) {
            return Some(condition);
        }
        if let Some(Token::Word(word)) = self.peek()
            && is_type(word)
        {
            self.take();
            return Some(Expr::Same(Box::new(subject.clone()), Box::new(Expr::Word(word.clone()))));
        }
        let value = self.expression()?;
        let value = match value {
            // "_symbol_ is |Foo|" compares names, "|Foo| is |Bar|" cannot be.
            Expr::Child(name, 0) if !matches!(subject, Expr::Child(..)) => {
                Expr::GrammarSymbol(name)
            }
            Expr::Production(text) => {
                return Some(Expr::Is(Box::new(subject.clone()), Kind::Production(text)));
            }
            value => value,
        };
        Some(Expr::Same(Box::new(subject.clone()), Box::new(value)))
    }

    /// `finite` in "is neither finite nor …": a predicate without its verb.
    fn adjective(&mut self, subject: &Expr) -> Option<Expr> {
        let start = self.at;
        for (pieces, predicate) in
            ABOUT.candidates(Some(&Token::Word("is".to_owned())), self.peek())
        {
            let Some(rest) = pieces.get(1..) else { continue };
            if rest.is_empty() || !is_verb(&pieces[0]) {
                continue;
            }
            self.at = start;
            if let Some(holes) = self.pieces(rest) {
                let mut arguments = vec![subject.clone()];
                arguments.extend(holes);
                return Some(Expr::Holds(predicate, arguments));
            }
        }
        None
    }

    /// `an Object`, `a |Statement| Parse Node`, `abrupt completions`
    pub fn kind(&mut self) -> Option<Kind> {
        let article = self.words("a") || self.words("an");
        match self.peek()? {
            Token::Nonterminal(name) if article => {
                self.take();
                let _ = self.words("Parse Node") || self.words("Parse Nodes");
                Some(Kind::Nonterminal(name.clone()))
            }
            Token::Word(_) => self.named_kind(article),
            // The text of a reference is what it refers to: `#leading-surrogate`.
            Token::Reference(id) => {
                let kind = known_kind(&id.trim_start_matches('#').replace('-', " "))?;
                self.take();
                Some(kind)
            }
            _ => None,
        }
    }

    fn named_kind(&mut self, article: bool) -> Option<Kind> {
        let words: Vec<&str> = (0..7)
            .map_while(|ahead| match self.peek_at(ahead) {
                Some(Token::Word(word)) => Some(word.as_str()),
                _ => None,
            })
            .collect();
        for length in (1..=words.len()).rev() {
            let name = words[..length].join(" ");
            let singular = singular(&name);
            let known = known_kind(singular).filter(|_| article || singular != name);
            if let Some(kind) = known.or_else(|| open_kind(singular).filter(|_| article)) {
                self.at += length;
                self.furthest = self.furthest.max(self.at);
                return Some(kind);
            }
        }
        None
    }
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').filter(|name| known_kind(name).is_some()).unwrap_or(name)
}

/// A kind whose name is listed.
fn known_kind(name: &str) -> Option<Kind> {
    if let Some(kind) = NamedKind::find(name) {
        return Some(Kind::Named(kind));
    }
    if RECORDS.contains(&name) {
        return Some(Kind::Record(name.to_owned()));
    }
    UNSUPPORTED_KINDS.contains(&name).then(|| Kind::Unsupported(name.to_owned()))
}

/// Any `… Record` or `… event`.
fn open_kind(name: &str) -> Option<Kind> {
    match name {
        _ if !name.starts_with(char::is_uppercase) => None,
        _ if name.ends_with(" Record") => Some(Kind::Record(name.to_owned())),
        _ if name.ends_with(" event") => Some(Kind::Unsupported(name.to_owned())),
        _ => None,
    }
}

fn is_verb(piece: &super::pattern::Piece) -> bool {
    matches!(piece, super::pattern::Piece::Words(words) if words.iter().any(|word| word == "is"))
}

/// Names of the language's types, which are compared with `Type(_x_)`.
pub fn is_type(word: &str) -> bool {
    matches!(
        word,
        "Undefined"
            | "Null"
            | "Boolean"
            | "String"
            | "Symbol"
            | "Number"
            | "BigInt"
            | "Object"
            | "Reference"
    )
}

fn comparison(token: &Token) -> Option<Comparison> {
    Some(match token {
        Token::Mark('=') => Comparison::Equal,
        Token::Mark('≠') => Comparison::Unequal,
        Token::Mark('<') => Comparison::Less,
        Token::Mark('≤') => Comparison::LessOrEqual,
        Token::Mark('>') => Comparison::Greater,
        Token::Mark('≥') => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

fn is_true(value: Expr) -> Expr {
    Expr::Same(Box::new(value), Box::new(Expr::Boolean(true)))
}

/// What a condition is about.
fn subject_of(condition: &Expr) -> Option<Expr> {
    match condition {
        Expr::Same(subject, _) | Expr::Is(subject, _) | Expr::Compare(_, subject, _) => {
            Some((**subject).clone())
        }
        Expr::Not(inner) => subject_of(inner),
        Expr::Or(first, _) | Expr::And(first, _) => subject_of(first),
        Expr::Holds(_, arguments) => arguments.first().cloned(),
        _ => None,
    }
}

/// Joins conditions: the loosest joint splits first. A bare comma is what the next joint is.
fn join(mut parts: Vec<Expr>, joints: Vec<Option<Joint>>) -> Expr {
    let mut known: Vec<Joint> = Vec::with_capacity(joints.len());
    let mut next = None;
    for joint in joints.into_iter().rev() {
        next = joint.or(next);
        known.push(next.unwrap_or(Joint::And));
    }
    known.reverse();
    join_known(&mut parts, &known)
}

fn join_known(parts: &mut Vec<Expr>, joints: &[Joint]) -> Expr {
    for tightness in [Joint::And, Joint::Or, Joint::LooseAnd, Joint::LooseOr] {
        // Tighter joints were used up in the rounds before.
        let left = joints.iter().copied().filter(|joint| *joint <= tightness);
        let mut remaining = parts.drain(..);
        let mut merged: Vec<Expr> = remaining.next().into_iter().collect();
        for (joint, part) in left.zip(remaining) {
            match merged.pop() {
                Some(before) if joint == tightness => merged.push(combine(joint, before, part)),
                before => merged.extend(before.into_iter().chain([part])),
            }
        }
        *parts = merged;
    }
    parts.pop().unwrap_or(Expr::Boolean(true))
}

fn combine(joint: Joint, left: Expr, right: Expr) -> Expr {
    match joint {
        Joint::And | Joint::LooseAnd => Expr::And(Box::new(left), Box::new(right)),
        Joint::Or | Joint::LooseOr => Expr::Or(Box::new(left), Box::new(right)),
    }
}
