//! The configuration of a subject: how it is built with coverage, how it is run, where its sources are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// `[subject.NAME]`: a tool built with coverage.
///
/// In commands, `{root}` is the folder that it was built in, `{program}` the program, `{output}` a
/// file to write and `{options}` the options under test, which may be several words or none.
#[derive(Debug, Clone, Deserialize)]
pub struct Subject {
    /// What its programs are written in.
    pub language: Language,
    /// Its version, for the record.
    #[serde(default)]
    pub version: Option<String>,
    /// The engine of conformance tests that it is.
    #[serde(default)]
    pub engine: Option<String>,
    /// Steps that build it.
    #[serde(default)]
    pub build: Vec<Step>,
    /// Debian packages without which it cannot be built.
    #[serde(default)]
    pub packages: Vec<String>,
    /// The covered command: a compiler, or an engine that runs the program at once.
    pub tool: Vec<String>,
    /// What is done with the tool's output; the last of these is the program itself.
    #[serde(default)]
    pub then: Vec<Vec<String>>,
    /// A file that is there once it is built.
    pub built: PathBuf,
    /// Where the notes of the coverage (`.gcno`) are, below the root, or the executable that has
    /// LLVM's.
    pub notes: PathBuf,
    /// Where its sources are, below the root; files are named from there.
    pub sources: PathBuf,
    /// The only files that can hold the bug, in the same way; all, if there are none.
    #[serde(default)]
    pub only: Vec<String>,
    /// Files that cannot hold the bug: names, or endings such as `*.h`.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// Generated files, and what they are generated from.
    #[serde(default)]
    pub generated: BTreeMap<String, String>,
    /// Generated files whose comments say which line of which file each part is generated from.
    #[serde(default)]
    pub marked: Vec<String>,
    /// What the tool prints when it crashes.
    #[serde(default)]
    pub crash: Vec<String>,
    /// Options that the tool has, to be switched off one by one.
    #[serde(default)]
    pub options: Switches,
    /// Passes that the tool has, to be disabled one by one.
    #[serde(default)]
    pub passes: Switches,
    /// Counters that stop transformations, to be bisected.
    #[serde(default)]
    pub counters: Switches,
    /// A history of changes, in the form of GNU's ChangeLog, below the root.
    #[serde(default)]
    pub history: Vec<PathBuf>,
    /// A folder of programs that it takes, below the root.
    #[serde(default)]
    pub programs: Option<PathBuf>,
    /// A second compiler with sanitizers; it makes `{output}`, which complains of undefined behaviour.
    #[serde(default)]
    pub sanitizer: Vec<String>,
    /// Another compiler or engine that is right where good options are not given: commands, the last
    /// of which is the program.
    #[serde(default)]
    pub reference: Vec<Vec<String>>,
    /// Seconds that the tool may take.
    #[serde(default = "ten")]
    pub seconds: f64,
}

fn ten() -> f64 {
    10.0
}

/// Languages whose programs can be mutated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// C.
    C,
    /// JavaScript.
    Js,
}

/// One step of a build.
#[derive(Debug, Clone, Deserialize)]
pub struct Step {
    /// What it does.
    pub name: String,
    /// A script for `sh`, run in the root. `$JOBS` says how many processes it may start.
    pub run: String,
    /// The ending of files that it makes, and how many, for progress.
    #[serde(default)]
    pub makes: Option<(String, u64)>,
}

/// Things that can be switched off: how to list them, and how to switch one off.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Switches {
    /// Options that have the tool list them; the rest of the command is the usual one.
    #[serde(default)]
    pub list: Vec<String>,
    /// Listed lines that count end with this.
    #[serde(default)]
    pub listed: String,
    /// What is in front of the name in a listed line, and is not part of it.
    #[serde(default)]
    pub prefix: Vec<String>,
    /// The option that switches one off; `{}` is its name, for counters followed by the limit.
    #[serde(default)]
    pub off: String,
    /// Those that are not worth trying.
    #[serde(default)]
    pub skip: Vec<String>,
    /// How the sources mention it, `{}` being its name: files that contain this are its files.
    #[serde(default)]
    pub mention: Vec<String>,
}

impl Switches {
    /// Whether the subject has such switches.
    pub fn any(&self) -> bool {
        !self.off.is_empty()
    }

    /// The option that switches one off.
    pub fn switch(&self, name: &str) -> String {
        self.off.replace("{}", name)
    }

    /// The names in a listing.
    pub fn names(&self, listing: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for line in listing.lines() {
            let Some(name) = self.name(line.trim()) else { continue };
            if !self.skip.iter().any(|skipped| matches(skipped, name)) {
                names.push(name.to_owned());
            }
        }
        names.dedup();
        names
    }

    /// The names in a listing of counters, and the number behind each.
    pub fn counts(&self, listing: &str) -> Vec<(String, u64)> {
        let count = |line: &str| {
            let name = self.name(line.trim())?;
            let count = line.split_whitespace().nth(1)?.parse().ok()?;
            (!self.skip.iter().any(|skipped| matches(skipped, name)))
                .then(|| (name.to_owned(), count))
        };
        listing.lines().filter_map(count).collect()
    }

    /// What the sources contain where they mention something.
    pub fn mentions(&self, name: &str) -> Vec<String> {
        let stem = kind(name);
        let stem = stem.split_once('-').map_or(stem, |(_, rest)| rest);
        let fill = |template: &String| {
            template
                .replace("{stem}", stem)
                .replace("{_}", &name.replace('-', "_"))
                .replace("{}", name)
        };
        self.mention.iter().map(fill).collect()
    }

    fn name<'l>(&self, line: &'l str) -> Option<&'l str> {
        let rest = line.strip_suffix(self.listed.as_str())?.trim();
        let word = rest.split_whitespace().next()?;
        if self.prefix.is_empty() {
            return Some(word);
        }
        // A prefix that ends in `~` is taken away; others only say which lines count.
        self.prefix.iter().find_map(|prefix| match prefix.strip_suffix('~') {
            Some(prefix) => word.strip_prefix(prefix),
            None => word.starts_with(prefix.as_str()).then_some(word),
        })
    }
}

/// What something that is there several times, with a number behind its name, is one of.
pub fn kind(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

impl Subject {
    /// How a source file is known to people: below the sources, generated ones by their origin.
    /// None if it cannot hold the bug.
    pub fn name_of(&self, root: &Path, folder: &Path, file: &str) -> Option<String> {
        let path = normal(&folder.join(file));
        let sources = normal(&root.join(&self.sources));
        let base = path.file_name()?.to_str()?;
        if let Some(origin) = self.generated.get(base) {
            return (!origin.is_empty()).then(|| origin.clone());
        }
        let name = path.strip_prefix(&sources).ok()?.to_str()?.to_owned();
        let is_one_of = |patterns: &[String]| patterns.iter().any(|it| matches(it, &name));
        let counts = (self.only.is_empty() || is_one_of(&self.only)) && !is_one_of(&self.ignore);
        counts.then_some(name)
    }

    /// Whether a source file says by marks where its parts come from.
    pub fn is_marked(&self, file: &str) -> bool {
        let base = file.rsplit('/').next().unwrap_or(file);
        self.marked.iter().any(|known| known == base)
    }

    /// A command with its placeholders filled.
    pub fn fill(command: &[String], place: &Places) -> Vec<String> {
        let mut words = Vec::new();
        for word in command {
            if word == "{options}" {
                words.extend(place.options.iter().cloned());
            } else {
                words.push(
                    word.replace("{root}", &place.root.display().to_string())
                        .replace("{program}", &place.program.display().to_string())
                        .replace("{output}", &place.output.display().to_string()),
                );
            }
        }
        words
    }
}

/// What stands for the placeholders of a command.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// `{root}`
    pub root: &'a Path,
    /// `{program}`
    pub program: &'a Path,
    /// `{output}`
    pub output: &'a Path,
    /// `{options}`
    pub options: &'a [String],
}

/// Whether a name is the pattern, begins or ends as it says (`x*`, `*x`), or lies below it (`x/*`).
fn matches(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(ending), _) => name.ends_with(ending),
        (None, Some(beginning)) => name.starts_with(beginning),
        (None, None) => name == pattern,
    }
}

/// A path without `.` and `..`, which compilers keep as they were given.
fn normal(path: &Path) -> PathBuf {
    use std::path::Component::{CurDir, ParentDir};
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            CurDir => {}
            ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_are_read_as_the_subject_says() {
        let options = Switches {
            listed: "[enabled]".into(),
            prefix: vec!["-f~".into()],
            off: "-fno-{}".into(),
            skip: vec!["align*".into()],
            ..Switches::default()
        };
        let listing =
            "  -fipa-ra  [enabled]\n  -falign-jumps [enabled]\n -fgcse [disabled]\n -Os [enabled]";
        assert_eq!(options.names(listing), ["ipa-ra"]);
        assert_eq!(options.switch("ipa-ra"), "-fno-ipa-ra");
        let passes = Switches {
            listed: ":  ON".into(),
            prefix: vec!["tree-".into(), "rtl-".into()],
            ..Switches::default()
        };
        let listing = "  *warn  :  ON\n   tree-ccp1   :  ON\n  tree-x :  OFF\n rtl-dse1 :  ON";
        assert_eq!(passes.names(listing), ["tree-ccp1", "rtl-dse1"]);
    }

    #[test]
    fn files_are_named_from_the_sources() {
        let text = "language = \"c\"\ntool = []\nbuilt = \"x\"\nnotes = \"build\"\nsources = \"src/gcc\"\nignore = [\"*.h\"]\ngenerated = { \"gimple-match.cc\" = \"match.pd\", \"gt.cc\" = \"\" }";
        let subject: Subject = toml::from_str(text).unwrap();
        let name = |file: &str| subject.name_of(Path::new("/r"), Path::new("/r/build/gcc"), file);
        assert_eq!(name("../../src/gcc/c/c-decl.cc").as_deref(), Some("c/c-decl.cc"));
        assert_eq!(name("gimple-match.cc").as_deref(), Some("match.pd"));
        assert_eq!(name("gt.cc"), None);
        assert_eq!(name("/usr/include/stdio.c"), None);
        assert_eq!(name("../../src/gcc/tree.h"), None);
    }
}
