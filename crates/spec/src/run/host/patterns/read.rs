//! From a pattern to a tree. The grammar of the edition has accepted the pattern before; what annex B
//! allows besides is read the way that it says.

use std::sync::Arc;

use super::properties;
use super::set::Set;
use super::{Case, Class, Node, Repeat};

/// Properties that strings have, not characters.
const PROPERTIES_OF_STRINGS: &[&str] = &[
    "Basic_Emoji",
    "Emoji_Keycap_Sequence",
    "RGI_Emoji",
    "RGI_Emoji_Flag_Sequence",
    "RGI_Emoji_Modifier_Sequence",
    "RGI_Emoji_Tag_Sequence",
    "RGI_Emoji_ZWJ_Sequence",
];

/// Groups may be nested so deep.
const MAX_DEPTH: usize = 200;

/// A pattern that was read.
pub(super) struct Read {
    pub root: Node,
    pub groups: usize,
    pub names: Vec<(String, usize)>,
    pub unicode: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Flags {
    pub ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

pub(super) struct Reader<'p> {
    text: &'p [u32],
    pub at: usize,
    pub flags: Flags,
    unicode: bool,
    /// Whether classes are sets of strings, by the flag `v`.
    sets: bool,
    /// All groups of the pattern, known before it is read.
    groups: usize,
    /// All names of groups.
    names: Vec<(String, usize)>,
    /// How many groups began so far.
    begun: usize,
    pub depth: usize,
    /// How many disjunctions there were so far.
    disjunctions: usize,
    /// The disjunctions that are being read, and which alternative of each.
    path: Vec<(usize, usize)>,
    /// The names of groups that have begun, and the paths to them.
    named: Vec<(String, Vec<(usize, usize)>)>,
}

/// Why a pattern that the grammar has accepted cannot be matched.
#[derive(Debug)]
pub(in crate::run) enum Refused {
    /// It has an early error.
    Wrong,
    /// It has something that there is no behaviour for.
    Unsupported(String),
}

fn unsupported(what: impl Into<String>) -> Refused {
    Refused::Unsupported(what.into())
}

fn wrong_if(wrong: bool) -> Result<(), Refused> {
    if wrong { Err(Refused::Wrong) } else { Ok(()) }
}

pub(super) fn read(text: &[u32], flags: &str) -> Result<Read, Refused> {
    let mut reader = Reader::new(text, flags);
    reader.find_groups();
    let root = reader.disjunction()?;
    if reader.at < text.len() {
        return Err(unsupported("this pattern"));
    }
    let Reader { groups, names, unicode, .. } = reader;
    Ok(Read { root, groups, names, unicode })
}

impl<'p> Reader<'p> {
    fn new(text: &'p [u32], flags: &str) -> Self {
        let has = |flag| flags.contains(flag);
        Reader {
            text,
            at: 0,
            flags: Flags { ignore_case: has('i'), multiline: has('m'), dot_all: has('s') },
            unicode: has('u') || has('v'),
            sets: has('v'),
            groups: 0,
            names: Vec::new(),
            begun: 0,
            depth: 0,
            disjunctions: 0,
            path: Vec::new(),
            named: Vec::new(),
        }
    }

    /// References may come before their groups.
    fn find_groups(&mut self) {
        let mut classes = 0_usize;
        while let Some(character) = self.next() {
            match char::from_u32(character) {
                Some('\\') => self.at += 1,
                // Only with the flag `v` there are classes in classes.
                Some('[') => classes = if self.sets { classes + 1 } else { 1 },
                Some(']') => classes = classes.saturating_sub(1),
                Some('(') if classes == 0 => self.count_group(),
                _ => {}
            }
        }
        self.at = 0;
    }

    fn count_group(&mut self) {
        let named = self.eat("?<");
        let looks = matches!(self.peek(), Some('=' | '!'));
        if named && !looks {
            self.groups += 1;
            let name = self.name();
            self.names.push((name, self.groups));
        } else if !named && self.peek() != Some('?') {
            self.groups += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).and_then(|it| char::from_u32(*it))
    }

    pub(super) fn has_sets(&self) -> bool {
        self.sets
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(super) fn next(&mut self) -> Option<u32> {
        let character = self.text.get(self.at).copied();
        self.at += 1;
        character
    }

    pub(super) fn eat(&mut self, word: &str) -> bool {
        let there = word.chars().map(u32::from).eq(self
            .text
            .iter()
            .skip(self.at)
            .take(word.chars().count())
            .copied());
        self.at += if there { word.chars().count() } else { 0 };
        there
    }

    fn case(&self) -> Case {
        match (self.flags.ignore_case, self.unicode) {
            (false, _) => Case::Sensitive,
            (true, true) => Case::Folded,
            (true, false) => Case::Upper,
        }
    }

    pub(super) fn class(&self, set: Set, inverted: bool) -> Class {
        Class { set: Arc::new(set), inverted, case: self.case() }
    }

    pub(super) fn one(&self, character: u32) -> Node {
        Node::Character(self.class(Set::of(&[(character, character)]), false))
    }

    /// With the flag `v` and without regard to case, a set with all that folds as its characters do.
    pub(super) fn closed(&self, set: Set) -> Set {
        if self.sets && self.flags.ignore_case { set.closed() } else { set }
    }

    pub(super) fn go_deeper(&mut self) -> Result<(), Refused> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(unsupported("a pattern with groups nested so deep")),
            false => Ok(()),
        }
    }

    fn disjunction(&mut self) -> Result<Node, Refused> {
        self.go_deeper()?;
        self.disjunctions += 1;
        let number = self.disjunctions;
        let mut choices: Vec<Node> = Vec::new();
        while choices.is_empty() || self.eat("|") {
            self.path.push((number, choices.len()));
            choices.push(self.alternative()?);
            self.path.pop();
        }
        self.depth -= 1;
        Ok(match choices.len() {
            1 => choices.remove(0),
            _ => Node::Choice(choices),
        })
    }

    fn alternative(&mut self) -> Result<Node, Refused> {
        let mut terms = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) || self.is_lone() {
            let begun = self.begun;
            let term = self.term()?;
            wrong_if(is_fixed(&term) && self.quantifier().is_some())?;
            terms.push(self.quantified(term, begun)?);
        }
        Ok(match terms.len() {
            0 => Node::Empty,
            _ => Node::Sequence(terms),
        })
    }

    /// A surrogate without its other half is a character, too.
    fn is_lone(&self) -> bool {
        self.at < self.text.len() && self.peek().is_none()
    }

    fn term(&mut self) -> Result<Node, Refused> {
        let multiline = self.flags.multiline;
        if self.eat("^") {
            return Ok(Node::Start { multiline });
        }
        if self.eat("$") {
            return Ok(Node::End { multiline });
        }
        for (word, behind, negative) in [
            ("(?=", false, false),
            ("(?!", false, true),
            ("(?<=", true, false),
            ("(?<!", true, true),
        ] {
            if self.eat(word) {
                let inner = Box::new(self.disjunction()?);
                self.eat(")");
                return Ok(Node::Look { behind, negative, inner });
            }
        }
        if self.eat("(?:") {
            return self.group(None);
        }
        if self.eat("(?<") {
            let name = self.name();
            self.begin_named(name)?;
            self.begun += 1;
            return self.group(Some(self.begun));
        }
        if self.eat("(?") {
            return self.modified();
        }
        if self.eat("(") {
            self.begun += 1;
            return self.group(Some(self.begun));
        }
        if self.eat(".") {
            let ends = if self.flags.dot_all { Set::default() } else { Set::line_ends() };
            return Ok(Node::Character(Class { case: Case::Sensitive, ..self.class(ends, true) }));
        }
        if self.eat("[") {
            return if self.sets { self.class_set() } else { self.bracketed() };
        }
        if self.eat("\\") {
            return self.escape();
        }
        // Nothing stands before it that it could repeat.
        wrong_if(self.quantifier().is_some())?;
        let character = self.next().unwrap_or_default();
        Ok(self.one(character))
    }

    /// A name may come again only where no match takes both groups: in another alternative.
    fn begin_named(&mut self, name: String) -> Result<(), Refused> {
        let are_apart = |other: &[(usize, usize)]| {
            let mut both = self.path.iter().zip(other);
            both.any(|(own, its)| own.0 == its.0 && own.1 != its.1)
        };
        let mut same = self.named.iter().filter(|(other, _)| *other == name);
        wrong_if(same.any(|(_, path)| !are_apart(path)) || !is_identifier(&name))?;
        self.named.push((name, self.path.clone()));
        Ok(())
    }

    fn group(&mut self, number: Option<usize>) -> Result<Node, Refused> {
        let inner = Box::new(self.disjunction()?);
        self.eat(")");
        Ok(Node::Group(number, inner))
    }

    /// `(?i-m:…)`
    fn modified(&mut self) -> Result<Node, Refused> {
        let before = self.flags;
        let (mut on, mut seen) = (true, String::new());
        while let Some(flag) = self.next().and_then(char::from_u32).filter(|it| *it != ':') {
            wrong_if(seen.contains(flag))?;
            seen.push(flag);
            match flag {
                '-' => on = false,
                'i' => self.flags.ignore_case = on,
                'm' => self.flags.multiline = on,
                's' => self.flags.dot_all = on,
                other => return Err(unsupported(format!("a pattern with (?{other}"))),
            }
        }
        wrong_if(seen == "-")?;
        let group = self.group(None);
        self.flags = before;
        group
    }

    fn quantified(&mut self, inner: Node, begun: usize) -> Result<Node, Refused> {
        let Some((least, most)) = self.quantifier() else { return Ok(inner) };
        wrong_if(most.is_some_and(|most| most < least))?;
        let greedy = !self.eat("?");
        let groups = begun + 1..self.begun + 1;
        Ok(Node::Repeat(Box::new(Repeat { inner, least, most, greedy, groups })))
    }

    fn quantifier(&mut self) -> Option<(usize, Option<usize>)> {
        if self.eat("*") {
            return Some((0, None));
        }
        if self.eat("+") {
            return Some((1, None));
        }
        if self.eat("?") {
            return Some((0, Some(1)));
        }
        let start = self.at;
        let counted = self.counted();
        if counted.is_none() {
            self.at = start;
        }
        counted
    }

    /// `{2}`, `{2,}` or `{2,4}`; anything else is text.
    fn counted(&mut self) -> Option<(usize, Option<usize>)> {
        self.eat("{").then_some(())?;
        let least = self.number()?;
        let most = match self.eat(",") {
            true if self.peek() == Some('}') => None,
            true => Some(self.number()?),
            false => Some(least),
        };
        self.eat("}").then_some((least, most))
    }

    /// A decimal number; one that is too large is as good as the largest.
    fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(|it| it.to_digit(10)) {
            let before = number.unwrap_or(0);
            number = Some(before.saturating_mul(10).saturating_add(digit as usize));
            self.at += 1;
        }
        number
    }

    fn escape(&mut self) -> Result<Node, Refused> {
        let negative = self.peek() == Some('B');
        if negative || self.peek() == Some('b') {
            self.at += 1;
            let word =
                Class { case: Case::Sensitive, ..self.class(Set::words(self.case()), false) };
            return Ok(Node::Boundary { word, negative });
        }
        if self.peek() == Some('k') && (self.unicode || !self.names.is_empty()) {
            self.at += 2;
            let name = self.name();
            let groups = self.names.iter().filter(|(own, _)| *own == name).map(|(_, group)| *group);
            let groups: Vec<usize> = groups.collect();
            wrong_if(groups.is_empty())?;
            return Ok(Node::Reference { groups, case: self.case() });
        }
        if let Some(group) = self.reference() {
            return Ok(Node::Reference { groups: vec![group], case: self.case() });
        }
        if let Some(strings) = self.strings_escape() {
            return Ok(strings);
        }
        if let Some(set) = self.class_escape()? {
            return Ok(Node::Character(self.class(set, false)));
        }
        let character = self.character_escape();
        Ok(self.one(character))
    }

    /// `\1`, where there is such a group; annex B has octal numbers elsewhere.
    fn reference(&mut self) -> Option<usize> {
        let start = self.at;
        let number = self.number().filter(|it| *it > 0 && self.char_at(start) != Some('0'));
        match number.filter(|it| self.unicode || *it <= self.groups) {
            Some(number) => Some(number),
            None => {
                self.at = start;
                None
            }
        }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at).and_then(|it| char::from_u32(*it))
    }

    pub(super) fn class_escape(&mut self) -> Result<Option<Set>, Refused> {
        let kind = self.peek();
        let set = match kind {
            Some('d' | 'D') => Set::digits(),
            Some('s' | 'S') => Set::spaces(),
            Some('w' | 'W') => Set::words(self.case()),
            Some('p' | 'P') if self.unicode => {
                self.at += 2;
                let start = self.at;
                while !matches!(self.peek(), None | Some('}')) {
                    self.at += 1;
                }
                let text = self.text[start..self.at].iter().filter_map(|it| char::from_u32(*it));
                let text: String = text.collect();
                let of_strings = PROPERTIES_OF_STRINGS.contains(&text.as_str());
                // Only the flag `v` has them, and they have no complement.
                wrong_if(of_strings && (!self.sets || kind == Some('P')))?;
                wrong_if(!of_strings && !properties::is_known(&text))?;
                match Set::property(&text) {
                    Some(set) => set,
                    None => return Err(unsupported(format!("the Unicode property {text}"))),
                }
            }
            _ => return Ok(None),
        };
        self.at += 1;
        let inverted = matches!(kind, Some('D' | 'S' | 'W' | 'P'));
        let set = self.closed(set);
        Ok(Some(if inverted { set.complement() } else { set }))
    }

    /// What is left of escapes: one character.
    pub(super) fn character_escape(&mut self) -> u32 {
        let start = self.at;
        let character = self.next().unwrap_or_default();
        match char::from_u32(character) {
            Some('t') => 9,
            Some('n') => 10,
            Some('v') => 11,
            Some('f') => 12,
            Some('r') => 13,
            Some('c') => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    letter as u32 % 32
                }
                _ => {
                    // Annex B: the backslash is the character, and `c` comes after it.
                    self.at = start;
                    u32::from('\\')
                }
            },
            Some('x') => self.hexadecimal(2).unwrap_or(character),
            Some('u') => self.unicode_escape().unwrap_or(character),
            Some('0'..='7') if !self.unicode => self.octal(start),
            Some('0') => 0,
            _ => character,
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        let text: String = text.iter().filter_map(|it| char::from_u32(*it)).collect();
        let all = text.len() == digits && text.chars().all(|it| it.is_ascii_hexdigit());
        let number = u32::from_str_radix(&text, 16).ok().filter(|_| all)?;
        self.at += digits;
        Some(number)
    }

    fn unicode_escape(&mut self) -> Option<u32> {
        if self.unicode && self.peek() == Some('{') {
            let end = self.text[self.at..].iter().position(|it| *it == u32::from('}'))?;
            let digits = self.text[self.at + 1..self.at + end].iter();
            let digits: String = digits.filter_map(|it| char::from_u32(*it)).collect();
            self.at += end + 1;
            return u32::from_str_radix(&digits, 16).ok();
        }
        let lead = self.hexadecimal(4)?;
        let after = self.at;
        if self.unicode && (0xd800..0xdc00).contains(&lead) && self.eat("\\u") {
            match self.hexadecimal(4) {
                Some(trail) if (0xdc00..0xe000).contains(&trail) => {
                    return Some(0x1_0000 + ((lead - 0xd800) << 10) + (trail - 0xdc00));
                }
                _ => self.at = after,
            }
        }
        Some(lead)
    }

    /// At most three digits, at most 255.
    fn octal(&mut self, start: usize) -> u32 {
        self.at = start;
        let mut number = 0;
        while let Some(digit) = self.peek().and_then(|it| it.to_digit(8)) {
            if self.at >= start + 3 || number * 8 + digit > 255 {
                break;
            }
            number = number * 8 + digit;
            self.at += 1;
        }
        number
    }

    fn bracketed(&mut self) -> Result<Node, Refused> {
        let inverted = self.eat("^");
        let mut set = Set::default();
        while !self.eat("]") {
            if self.at >= self.text.len() {
                return Err(unsupported("a class without an end"));
            }
            let first = self.class_atom()?;
            let dash = self.at;
            let range = self.eat("-") && self.peek() != Some(']');
            if !range {
                self.at = dash;
                add(&mut set, &first);
                continue;
            }
            let second = self.class_atom()?;
            match (&first, &second) {
                (ClassAtom::Character(from), ClassAtom::Character(to)) => {
                    wrong_if(from > to)?;
                    set.add(*from, *to);
                }
                // Annex B: a class beside a dash is no range.
                _ => {
                    wrong_if(self.unicode)?;
                    add(&mut set, &first);
                    add(&mut set, &ClassAtom::Character(u32::from('-')));
                    add(&mut set, &second);
                }
            }
        }
        Ok(Node::Character(self.class(set.sorted(), inverted)))
    }

    /// A character, or else a class.
    fn class_atom(&mut self) -> Result<ClassAtom, Refused> {
        if !self.eat("\\") {
            return Ok(ClassAtom::Character(self.next().unwrap_or_default()));
        }
        if self.eat("b") {
            return Ok(ClassAtom::Character(8));
        }
        if self.eat("-") {
            return Ok(ClassAtom::Character(u32::from('-')));
        }
        if let Some(set) = self.class_escape()? {
            return Ok(ClassAtom::Set(set));
        }
        let control = self.char_at(self.at + 1).filter(|it| it.is_ascii_digit() || *it == '_');
        if let (Some('c'), Some(control), false) = (self.peek(), control, self.unicode) {
            self.at += 2;
            return Ok(ClassAtom::Character(control as u32 % 32));
        }
        Ok(ClassAtom::Character(self.character_escape()))
    }

    /// The name of a group, up to and with the `>`.
    fn name(&mut self) -> String {
        let mut units = Vec::new();
        while let Some(character) = self.next().filter(|it| *it != u32::from('>')) {
            let character = match character == u32::from('\\') && self.eat("u") {
                true => {
                    // Names have escapes of both kinds whatever the flags are.
                    let unicode = std::mem::replace(&mut self.unicode, true);
                    let escaped = self.unicode_escape();
                    self.unicode = unicode;
                    escaped.unwrap_or(character)
                }
                false => character,
            };
            match char::from_u32(character) {
                Some(symbol) => units.extend_from_slice(symbol.encode_utf16(&mut [0; 2])),
                None => units.push(character as u16),
            }
        }
        String::from_utf16_lossy(&units)
    }
}

/// Whether a term cannot be repeated. Of looks, annex B repeats those ahead.
fn is_fixed(term: &Node) -> bool {
    match term {
        Node::Look { behind, .. } => *behind,
        Node::Start { .. } | Node::End { .. } | Node::Boundary { .. } => true,
        _ => false,
    }
}

/// Escapes in names may stand for what no name has.
fn is_identifier(name: &str) -> bool {
    let has = |property: &str, symbol: char| {
        Set::property(property).is_some_and(|it| it.contains(u32::from(symbol)))
    };
    let mut symbols = name.chars();
    let starts = symbols.next().is_some_and(|it| "$_".contains(it) || has("ID_Start", it));
    starts && symbols.all(|it| "$\u{200c}\u{200d}".contains(it) || has("ID_Continue", it))
}

/// What stands between the brackets of a class.
enum ClassAtom {
    Character(u32),
    /// An escape that stands for many.
    Set(Set),
}

fn add(set: &mut Set, atom: &ClassAtom) {
    match atom {
        ClassAtom::Character(character) => set.add(*character, *character),
        ClassAtom::Set(class) => set.add_all(class),
    }
}
