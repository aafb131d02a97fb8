//! What is known of a subject's files beside their coverage.
//!
//! Which of them mention a pass, an option or a counter; where bugs were fixed before; which the tool
//! names when it crashes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use aho_corasick::AhoCorasick;

use crate::coverage::Map;
use crate::evidence::{Evidence, WitnessSource};
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

    /// Which files mention what the runs of the evidence switch off.
    pub fn mentions(&self, subject: &Subject, evidence: &Evidence) -> Mentions {
        let mut names: BTreeSet<(WitnessSource, &str)> = BTreeSet::new();
        for run in &evidence.runs {
            names.extend(run.switch.as_deref().map(|name| (run.origin, name)));
        }
        let mut patterns: Vec<(String, (WitnessSource, &str))> = Vec::new();
        for &(origin, name) in &names {
            let mentions = switches(subject, origin).map(|all| all.mentions(name));
            patterns.extend(mentions.into_iter().flatten().map(|text| (text, (origin, name))));
        }
        let mut mentions = Mentions::default();
        let Ok(finder) = AhoCorasick::new(patterns.iter().map(|(text, _)| text)) else {
            return mentions;
        };
        for (file, text) in (0u32..).zip(&self.texts) {
            for found in finder.find_overlapping_iter(text) {
                if is_whole(text, found.start(), found.end()) {
                    mentions.add(file, patterns[found.pattern().as_usize()].1);
                }
            }
        }
        mentions
    }

    /// How many bugs were fixed in a file.
    pub fn fixes(&self, file: u32) -> u32 {
        self.fixes.get(file as usize).copied().unwrap_or(0)
    }
}

/// Which files mention which switches.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    files: BTreeMap<(WitnessSource, String), BTreeSet<u32>>,
    /// How many switches a file mentions.
    counts: BTreeMap<(WitnessSource, u32), u32>,
}

impl Mentions {
    fn add(&mut self, file: u32, (origin, name): (WitnessSource, &str)) {
        if self.files.entry((origin, name.to_owned())).or_default().insert(file) {
            *self.counts.entry((origin, file)).or_default() += 1;
        }
    }

    /// The files that mention a switch, and how much each belongs to it: a file that mentions many,
    /// as one that reads all options does, hardly belongs to any. The shares add up to 1.
    pub fn of(&self, origin: WitnessSource, name: &str) -> Vec<(u32, f64)> {
        let Some(files) = self.files.get(&(origin, name.to_owned())) else { return Vec::new() };
        let part = |file: u32| {
            let count = self.counts.get(&(origin, file)).copied().unwrap_or(1);
            f64::from(count.max(1)).recip()
        };
        let all: f64 = files.iter().map(|&file| part(file)).sum();
        files.iter().map(|&file| (file, part(file) / all)).collect()
    }
}

/// The switches that runs of an origin switch off.
pub fn switches(subject: &Subject, origin: WitnessSource) -> Option<&Switches> {
    match origin {
        WitnessSource::Option => Some(&subject.options),
        WitnessSource::Pass => Some(&subject.passes),
        WitnessSource::Counter => Some(&subject.counters),
        WitnessSource::Mutant
        | WitnessSource::Random
        | WitnessSource::Statement
        | WitnessSource::Test => None,
    }
}

/// The files that a crash names, the first named first.
pub fn named(map: &Map, failure_output: &str) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let words = failure_output.split(|c: char| !(c.is_ascii_alphanumeric() || "._-/+".contains(c)));
    for word in words.filter(|word| word.contains('.')) {
        let base = word.rsplit('/').next().unwrap_or(word);
        let is = |name: &String| name == word || name.rsplit('/').next() == Some(base);
        let file = map.files.iter().position(is).map(|at| at as u32);
        found.extend(file.filter(|file| !found.contains(file)));
    }
    found
}

/// Whether a word that was found is not only the beginning or the end of a longer one.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let inside = &text[start..end];
    let before = is_part(inside.chars().next()) && is_part(text[..start].chars().next_back());
    let behind = is_part(inside.chars().next_back()) && is_part(text[end..].chars().next());
    !before && !behind
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
    fn a_history_shows_where_bugs_were() {
        let text = "2022-08-01  A B  <a@b>\n\n\tPR tree-optimization/1\n\t* tree-x.c (f): Fix.\n\t* y.cc, z.cc: Likewise.\n\n2022-08-02  A B  <a@b>\n\n\t* tree-x.c (g): New.\n";
        let mut fixes = BTreeMap::new();
        count_fixes(text, Path::new("c"), &mut fixes);
        let expected = [("c/tree-x.cc", 1), ("c/y.cc", 1), ("c/z.cc", 1)];
        assert_eq!(fixes, expected.map(|(name, count)| (name.to_owned(), count)).into());
    }

    #[test]
    fn words_are_whole() {
        let whole = |text: &str, word: &str| {
            let at = text.find(word).unwrap();
            is_whole(text, at, at + word.len())
        };
        assert!(whole("if (flag_gcse)", "flag_gcse"));
        assert!(!whole("if (flag_gcse_lm)", "flag_gcse"));
        assert!(!whole("if (x_flag_gcse)", "flag_gcse"));
        assert!(whole("x\"dse\", /* name */", "\"dse\", /* name */"));
    }

    #[test]
    fn a_file_that_mentions_everything_belongs_to_nothing() {
        let mut mentions = Mentions::default();
        for name in ["a", "b", "c"] {
            mentions.add(7, (WitnessSource::Option, name));
        }
        mentions.add(1, (WitnessSource::Option, "a"));
        let shares = mentions.of(WitnessSource::Option, "a");
        assert_eq!(shares.iter().map(|share| share.0).collect::<Vec<_>>(), [1, 7]);
        assert!((shares[0].1 - 0.75).abs() < 1e-12 && (shares[1].1 - 0.25).abs() < 1e-12);
        assert!(mentions.of(WitnessSource::Pass, "a").is_empty());
    }
}
