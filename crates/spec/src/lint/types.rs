//! What a value can be: types as heads state them, so coarse that two which exclude each other are certain to.

use std::collections::BTreeSet;

use crate::ir::Kind;
use crate::phrases::{LanguageKind, NamedKind};

/// Kinds of values, as bits.
pub const UNDEFINED: u32 = 1;
pub const NULL: u32 = 1 << 1;
pub const TRUE: u32 = 1 << 2;
pub const FALSE: u32 = 1 << 3;
pub const STRING: u32 = 1 << 4;
pub const SYMBOL: u32 = 1 << 5;
pub const NUMBER: u32 = 1 << 6;
pub const BIGINT: u32 = 1 << 7;
pub const OBJECT: u32 = 1 << 8;
pub const MATHEMATICAL: u32 = 1 << 9;
pub const LIST: u32 = 1 << 10;
pub const NODE: u32 = 1 << 11;
pub const CLOSURE: u32 = 1 << 12;
pub const NORMAL: u32 = 1 << 13;
pub const THROW: u32 = 1 << 14;
pub const RETURN: u32 = 1 << 15;
pub const OTHER_ABRUPT: u32 = 1 << 16;
pub const CODE_UNIT: u32 = 1 << 17;
/// A parameter that was left out.
pub const ABSENT: u32 = 1 << 18;

pub const BOOLEAN: u32 = TRUE | FALSE;
pub const LANGUAGE: u32 = UNDEFINED | NULL | BOOLEAN | STRING | SYMBOL | NUMBER | BIGINT | OBJECT;
pub const ABRUPT: u32 = THROW | RETURN | OTHER_ABRUPT;
pub const COMPLETION: u32 = NORMAL | ABRUPT;

/// Words that name objects.
const OBJECTS: &[&str] = &[
    "Object",
    "object",
    "constructor",
    "TypedArray",
    "Uint8Array",
    "Promise",
    "RegExp",
    "RegExp instance",
    "initialized RegExp instance",
    "Array",
    "Generator",
    "AsyncGenerator",
    "For-In Iterator",
    "ArrayBuffer",
    "SharedArrayBuffer",
    "DataView",
    "WeakRef",
    "WeakMap",
    "WeakSet",
    "FinalizationRegistry",
    "Module Namespace Object",
    "Date",
];

/// What a value can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Type {
    /// Anything at all: nothing is known.
    pub anything: bool,
    /// The kinds that it can be of.
    pub kinds: u32,
    /// The names that it can have: `~empty~`, or a family of Records.
    pub names: BTreeSet<String>,
}

impl Type {
    /// Nothing is known.
    pub fn anything() -> Self {
        Type { anything: true, ..Type::default() }
    }

    /// One of these kinds.
    pub fn of(kinds: u32) -> Self {
        Type { kinds, ..Type::default() }
    }

    /// One thing with a name.
    pub fn named(name: &str) -> Self {
        Type { names: [name.to_owned()].into(), ..Type::default() }
    }

    /// A Record, by the name of its kind.
    pub fn record(kind: &str) -> Self {
        Type::named(family(kind))
    }

    /// Whether no value is of both.
    pub fn excludes(&self, other: &Type) -> bool {
        !self.anything
            && !other.anything
            && self.kinds & other.kinds == 0
            && self.names.is_disjoint(&other.names)
    }

    /// Whether there is no such value.
    pub fn is_nothing(&self) -> bool {
        !self.anything && self.kinds == 0 && self.names.is_empty()
    }

    /// Whether it is certainly of these kinds.
    pub fn is_within(&self, kinds: u32) -> bool {
        !self.anything && self.names.is_empty() && self.kinds & !kinds == 0 && self.kinds != 0
    }

    /// The one or the other.
    #[must_use]
    pub fn or(mut self, other: &Type) -> Type {
        self.anything |= other.anything;
        self.kinds |= other.kinds;
        self.names.extend(other.names.iter().cloned());
        self
    }

    /// Both at once.
    #[must_use]
    pub fn and(&self, other: &Type) -> Type {
        match (self.anything, other.anything) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => Type {
                anything: false,
                kinds: self.kinds & other.kinds,
                names: self.names.intersection(&other.names).cloned().collect(),
            },
        }
    }

    /// The one and not the other.
    #[must_use]
    pub fn without(&self, other: &Type) -> Type {
        Type {
            anything: self.anything,
            kinds: self.kinds & !other.kinds,
            names: self.names.difference(&other.names).cloned().collect(),
        }
    }

    /// Reads `a String, ~empty~, or *undefined*`. What is not known is anything.
    pub fn read(text: &str) -> Self {
        let text = without_parentheses(text.split(", but not").next().unwrap_or(text));
        if text.contains("with fields") || text.contains("any value") || text.trim().is_empty() {
            return Type::anything();
        }
        let text = text.trim();
        let text =
            text.strip_prefix("either ").or_else(|| text.strip_prefix("one of ")).unwrap_or(text);
        // What a List holds is not looked at.
        if ["a List of either ", "a List of one of "].iter().any(|it| text.starts_with(it)) {
            return Type::of(LIST);
        }
        let mut found = Type::default();
        for part in
            text.split(", or ").flat_map(|it| it.split(" or ")).flat_map(|it| it.split(", "))
        {
            found = found.or(&one(part.trim().trim_end_matches(',')));
        }
        if found.is_nothing() { Type::anything() } else { found }
    }

    /// What a value is said to be by `is a …`, and whether everything else is certainly none.
    pub fn of_kind(kind: &Kind) -> (Self, bool) {
        match kind {
            Kind::Record(name) => (Type::record(name), false),
            Kind::Unsupported(name) => (Type::read(name), false),
            Kind::Nonterminal(_) | Kind::Production(_) => (Type::of(NODE), false),
            // One name for several kinds, which are all values.
            Kind::Named(NamedKind::Language(LanguageKind::Any)) => (Type::anything(), false),
            Kind::Named(named) => {
                let phrase = NamedKind::PHRASES.iter().find(|(it, _)| it == named);
                let phrase = phrase.map_or("", |(_, phrase)| *phrase);
                let exact = ["Object", "String", "Number", "BigInt", "Boolean", "Symbol"];
                // `is an abrupt completion` and the like are said of what is a completion, or is not.
                let completion = phrase.ends_with("completion");
                (Type::read(phrase), exact.contains(&phrase) || completion)
            }
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const KINDS: &[(u32, &str)] = &[
            (LANGUAGE, "a language value"),
            (STRING | SYMBOL, "a property key"),
            (BOOLEAN, "a Boolean"),
            (COMPLETION, "a Completion Record"),
            (UNDEFINED, "*undefined*"),
            (NULL, "*null*"),
            (TRUE, "*true*"),
            (FALSE, "*false*"),
            (STRING, "a String"),
            (SYMBOL, "a Symbol"),
            (NUMBER, "a Number"),
            (BIGINT, "a BigInt"),
            (OBJECT, "an Object"),
            (MATHEMATICAL, "a mathematical value"),
            (LIST, "a List"),
            (NODE, "a Parse Node"),
            (CLOSURE, "an Abstract Closure"),
            (NORMAL, "a normal completion"),
            (THROW, "a throw completion"),
            (RETURN, "a return completion"),
            (CODE_UNIT, "a code unit"),
            (ABSENT, "nothing"),
        ];
        if self.anything {
            return out.write_str("anything");
        }
        let mut left = self.kinds;
        let mut parts: Vec<String> = Vec::new();
        for (kinds, name) in KINDS {
            if left & kinds == *kinds {
                parts.push((*name).to_owned());
                left &= !kinds;
            }
        }
        let article = |name: &String| match name.starts_with('~') {
            true => name.clone(),
            false => format!("a {name}"),
        };
        parts.extend(self.names.iter().map(article));
        out.write_str(&parts.join(" or "))
    }
}

/// What an algorithm returns, as its head says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The value, of a normal completion where it is one.
    pub value: Type,
    /// Whether it is a Completion Record.
    pub completion: bool,
    /// The kinds of abrupt completions that it can be.
    pub abrupt: u32,
}

impl Returned {
    /// Reads `either a normal completion containing a Boolean or a throw completion`; none where the head says
    /// nothing.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        if text == "a Completion Record" || text == "a normal completion" {
            let abrupt = if text == "a Completion Record" { ABRUPT } else { 0 };
            return Some(Returned { value: Type::anything(), completion: true, abrupt });
        }
        let abrupt = [("throw", THROW), ("return", RETURN), ("abrupt", ABRUPT)];
        let abrupt = abrupt.iter().filter(|(word, _)| text.contains(&format!("{word} completion")));
        let abrupt = abrupt.fold(0, |all, (_, kinds)| all | kinds);
        let Some((_, contained)) = text.split_once("a normal completion containing ") else {
            let completion = abrupt != 0;
            let value = if completion { Type::default() } else { Type::read(text) };
            return Some(Returned { value, completion, abrupt });
        };
        let ends = [" or a throw", " or an abrupt", " or a return"];
        let end = ends.iter().filter_map(|it| contained.find(it)).min().unwrap_or(contained.len());
        let value = Type::read(contained[..end].trim_end_matches(','));
        Some(Returned { value, completion: true, abrupt })
    }

    /// The type of what is returned.
    pub fn whole(&self) -> Type {
        match self.completion {
            true => {
                let normal = if self.value.is_nothing() { 0 } else { NORMAL };
                Type::of(normal | self.abrupt)
            }
            false => self.value.clone(),
        }
    }
}

/// Record kinds that are kinds of one another are not told apart.
fn family(kind: &str) -> &str {
    let families =
        ["Environment Record", "Module Record", "Reference Record", "PromiseCapability Record"];
    families.into_iter().find(|it| kind.ends_with(it)).unwrap_or(match kind {
        "PropertyDescriptor" => "Property Descriptor",
        kind => kind,
    })
}

fn without_parentheses(text: &str) -> String {
    let mut depth = 0usize;
    let mut kept = String::new();
    for symbol in text.chars() {
        match symbol {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(symbol),
            _ => {}
        }
    }
    kept
}

/// One part of a union.
fn one(part: &str) -> Type {
    let part = ["either ", "one of "].iter().find_map(|it| part.strip_prefix(it)).unwrap_or(part);
    let part = ["a ", "an ", "the ", "non-empty "]
        .iter()
        .fold(part, |part, article| part.strip_prefix(article).unwrap_or(part));
    if let Some(name) = part.strip_prefix('~').and_then(|it| it.strip_suffix('~')) {
        return Type::named(&format!("~{name}~"));
    }
    if part.contains('𝔽') || part == "*NaN*" {
        return Type::of(NUMBER);
    }
    if let Some(value) = part.strip_prefix('*').and_then(|it| it.strip_suffix('*')) {
        return of_literal(value);
    }
    if part.parse::<f64>().is_ok() {
        return Type::of(MATHEMATICAL);
    }
    of_words(part)
}

fn of_literal(value: &str) -> Type {
    Type::of(match value {
        "undefined" => UNDEFINED,
        "null" => NULL,
        "true" => TRUE,
        "false" => FALSE,
        text if text.starts_with('"') => STRING,
        _ => return Type::anything(),
    })
}

fn of_words(words: &str) -> Type {
    let kinds = match words {
        "ECMAScript language value" => LANGUAGE,
        "Boolean" | "Boolean value" => BOOLEAN,
        "BigInt" => BIGINT,
        "Symbol" | "Symbol value" => SYMBOL,
        "property key" => STRING | SYMBOL,
        "property name" => STRING,
        "+∞" | "-∞" | "mathematical value" | "non-negative mathematical value" => MATHEMATICAL,
        "abrupt completion" => ABRUPT,
        "normal completion" => NORMAL,
        "throw completion" => THROW,
        "return completion" => RETURN,
        "break completion" | "continue completion" => OTHER_ABRUPT,
        "Completion Record" => COMPLETION,
        "code unit" | "UTF-16 code unit" | "leading surrogate" | "trailing surrogate" => CODE_UNIT,
        "Array index" | "array index" | "integer index" => STRING,
        "Parse Node" => NODE,
        "Abstract Closure" | "Job Abstract Closure" | "Matcher" | "MatcherContinuation" => CLOSURE,
        "read-modify-write modification function" => CLOSURE,
        _ => 0,
    };
    if kinds != 0 {
        return Type::of(kinds);
    }
    of_endings(words)
}

/// Types that begin or end with known words.
fn of_endings(words: &str) -> Type {
    if words.starts_with("normal completion") {
        return Type::of(NORMAL);
    }
    let ends = |ending: &str| words.ends_with(ending);
    let starts = |beginning: &str| words.starts_with(beginning);
    if ["Private Name", "PrivateElement", "Property Descriptor", "CharSet", "MatchState"]
        .contains(&words)
    {
        return Type::named(words);
    }
    if starts("List of ") || words == "List" {
        return Type::of(LIST);
    }
    if ends("Parse Node") {
        return Type::of(NODE);
    }
    if starts("Abstract Closure") {
        return Type::of(CLOSURE);
    }
    if ends(" Record") {
        return Type::record(words);
    }
    if ends("Number") || ends("time value") || starts("integral Number") || starts("Number") {
        return Type::of(NUMBER);
    }
    if starts("String exotic object") {
        return Type::of(OBJECT);
    }
    if starts("String") {
        return Type::of(STRING);
    }
    if ends("integer") || starts("integer ") || starts("non-negative integer ") {
        return Type::of(MATHEMATICAL);
    }
    let first = words.split(" that ").next().unwrap_or(words);
    if OBJECTS.contains(&first) || first.ends_with(" object") {
        return Type::of(OBJECT);
    }
    Type::anything()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_as_heads_write_them() {
        for (text, kinds) in [
            ("a String", STRING),
            ("a property key", STRING | SYMBOL),
            ("an Object, *null*, or *undefined*", OBJECT | NULL | UNDEFINED),
            ("a List of either Strings or *undefined*", LIST),
            ("an integer in the inclusive interval from 0 to 59", MATHEMATICAL),
            ("a |CaseClause| Parse Node", NODE),
            ("either a Number or a BigInt", NUMBER | BIGINT),
        ] {
            assert_eq!(Type::read(text), Type::of(kinds), "{text}");
        }
        assert!(Type::read("an agent signifier").anything);
        assert_eq!(Type::read("a Cyclic Module Record"), Type::record("Module Record"));
    }

    #[test]
    fn what_is_returned_may_be_abrupt() {
        let read = |text| Returned::read(text).unwrap();
        let either = read(
            "either a normal completion containing either a Number or a BigInt, or a throw completion",
        );
        assert_eq!((either.value, either.abrupt), (Type::of(NUMBER | BIGINT), THROW));
        assert!(!read("a Boolean").completion);
        assert_eq!(read("a return completion").whole(), Type::of(RETURN));
        assert_eq!(Returned::read(""), None);
    }

    #[test]
    fn types_exclude_each_other_only_where_nothing_is_of_both() {
        let key = Type::read("a property key");
        assert!(key.excludes(&Type::of(OBJECT)));
        assert!(!key.excludes(&Type::of(STRING)));
        assert!(!key.excludes(&Type::anything()));
        assert!(Type::read("~a~ or ~b~").excludes(&Type::named("~c~")));
    }
}
