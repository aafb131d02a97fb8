//! What is known of a subject's files beside what they execute: which of them speak of a pass, an
//! option or a counter; where bugs were fixed before; which the tool names when it crashes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::coverage::Map;
use crate::evidence::Origin;
use crate::subject::{Subject, Switches};

/// The texts of a subject's files, and its history.
#[derive(Debug)]
pub struct Hints {
    /// The text of each file, as far as it can be read.
    texts: Vec<String>,
    /// How many bugs were fixed in each file.
    fixes: Vec<u32>,
}

impl Hints {
    /// Reads the files of a map, and the subject's history.
    pub fn read(subject: &Subject, root: &Path, map: &Map) -> Self {
        let mut paths: BTreeMap<u32, Vec<&PathBuf>> = BTreeMap::new();
        for function in &map.functions {
            let paths = paths.entry(function.file).or_default();
            if !paths.contains(&&function.path) {
                paths.push(&function.path);
            }
        }
        let text = |file: u32| {
            let paths = paths.get(&file).into_iter().flatten();
            let texts = paths.filter_map(|path| fs::read(path).ok());
            texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect::<String>()
        };
        let sources = root.join(&subject.sources);
        let mut fixes: BTreeMap<String, u32> = BTreeMap::new();
        for history in &subject.history {
            let path = root.join(history);
            let folder = path.parent().and_then(|folder| folder.strip_prefix(&sources).ok());
            let (Some(folder), Ok(text)) = (folder, fs::read(&path)) else { continue };
            count_fixes(&String::from_utf8_lossy(&text), folder, &mut fixes);
        }
        let fixed = |file: &String| fixes.get(file).copied().unwrap_or(0);
        Hints {
            texts: (0..map.files.len() as u32).map(text).collect(),
            fixes: map.files.iter().map(fixed).collect(),
        }
    }

    /// The files that speak of something that can be switched off.
    pub fn mentioning(&self, switches: &Switches, name: &str) -> Vec<u32> {
        let mentions = switches.mentions(name);
        let speaks = |text: &String| mentions.iter().any(|mention| contains_word(text, mention));
        (0u32..).zip(&self.texts).filter(|(_, text)| speaks(text)).map(|(file, _)| file).collect()
    }

    /// How many bugs were fixed in a file.
    pub fn fixes(&self, file: u32) -> u32 {
        self.fixes.get(file as usize).copied().unwrap_or(0)
    }
}

/// The switches that runs of an origin switch off.
pub fn switches(subject: &Subject, origin: Origin) -> Option<&Switches> {
    match origin {
        Origin::Option => Some(&subject.options),
        Origin::Pass => Some(&subject.passes),
        Origin::Counter => Some(&subject.counters),
        Origin::Mutant | Origin::Random | Origin::Test => None,
    }
}

/// The files that a crash names, the first named first.
pub fn named(map: &Map, said: &str) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let words = said.split(|c: char| !(c.is_ascii_alphanumeric() || "._-/+".contains(c)));
    for word in words.filter(|word| word.contains('.')) {
        let base = word.rsplit('/').next().unwrap_or(word);
        let is = |name: &String| name == word || name.rsplit('/').next() == Some(base);
        let file = map.files.iter().position(is).map(|at| at as u32);
        found.extend(file.filter(|file| !found.contains(file)));
    }
    found
}

/// Whether a text has a word, and not only as the beginning of a longer one.
fn contains_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        let ends_in_word = is_part(word.chars().next_back());
        !(ends_in_word && is_part(text[at + word.len()..].chars().next()))
    })
}

/// Counts the entries of a ChangeLog that fix a bug (`PR component/number`) and name a file.
fn count_fixes(text: &str, folder: &Path, fixes: &mut BTreeMap<String, u32>) {
    let mut is_fix = false;
    for line in text.lines() {
        if !line.starts_with(['\t', ' ']) && !line.is_empty() {
            is_fix = false;
        } else if line.trim_start().starts_with("PR ") {
            is_fix = true;
        } else if let Some(entry) = line.trim_start().strip_prefix("* ").filter(|_| is_fix) {
            let names = entry.split([':', '(']).next().unwrap_or_default();
            for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                // What is now in C++ had an ending of C before.
                let name =
                    name.strip_suffix(".c").map_or(name.to_owned(), |stem| format!("{stem}.cc"));
                *fixes.entry(folder.join(name).display().to_string()).or_default() += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_tells_where_bugs_were() {
        let text = "2022-08-01  A B  <a@b>\n\n\tPR tree-optimization/1\n\t* tree-x.c (f): Fix.\n\t* y.cc, z.cc: Likewise.\n\n2022-08-02  A B  <a@b>\n\n\t* tree-x.c (g): New.\n";
        let mut fixes = BTreeMap::new();
        count_fixes(text, Path::new("c"), &mut fixes);
        let expected = [("c/tree-x.cc", 1), ("c/y.cc", 1), ("c/z.cc", 1)];
        assert_eq!(fixes, expected.map(|(name, count)| (name.to_owned(), count)).into());
    }

    #[test]
    fn words_are_whole() {
        assert!(contains_word("if (flag_gcse)", "flag_gcse"));
        assert!(!contains_word("if (flag_gcse_lm)", "flag_gcse"));
        assert!(contains_word("  \"dse\", /* name */", "\"dse\", /* name */"));
    }
}
