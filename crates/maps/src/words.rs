//! Judges a map by itself: a mapping at a name must lead to a line that has the name.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::{Location, Program};

use crate::source_map::{Mapping, SourceMap};

/// A mapping that leads to another statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Astray {
    /// The mapping.
    pub mapping: Mapping,
    /// The name in the compiled text.
    pub name: String,
}

/// Words that compilers write by themselves. They are no names.
const RESERVED: &[&str] = &[
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "default",
    "delete",
    "do",
    "else",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "get",
    "if",
    "in",
    "instanceof",
    "let",
    "new",
    "null",
    "of",
    "return",
    "set",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// The mappings at names which lead to a line of the original without the name.
///
/// A compiler that only takes types away and prints anew keeps names, or its map says what they were, so
/// each name of its output stands in the original. A map that leads from a name to a line without it leads to another statement.
pub fn astray(original: &Program, compiled: &Program, map: &SourceMap) -> Vec<Astray> {
    let (from, to) = (compiled.lines(), original.lines());
    let all = map.mappings().iter().filter_map(|mapping| {
        let word = word(&from, mapping.generated)?;
        let name = mapping.name.as_deref().map_or(word, str::to_owned);
        let line = to.get(mapping.original?.line as usize - 1).copied().unwrap_or_default();
        let is_there = words(line).any(|it| it == name);
        (!RESERVED.contains(&name.as_str()) && !is_there)
            .then(|| Astray { mapping: mapping.clone(), name })
    });
    all.collect()
}

/// The names that a compiler has changed, with what they were by its map. One that stands for several
/// names is left out.
pub fn renamed(compiled: &Program, map: &SourceMap) -> BTreeMap<String, String> {
    let lines = compiled.lines();
    let mut names: BTreeMap<String, Option<String>> = BTreeMap::new();
    for mapping in map.mappings() {
        let Some(word) = word(&lines, mapping.generated) else { continue };
        let was = mapping.name.as_deref().unwrap_or(&word).to_owned();
        let known = names.entry(word).or_insert_with(|| Some(was.clone()));
        if known.as_ref() != Some(&was) {
            *known = None;
        }
    }
    let changed = names.into_iter().filter_map(|(word, was)| Some((word, was?)));
    changed.filter(|(word, was)| word != was).collect()
}

/// The words of a program.
pub fn names_in(program: &Program) -> BTreeSet<String> {
    program.lines().into_iter().flat_map(words).map(str::to_owned).collect()
}

/// The word that begins at a place.
fn word(lines: &[&str], place: Location) -> Option<String> {
    let units: Vec<u16> = lines.get(place.line as usize - 1)?.encode_utf16().collect();
    let rest = units.get(place.column as usize..)?;
    let rest = String::from_utf16_lossy(rest);
    let before = units[..place.column as usize].last().and_then(|it| char::from_u32((*it).into()));
    let begins = rest.starts_with(is_name_start) && !before.is_some_and(is_name_part);
    begins.then(|| rest.chars().take_while(|it| is_name_part(*it)).collect())
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !is_name_part(letter))
}

fn is_name_start(letter: char) -> bool {
    letter.is_alphabetic() || matches!(letter, '_' | '$')
}

fn is_name_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn astray_by(mappings: &str) -> Vec<String> {
        let original = Program::new("p.ts", "let a: number = 1;\nf(a);\n");
        let compiled = Program::new("p.js", "let a = 1;\nf(a);\n");
        let json = format!(r#"{{"version":3,"sources":["p.ts"],"mappings":"{mappings}"}}"#);
        let map = SourceMap::read(&json).unwrap();
        astray(&original, &compiled, &map).into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn a_mapping_to_another_statement_is_found() {
        assert_eq!(astray_by("AAAA,IAAI;AACJ,EAAE"), [""; 0], "each to its own line");
        assert_eq!(astray_by("AAAA,IAAI;AAAJ,EAAE"), ["f"], "the call leads to the declaration");
    }

    #[test]
    fn a_changed_name_is_the_one_that_the_map_tells() {
        let compiled = Program::new("p.js", "a2(a2, b);\n");
        let json =
            r#"{"version":3,"sources":["p.ts"],"names":["a"],"mappings":"AAAAA,GAAGA,IAAI"}"#;
        let map = SourceMap::read(json).unwrap();
        let names = renamed(&compiled, &map);
        assert_eq!(names, BTreeMap::from([("a2".to_owned(), "a".to_owned())]));
        let original = Program::new("p.ts", "a(a, b);\n");
        assert_eq!(astray(&original, &compiled, &map), []);
    }
}
