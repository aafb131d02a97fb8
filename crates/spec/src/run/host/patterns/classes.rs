//! Classes of patterns with the flag `v`: sets of characters and strings, and operations on them.

use super::Node;
use super::read::{Reader, Refused};
use super::set::{Set, representative};

/// What a class stands for: characters, and strings of several characters or none.
///
/// Where case does not matter, the text folds every part of a class. Here every part has all characters
/// that fold to the same instead: what operations give is the same, and nothing needs to be folded later.
#[derive(Clone, Debug, Default)]
struct Members {
    characters: Set,
    /// Without doubles.
    strings: Vec<Vec<u32>>,
    /// Whether there could be strings, by how the class is written.
    may_have_strings: bool,
}

impl Members {
    fn of(characters: Set) -> Self {
        Members { characters, ..Members::default() }
    }

    fn of_strings(strings: Vec<Vec<u32>>) -> Self {
        Members { strings, may_have_strings: true, ..Members::default() }
    }

    fn add(&mut self, other: Members) {
        self.characters.add_all(&other.characters);
        self.characters = std::mem::take(&mut self.characters).sorted();
        self.may_have_strings |= other.may_have_strings;
        for string in other.strings {
            if !self.strings.contains(&string) {
                self.strings.push(string);
            }
        }
    }

    fn intersect(&mut self, other: &Members) {
        self.characters = self.characters.intersection(&other.characters);
        self.strings.retain(|it| other.strings.contains(it));
        self.may_have_strings &= other.may_have_strings;
    }

    fn subtract(&mut self, other: &Members) {
        self.characters = self.characters.intersection(&other.characters.complement());
        self.strings.retain(|it| !other.strings.contains(it));
    }
}

impl Reader<'_> {
    /// A class whose bracket has been read, as what it matches.
    pub(super) fn class_set(&mut self) -> Result<Node, Refused> {
        let members = self.nested_class()?;
        Ok(self.longest_first(members))
    }

    /// A property of strings outside of classes, behind its backslash.
    pub(super) fn strings_escape(&mut self) -> Option<Node> {
        let strings = self.property_of_strings()?;
        Some(self.longest_first(Members::of_strings(strings)))
    }

    /// Strings are tried before shorter ones.
    fn longest_first(&self, members: Members) -> Node {
        let Members { characters, mut strings, .. } = members;
        let character = Node::Character(self.class(characters, false));
        if strings.is_empty() {
            return character;
        }
        strings.sort_by_key(|it| std::cmp::Reverse(it.len()));
        let (longer, empty): (Vec<_>, Vec<_>) = strings.iter().partition(|it| !it.is_empty());
        let longer = longer.iter().map(|string| {
            let characters = string.iter().map(|it| self.one(*it));
            Node::Sequence(characters.collect())
        });
        let empty = empty.iter().map(|_| Node::Empty);
        Node::Choice(longer.chain([character]).chain(empty).collect())
    }

    fn nested_class(&mut self) -> Result<Members, Refused> {
        self.go_deeper()?;
        let inverted = self.eat("^");
        let mut members = Members::default();
        while !self.eat("]") {
            if self.is_at_end() {
                return Err(Refused::Unsupported("a class without an end".to_owned()));
            }
            if self.eat("--") {
                let operand = self.operand()?;
                members.subtract(&operand);
            } else if self.eat("&&") {
                let operand = self.operand()?;
                members.intersect(&operand);
            } else {
                let operand = self.operand()?;
                members.add(operand);
            }
        }
        self.depth -= 1;
        if inverted && members.may_have_strings {
            return Err(Refused::Wrong);
        }
        if inverted {
            members.characters = members.characters.complement();
        }
        Ok(members)
    }

    /// A class, strings, a character, or a range of them.
    fn operand(&mut self) -> Result<Members, Refused> {
        if self.eat("[") {
            return self.nested_class();
        }
        if self.eat("\\q{") {
            return Ok(self.string_literals());
        }
        if self.eat("\\") {
            if let Some(strings) = self.property_of_strings() {
                return Ok(Members::of_strings(strings));
            }
            if let Some(set) = self.class_escape()? {
                return Ok(Members::of(set));
            }
            self.at -= 1;
        }
        let first = self.set_character();
        let dash = self.at;
        let last = match self.eat("-") && !self.eat("-") {
            true => self.set_character(),
            false => {
                self.at = dash;
                first
            }
        };
        if first > last {
            return Err(Refused::Wrong);
        }
        Ok(Members::of(self.closed(Set::of(&[(first, last)]))))
    }

    /// `\q{one|other}`, behind its brace.
    fn string_literals(&mut self) -> Members {
        let mut members = Members::default();
        let mut string = Vec::new();
        while !self.is_at_end() {
            let ends = self.eat("}");
            if !ends && !self.eat("|") {
                string.push(self.set_character());
                continue;
            }
            let literal = match std::mem::take(&mut string).as_slice() {
                [only] => Members::of(self.closed(Set::of(&[(*only, *only)]))),
                several => Members::of_strings(vec![self.folded(several)]),
            };
            members.add(literal);
            if ends {
                break;
            }
        }
        members
    }

    /// The one property of strings that is a rule and not a list, which there is no data for.
    fn property_of_strings(&mut self) -> Option<Vec<Vec<u32>>> {
        let keys = "0123456789#*".chars();
        let keycaps = keys.map(|key| vec![u32::from(key), 0xfe0f, 0x20e3]);
        let is_keycap = self.has_sets() && self.eat("p{Emoji_Keycap_Sequence}");
        is_keycap.then(|| keycaps.collect())
    }

    fn set_character(&mut self) -> u32 {
        if self.eat("\\b") {
            return 8;
        }
        match self.eat("\\") {
            true => self.character_escape(),
            false => self.next().unwrap_or_default(),
        }
    }

    /// A string as the one of those that differ by case only which stands for all of them.
    fn folded(&self, string: &[u32]) -> Vec<u32> {
        match self.flags.ignore_case {
            true => string.iter().map(|it| representative(*it)).collect(),
            false => string.to_vec(),
        }
    }
}
