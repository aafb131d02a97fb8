//! Patterns of regular expressions, where the text of an edition describes them in words only.
//!
//! `read` makes a tree of a pattern that the grammar has accepted, `compile` makes code of the tree,
//! and `matcher` runs the code with its own stack, one step of the budget for each instruction.

mod classes;
mod compile;
mod matcher;
mod properties;
mod read;
mod set;

use compile::Op;
pub(in crate::run) use matcher::Found;
pub(in crate::run) use read::Refused;

/// What can be in a pattern.
#[derive(Clone, Debug)]
enum Node {
    Empty,
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Character(Class),
    Group(Option<usize>, Box<Node>),
    Repeat(Box<Repeat>),
    Look { behind: bool, negative: bool, inner: Box<Node> },
    Start { multiline: bool },
    End { multiline: bool },
    Boundary { word: Class, negative: bool },
    Reference { groups: Vec<usize>, case: Case },
}

/// Which characters fit in one place.
#[derive(Clone, Debug)]
struct Class {
    set: std::sync::Arc<set::Set>,
    inverted: bool,
    case: Case,
}

/// How characters are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Sensitive,
    /// By the upper case of one code unit.
    Upper,
    /// By Unicode's simple case folding.
    Folded,
}

#[derive(Clone, Debug)]
struct Repeat {
    inner: Node,
    least: usize,
    /// No end where there is none.
    most: Option<usize>,
    greedy: bool,
    /// The groups inside, which each round forgets.
    groups: std::ops::Range<usize>,
}

/// A pattern that can be matched.
#[derive(Debug)]
pub(in crate::run) struct Pattern {
    ops: Vec<Op>,
    registers: usize,
    /// How many capturing groups there are.
    pub groups: usize,
    /// Names of groups, and which groups have them.
    pub names: Vec<(String, usize)>,
    /// Whether characters are code points.
    pub unicode: bool,
}

impl Pattern {
    /// Compiles a pattern that the grammar has accepted.
    ///
    /// # Errors
    /// Where it has an early error, or something that cannot be matched yet.
    pub(in crate::run) fn new(text: &[u32], flags: &str) -> Result<Self, Refused> {
        let read = read::read(text, flags)?;
        let (ops, registers) = compile::compile(&read.root, read.groups);
        Ok(Pattern {
            ops,
            registers,
            groups: read.groups,
            names: read.names,
            unicode: read.unicode,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of the first match that begins at the start or later.
    fn found(pattern: &str, flags: &str, text: &str) -> Option<Vec<Option<String>>> {
        let points: Vec<u32> = pattern.encode_utf16().map(u32::from).collect();
        let pattern = Pattern::new(&points, flags).expect("a pattern");
        let input: Vec<u32> = match pattern.unicode {
            true => text.chars().map(u32::from).collect(),
            false => text.encode_utf16().map(u32::from).collect(),
        };
        let part = |range: &Option<(usize, usize)>| {
            range.map(|(from, to)| {
                input[from..to].iter().filter_map(|it| char::from_u32(*it)).collect()
            })
        };
        (0..=input.len()).find_map(|at| {
            let found = pattern.matches(&input, at, &mut 100_000).expect("steps enough")?;
            let whole = Some((at, found.end));
            Some(std::iter::once(&whole).chain(&found.captures).map(part).collect())
        })
    }

    fn check(pattern: &str, flags: &str, text: &str, expected: &[Option<&str>]) {
        let found = found(pattern, flags, text).unwrap_or_default();
        let found: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found, expected, "/{pattern}/{flags} on {text}");
    }

    #[test]
    fn patterns_match_what_the_examples_of_the_text_say() {
        check("a|ab", "", "abc", &[Some("a")]);
        check(
            "((a)|(ab))((c)|(bc))",
            "",
            "abc",
            &[Some("abc"), Some("a"), Some("a"), None, Some("bc"), None, Some("bc")],
        );
        check("a[a-z]{2,4}?", "", "abcdefghi", &[Some("abc")]);
        check("(aa|aabaac|ba|b|c)*", "", "aabaac", &[Some("aaba"), Some("ba")]);
        check(
            "(z)((a+)?(b+)?(c))*",
            "",
            "zaacbbbcac",
            &[Some("zaacbbbcac"), Some("z"), Some("ac"), Some("a"), None, Some("c")],
        );
        check("(a*)*", "", "b", &[Some(""), None]);
        check("(a*)b\\1+", "", "baaaac", &[Some("b"), Some("")]);
        check("(?=(a+))", "", "baaabac", &[Some(""), Some("aaa")]);
        check("(?=(a+))a*b\\1", "", "baaabac", &[Some("aba"), Some("a")]);
        check(
            "(.*?)a(?!(a+)b\\2c)\\2(.*)",
            "",
            "baaabaac",
            &[Some("baaabaac"), Some("ba"), None, Some("abaac")],
        );
    }

    #[test]
    fn looking_back_reads_backwards() {
        check("(?<=(\\d+)(\\d+))$", "", "1053", &[Some(""), Some("1"), Some("053")]);
        check("(?<!a)b", "", "abcb", &[Some("b")]);
        check("(?<=\\1(a))b", "", "aab", &[Some("b"), Some("a")]);
    }

    #[test]
    fn flags_and_classes_decide_what_fits() {
        check("[^b-z]", "i", "BA", &[Some("A")]);
        check("\\u{61}", "u", "a", &[Some("a")]);
        check("^b$", "m", "a\nb", &[Some("b")]);
        check("a.b", "s", "a\nb", &[Some("a\nb")]);
        check("\\w+\\b", "", "-ab1 ", &[Some("ab1")]);
        check("(?<year>\\d)\\k<year>", "", "122", &[Some("22"), Some("2")]);
        check("\\p{Lu}", "u", "aB", &[Some("B")]);
        check("\\101{", "", "A{", &[Some("A{")]);
        check("(?i:a)b", "", "Ab", &[Some("Ab")]);
    }

    #[test]
    fn classes_are_sets_of_strings_with_the_flag_v() {
        check("[[a-z]--[aeiou]]+", "v", "aster", &[Some("st")]);
        check("[\\w&&\\d]+", "v", "a12b", &[Some("12")]);
        check("[\\q{ab|abc|}x]", "v", "abcx", &[Some("abc")]);
        check("^[\\q{ab|}x]$", "v", "", &[Some("")]);
        check("[^[a-c]d]", "v", "abcde", &[Some("e")]);
        check("[\\q{AB}--\\q{ab}c]", "v", "ABc", &[Some("AB")]);
        check("[[\\q{AB}c]--\\q{ab}]", "vi", "ABc", &[Some("c")]);
        check("[\\p{Lu}--k]", "vi", "Ks", &[Some("s")]);
        check("\\P{Lu}", "vi", "aA1", &[Some("1")]);
        check("(x)[(\\(]\\1", "", "x(x", &[Some("x(x"), Some("x")]);
        check(
            "[\\p{Emoji_Keycap_Sequence}]",
            "v",
            "1\u{fe0f}\u{20e3}",
            &[Some("1\u{fe0f}\u{20e3}")],
        );
    }

    #[test]
    fn an_endless_search_takes_all_steps() {
        let points: Vec<u32> = "(a+)+b".chars().map(u32::from).collect();
        let pattern = Pattern::new(&points, "").expect("a pattern");
        let input = vec![u32::from('a'); 40];
        assert!(pattern.matches(&input, 0, &mut 10_000).is_none());
    }

    #[test]
    fn deep_nesting_is_refused() {
        let text = format!("{}{}", "(".repeat(100_000), ")".repeat(100_000));
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        assert!(Pattern::new(&points, "").is_err());
    }
}
